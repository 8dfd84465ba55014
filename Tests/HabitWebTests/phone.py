"""Drives the page for a phone in Chromium, through a proxy that can be down, lose answers, or sign in.

phone.py SCENARIO WIDTH PORT KEY [PICTURES [TOUCHES]]: the pages are at 127.0.0.1:PORT; exits with 0 when
all holds. KEY is the key, or USER:PASSWORD, or two of these with a comma; PICTURES a folder for screenshots, or empty.
"""

import base64
import contextlib
import datetime
import random
import socket
import sys
import threading
import time

from selenium import webdriver
from selenium.webdriver.chrome.service import Service
from selenium.webdriver.common.by import By


class Proxy:
    """Forwards connections to a server, unless it is down; `lossy` sends requests and drops answers."""

    def __init__(self, target):
        self.target, self.mode, self.lost, self.user = target, "up", 0, None
        self.server = socket.create_server(("127.0.0.1", 0))
        self.address = f"127.0.0.1:{self.server.getsockname()[1]}"
        threading.Thread(target=self.accept, daemon=True).start()

    def accept(self):
        while True:
            client, _ = self.server.accept()
            threading.Thread(target=self.serve, args=(client,), daemon=True).start()

    def serve(self, client):
        with client, contextlib.suppress(OSError):
            head = b""
            while b"\r\n\r\n" not in head:
                part = client.recv(65536)
                if not part:
                    return
                head += part
            if self.mode == "down":
                return
            while self.mode == "hang":
                time.sleep(0.05)
            if self.mode == "slow":
                time.sleep(2)
            if self.mode == "broken":
                client.sendall(b"HTTP/1.1 502 Bad Gateway\r\nContent-Length: 3\r\nConnection: close\r\n\r\n502")
                return
            lines = head.split(b"\r\n\r\n", 1)
            length = 0
            for line in lines[0].split(b"\r\n"):
                if line.lower().startswith(b"content-length:"):
                    length = int(line.split(b":")[1])
            body = lines[1]
            while len(body) < length:
                body += client.recv(65536)
            names = lines[0].split(b"\r\n")
            kept = [n for n in names if not n.lower().startswith((b"connection:", b"authorization:"))]
            password = [n for n in names if n.lower().startswith(b"authorization:")]
            if self.user is not None:
                password = [b"Authorization: Basic " + base64.b64encode(self.user.encode())]
            if self.user != "nobody:":
                kept += password
            request = b"\r\n".join(kept + [b"Connection: close"]) + b"\r\n\r\n" + body
            with socket.create_connection(("127.0.0.1", self.target)) as server:
                server.sendall(request)
                answer = b""
                while part := server.recv(65536):
                    answer += part
            # A browser without a screen cannot cancel the dialog that asks for a password.
            answer = answer.replace(b"WWW-Authenticate:", b"X-Cancelled:")
            if self.mode == "lossy" and head.startswith(b"POST"):
                self.lost += 1
                return
            client.sendall(answer)


def browser(width):
    options = webdriver.ChromeOptions()
    for word in ["--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage"]:
        options.add_argument(word)
    metrics = {"width": width, "height": 844, "pixelRatio": 2, "touch": True}
    options.add_experimental_option("mobileEmulation", {"deviceMetrics": metrics})
    options.set_capability("goog:loggingPrefs", {"browser": "ALL"})
    options.binary_location = "/usr/bin/chromium"
    return webdriver.Chrome(options=options, service=Service("/usr/bin/chromedriver"))


def wait(what, holds, seconds=15):
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        with contextlib.suppress(Exception):
            if holds():
                return
        time.sleep(0.05)
    raise SystemExit(f"not within {seconds} s: {what}")


# The words that are seen and not very long, and have letters on two lines.
BROKEN = r"""
const broken = [], walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
for (let text; (text = walker.nextNode());) {
  if (!text.parentElement.checkVisibility() || text.parentElement.closest('.visually-hidden')) continue;
  for (const word of text.data.matchAll(/[^\s-]+/g)) {
    const range = document.createRange();
    range.setStart(text, word.index);
    range.setEnd(text, word.index + word[0].length);
    const lines = new Set([...range.getClientRects()].map(r => Math.round(r.top)));
    if (word[0].length <= 12 && lines.size > 1) broken.push(word[0]);
  }
}
return broken;
"""


class Phone:
    def __init__(self, width, address, key, pictures):
        self.page, self.address, self.pictures = browser(width), f"http://{address}", pictures
        self.width = width
        self.go("/" if ":" in key else f"/?key={key}")
        wait("the page", lambda: "Habits" in self.page.title)

    def find(self, css):
        return self.page.find_element(By.CSS_SELECTOR, css)

    def has(self, css):
        return bool(self.page.find_elements(By.CSS_SELECTOR, css))

    def click(self, css):
        """Scrolls what CSS names from behind the bar, as a person does, and clicks on it once,
        though the page may be replaced at any time."""
        def clicked():
            target = self.find(css)
            self.page.execute_script("arguments[0].scrollIntoView({block:'center'})", target)
            target.click()
            return True
        wait(f"{css} to be clicked", clicked)

    def touch(self, act):
        self.click(f'button[name=act][value="{act}"]')

    def press(self, act):
        """Touches exactly once, though the page may be replaced at any time."""
        button = f'button[name=act][value="{act}"]'
        self.page.execute_script("document.querySelector(arguments[0]).click()", button)

    def row(self, habit):
        return self.find(f'[data-habit="{habit}"]')

    def waiting(self):
        return self.page.execute_script(
            "return Object.keys(localStorage).filter(k=>k.startsWith('habit-touch:')).length"
        )

    def settled(self):
        wait("an empty queue", lambda: self.waiting() == 0)

    def go(self, path):
        self.page.get(self.address + path)

    def check(self, name):
        """The page is as wide as any screen, its targets are large, and nothing was refused."""
        for screen, text in [(320, 100), (1280, 100), (360, 200), (390, 200), (self.width, 100)]:
            metrics = {"width": screen, "height": 844, "deviceScaleFactor": 2, "mobile": True}
            self.page.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", metrics)
            wide = self.page.execute_script(
                f"document.documentElement.style.fontSize='{text}%';"
                "return document.documentElement.scrollWidth"
            )
            if wide > screen:
                raise SystemExit(f"{name}: {wide} of {screen} pixels, text of {text} %")
            cut = self.page.execute_script(
                "return [...document.querySelectorAll('.main')].filter(m=>m.scrollWidth>m.clientWidth+1||"
                "m.querySelector('.name').offsetWidth<60).length"
            )
            if cut:
                raise SystemExit(f"{name}: {cut} names are cut at {screen} pixels, text of {text} %")
            broken = self.page.execute_script(BROKEN)
            if broken:
                raise SystemExit(f"{name}: broken words at {screen} pixels, text of {text} %: {broken}")
        small = self.page.execute_script(
            "return [...document.querySelectorAll('button,a,summary,input,select')]"
            ".filter(e=>e.offsetParent&&(e.offsetHeight<48||e.offsetWidth<(e.closest('td')?40:48)))"
            ".map(e=>e.outerHTML.slice(0,80)+' '+e.offsetWidth+'x'+e.offsetHeight)"
        )
        if small:
            raise SystemExit(f"{name}: too small to touch: {small}")
        bad = [e for e in self.page.get_log("browser") if "Content Security Policy" in e["message"]]
        if bad:
            raise SystemExit(f"{name}: refused by the policy: {bad}")
        if self.pictures:
            for look in ["light", "dark"]:
                feature = {"name": "prefers-color-scheme", "value": look}
                self.page.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": [feature]})
                self.page.save_screenshot(f"{self.pictures}/{name}-{look}-{self.width}.png")


def touching(phone, proxy):
    """A tick, an amount, skip, note, set, undo, another day, reload, back, and a new habit."""
    phone.check("today")
    place = phone.row("drink-water").location
    phone.touch("done read")
    wait("a tick", lambda: phone.has('button[value="untick read"][aria-pressed=true]'))
    if phone.row("drink-water").location != place:
        raise SystemExit("what is told moves the buttons away under the finger")
    phone.touch("log drink-water 1")
    wait("a glass", lambda: "1/8" in phone.row("drink-water").text)
    phone.touch("log drink-water 1")
    wait("two glasses", lambda: "2/8" in phone.row("drink-water").text)
    phone.settled()
    phone.page.refresh()
    wait("the page again", lambda: "2/8" in phone.row("drink-water").text)
    phone.find('[data-habit="run"] .more').click()
    wait("the page of run", lambda: phone.has('button[value="skip run"]'))
    phone.check("habit")
    phone.touch("skip run")
    wait("a skip", lambda: phone.has(".row.skipped"))
    phone.find("textarea").send_keys("rain <b>&")
    phone.touch("note run")
    wait("a note", lambda: "rain <b>&" in phone.find("main").text)
    phone.go("/habit/drink-water")
    phone.find("#amount").send_keys("5")
    phone.touch("set drink-water")
    wait("a total", lambda: "5/8" in phone.row("drink-water").text)
    phone.find(".say[role=status] button[value^=undo]").click()
    wait("an undo", lambda: "2/8" in phone.row("drink-water").text)
    phone.settled()
    phone.page.back()
    phone.page.forward()
    phone.settled()
    phone.go("/")
    phone.find("nav a[rel=prev]").click()
    wait("yesterday", lambda: "/day/" in phone.page.current_url)
    phone.touch("done read")
    wait("yesterday's tick", lambda: phone.has('button[value="untick read"]'))
    phone.settled()
    phone.check("yesterday")
    for path in ["/undo", "/week", "/index"]:
        phone.go(path)
    phone.go("/add")
    phone.check("add")
    phone.find("input[name=name]").send_keys("Play piano")
    phone.find("input[name=goal]").send_keys("20 min")
    phone.touch("add habit")
    wait("a new habit", lambda: "0/20 min" in phone.row("play-piano").text)
    assert "Saved" in phone.find(".told").text and "undo=" in phone.page.current_url
    phone.go("/habit/play-piano/edit")
    phone.check("edit")
    assert phone.page.execute_script(
        "const [one,bar]=[[...document.querySelectorAll('main button')].pop(),document.querySelector('nav')];"
        "one.focus();return one.getBoundingClientRect().bottom<=bar.getBoundingClientRect().top"
    ), "the bar hides what has the focus"
    phone.find("input[name=goal]").clear()
    phone.find("input[name=goal]").send_keys("30 min")
    phone.touch("edit play-piano")
    wait("its page", lambda: phone.page.current_url.split("?")[0].endswith("/habit/play-piano"))
    assert "0/30 min" in phone.row("play-piano").text
    phone.go("/profile")
    phone.check("settings")
    phone.go("/")


def offline(phone, proxy):
    """Touches without a network, and touches whose answers are lost: one entry each."""
    wait("the worker", lambda: phone.page.execute_script(
        "return !!(navigator.serviceWorker&&navigator.serviceWorker.controller)"))
    phone.page.refresh()
    wait("a kept page", lambda: phone.page.execute_async_script(
        "const done=arguments[0];caches.keys().then(async k=>{"
        "const s=await caches.open(k[0]);done((await s.keys()).length>0)})"))
    proxy.mode = "down"
    phone.page.refresh()
    wait("the kept page", lambda: phone.has('button[value="log drink-water 1"]'))
    for _ in range(3):
        phone.touch("log drink-water 1")
        time.sleep(3.1)
    wait("three that wait", lambda: "3 touches wait" in phone.find("#queue").text)
    phone.check("offline")
    proxy.mode = "lossy"
    phone.page.execute_script("dispatchEvent(new Event('online'))")
    wait("a lost answer", lambda: proxy.lost > 0)
    assert phone.waiting() == 3, "a touch without an answer left the queue"
    proxy.mode = "up"
    phone.page.execute_script("dispatchEvent(new Event('online'))")
    phone.settled()
    wait("three glasses", lambda: "3/8" in phone.row("drink-water").text)


def tabs(phone, proxy):
    """Two tabs send one queue, each touch once; a refused touch stays until it is discarded."""
    proxy.mode = "down"
    for _ in range(4):
        phone.touch("log drink-water 1")
    first = phone.page.current_window_handle
    proxy.mode = "up"
    phone.page.switch_to.new_window("tab")
    phone.go("/")
    phone.page.execute_script("dispatchEvent(new Event('online'))")
    phone.page.switch_to.window(first)
    phone.page.execute_script("dispatchEvent(new Event('online'))")
    phone.settled()
    wait("four glasses", lambda: "4/8" in phone.row("drink-water").text)
    phone.go(f"/habit/run/{datetime.date.today()}")
    phone.find("textarea").send_keys("not yet sent")
    phone.page.execute_script("document.body.append('old');dispatchEvent(new Event('storage'))")
    wait("what another tab has done", lambda: not phone.find("body").text.endswith("old"))
    typed = phone.find("textarea").get_attribute("value")
    assert typed == "not yet sent", "a text that was being typed is lost"
    phone.go("/")
    phone.page.execute_script(
        "document.querySelector('[data-habit=run] .main').value='done no-such-habit'")
    phone.touch("done no-such-habit")
    wait("the reason", lambda: "no-such-habit" in phone.find("#queue").text)
    phone.check("refused")
    phone.click("#queue button")
    wait("the reason again", lambda: "no-such-habit" in phone.find("#queue").text)
    phone.click("#queue button:last-child")
    wait("a discarded touch", lambda: phone.waiting() == 0)


def road(phone, proxy, script):
    """A commuter: tunnels, slow and broken servers, midnight, and a week without a network.

    SCRIPT is the program that the server runs, of which the environment is changed.
    """
    def text(css):
        return phone.find(css).text

    def shows(path, heading, seconds=15):
        phone.go(path)
        wait(f"{heading} at {path}", lambda: text("h1") == heading, seconds)

    def kept(path):
        return phone.page.execute_async_script(
            "const done=arguments[1];caches.match(arguments[0]).then(p=>done(p?p.headers.get('X-Day'):''))", path)

    def change(name, value):
        head, *lines = [x for x in open(script).read().split("\n") if not x.startswith(name + "=")]
        new = [f"{name}={value}; export {name}"] if value else []
        open(script, "w").write("\n".join([head, *new, *lines]))

    def zone(shift):
        hours, rest = divmod(abs(shift), 3600)
        change("TZ", f"TTT{'-' if shift > 0 else '+'}{hours}:{rest // 60:02d}:{rest % 60:02d}")

    def online():
        proxy.mode = "up"
        phone.page.execute_script("dispatchEvent(new Event('online'))")
        phone.settled()

    def waits(text, seconds=15):
        wait("what waits is seen", lambda: phone.page.execute_script(
            "return document.querySelector('[data-habit=drink-water] .main').dataset.waits") == text, seconds)

    wait("the worker", lambda: phone.page.execute_script(
        "return !!(navigator.serviceWorker&&navigator.serviceWorker.controller)"))
    phone.go("/")
    today = text("h1")
    phone.go("/week")
    phone.go("/habit/run")
    phone.go("/today.json")
    phone.go("/")
    assert kept("/habit/run") and not kept("/today.json"), "what is no page is kept"
    # The keyboard stays where it was, and what is saved is announced.
    phone.page.execute_script("document.querySelector('[data-habit=read] .main').focus()")
    phone.page.switch_to.active_element.send_keys("\n")
    wait("a tick", lambda: phone.has('button[value="untick read"]'))
    phone.settled()
    assert phone.page.execute_script(
        "return document.activeElement.closest('[data-habit=read]')&&document.activeElement.className") == "main"
    wait("it is announced", lambda: "Saved" in phone.page.execute_script(
        "return document.querySelector('html>[role=status]').textContent"))
    wait("the days to come", lambda: kept("/ahead/7"))

    proxy.mode = "down"
    phone.press("log drink-water 1")
    phone.press("log drink-water 1")
    waits("+2")
    assert "2 touches wait" in phone.page.execute_script(
        "return document.querySelector('html>[role=status]').textContent")
    yesterday = datetime.date.today() - datetime.timedelta(1)
    shows(f"/day/{yesterday}", today)
    assert phone.page.current_url == phone.address + "/", "another day's page at its address"
    phone.go("/habit/run")
    wait("the habit that was seen", lambda: text("h1") == "Run")
    phone.go("/week")
    assert phone.page.current_url == phone.address + "/"
    proxy.mode = "broken"
    shows("/", today)
    proxy.mode = "hang"
    began = time.monotonic()
    shows("/", today)
    assert time.monotonic() - began < 12, "a server that hangs is waited for"
    online()

    # Two seconds each way: a touch is seen at once. What is refused for now says why, and waits.
    proxy.mode = "slow"
    phone.press("log drink-water 1")
    waits("+1", 2)
    phone.settled()
    proxy.mode = "up"
    change("HABIT_WEB_ORIGIN", "http://elsewhere.example")
    phone.press("log drink-water 1")
    wait("the reason", lambda: "the form is not of this page" in text("#queue"))
    change("HABIT_WEB_ORIGIN", "")
    online()
    # A form is a touch like any other.
    phone.go("/add")
    proxy.mode = "down"
    phone.go("/add")
    phone.find("input[name=name]").send_keys("Sleep")
    phone.touch("add habit")
    wait("a form that waits", lambda: "1 touch waits" in text("#queue"))
    online()
    wait("a new habit", lambda: phone.row("sleep"))

    # Midnight, in a tunnel.
    now = datetime.datetime.now(datetime.timezone.utc)
    zone(86400 - 12 - (now.hour * 3600 + now.minute * 60 + now.second))
    phone.go("/")
    evening = text("h1")
    wait("the days to come", lambda: kept("/ahead/7") == phone.find("body").get_attribute("data-day"), 8)
    phone.press("done run")
    phone.settled()
    proxy.mode = "down"
    phone.press("log drink-water 1")
    wait("midnight", lambda: phone.page.execute_script("return Date.now()/1000>+document.body.dataset.ends"), 30)
    wait("the day of a touch", lambda: "a touch counts for this day" in text("#queue") or text("h1") != evening)
    phone.go("/")
    morning = text("h1")
    assert morning != evening, "the page of yesterday"
    assert "0/8" in phone.row("drink-water").text and not phone.has('button[value="untick run"]')
    phone.press("log drink-water 1")
    online()
    wait("a new day", lambda: text("h1") == morning and "1/8" in phone.row("drink-water").text)

    # An open page looks at its day.
    phone.page.execute_script("document.body.dataset.ends=1")
    wait("a look", lambda: phone.page.execute_script("return +document.body.dataset.ends>1"), 9)

    # The fourth morning, and the ninth.
    days = phone.page.execute_async_script(
        "const done=arguments[0];(async()=>{const all=[];for(const k of await caches.keys()){"
        "const s=await caches.open(k);for(const r of await s.keys()){const p=await s.match(r);"
        "if(p.headers.has('X-Ends'))all.push(r.url)}}done(all)})()")
    assert len(days) == 8, days

    def ends(urls):
        phone.page.execute_async_script(
            "const [urls,done]=arguments;(async()=>{const s=await caches.open((await caches.keys())[0]);"
            "for(const u of urls){const p=await s.match(u),h=new Headers(p.headers);h.set('X-Ends','1');"
            "await s.put(u,new Response(await p.blob(),{headers:h}))}done()})()", urls)
        phone.go("/")
        return phone.find("body").get_attribute("data-day")

    base = datetime.date.fromisoformat(phone.find("body").get_attribute("data-day"))
    wait("the days to come", lambda: kept("/ahead/7") == f"{base}")
    proxy.mode = "down"
    for passed, shown in [(4, 4), (8, 7)]:
        seen = ends([u for u in days if int(u.rpartition("/")[2] or 0) < passed])
        assert seen == f"{base + datetime.timedelta(shown)}", (passed, seen)
    # A lost key is typed.
    proxy.mode = "up"
    key = phone.page.get_cookies()
    phone.page.delete_all_cookies()
    phone.go("/")
    wait("a field for the key", lambda: phone.has("#key"))
    phone.check("closed")
    assert not kept("/habit/run"), "a right that is lost leaves pages"
    phone.find("#key").send_keys([c["value"] for c in key if "key" in c["name"]][0])
    phone.find("form button").click()
    wait("the page", lambda: phone.has('[data-habit="read"]'))
    assert "key=" not in phone.page.current_url


def tablet(phone, proxy, users):
    """Two people, one browser: nothing of one is sent, shown or discarded by the other."""
    ann, ben = users
    secret, other = "a private sentence", "another private sentence"

    def kept():
        return phone.page.execute_async_script(
            "const done=arguments[0];(async()=>{let all='';for(const k of await caches.keys()){"
            "const s=await caches.open(k);for(const r of await s.keys())"
            "all+=await (await s.match(r)).text()}done(all)})()")

    def signs_in(user):
        proxy.mode, proxy.user = "up", user
        phone.go("/")
        wait("the page", lambda: phone.has("#queue"))

    wait("the worker", lambda: phone.page.execute_script(
        "return !!(navigator.serviceWorker&&navigator.serviceWorker.controller)"))
    errors = phone.page.execute_cdp_cmd("Page.getInstallabilityErrors", {})["installabilityErrors"]
    assert errors == [], errors
    phone.touch("done read")
    wait("a tick", lambda: phone.has('button[value="untick read"]'))
    phone.settled()
    phone.go("/habit/secret-diary")
    phone.find("textarea").send_keys(secret)
    phone.touch("note secret-diary")
    wait("a note", lambda: secret in phone.find("main").text)
    phone.go("/habit/secret-diary")
    phone.go("/")
    wait("her kept pages", lambda: secret in kept())
    proxy.mode = "down"
    phone.press("untick read")
    phone.press("done secret-diary")
    phone.go("/habit/secret-diary")
    phone.find("textarea").send_keys(other)
    phone.touch("note secret-diary")
    wait("three that wait", lambda: "3 touches wait" in phone.find("#queue").text)

    # The other one signs in, with her page still open in the first tab.
    first = phone.page.current_window_handle
    phone.page.switch_to.new_window("tab")
    signs_in(ben)
    assert "Secret" not in phone.page.page_source, "a page of another user"
    wait("no page of hers", lambda: secret not in kept() and "Secret" not in kept())
    phone.touch("log drink-water 1")
    wait("a glass", lambda: "1/8" in phone.row("drink-water").text)
    phone.page.execute_script("dispatchEvent(new Event('online'))")
    wait("her three", lambda: phone.waiting() == 3)
    assert not phone.find("#queue").is_displayed(), phone.find("#queue").text
    phone.page.switch_to.window(first)
    phone.page.execute_script("dispatchEvent(new Event('online'))")
    wait("his page in her tab", lambda: "Secret" not in phone.page.page_source)
    proxy.mode = "down"
    phone.go("/habit/secret-diary")
    assert secret not in phone.page.page_source and other not in phone.page.page_source
    assert phone.waiting() == 3

    # A right that is lost empties the pages, and no touch.
    for user in ["nobody:", "ann:wrong password"]:
        signs_in(ann)
        phone.settled()
        wait("her pages", lambda: "Secret" in kept())
        proxy.mode = "down"
        phone.press("log drink-water 1")
        wait("one that waits", lambda: "1 touch waits" in phone.find("#queue").text)
        proxy.mode, proxy.user = "up", user
        phone.page.execute_script("dispatchEvent(new Event('online'))")
        wait("no kept page", lambda: kept() == "")
        wait("the reason", lambda: "401" in phone.find("#queue").text)
        assert phone.waiting() == 1
    signs_in(ann)
    phone.settled()
    wait("her glasses", lambda: "2/8" in phone.row("drink-water").text)


def week(phone, proxy, count, users):
    """Touches on many days, without a network for a while and with answers that are lost, by users in turn.

    Prints how many glasses and ticks each user has, and how many answers were lost; the laptop's tick of run
    is seen.
    """
    chance = random.Random(count)
    today = datetime.date.today()
    paths = ["/"] + [f"/day/{today - datetime.timedelta(days)}" for days in range(1, 7)]
    glasses, ticked, turn = dict.fromkeys(users, 0), {user: set() for user in users}, 0
    button = 'button[value="log drink-water 1"]'

    def made():
        return sum(glasses.values()) + sum(map(len, ticked.values()))

    def signs_in(user):
        proxy.mode = "up"
        if len(users) > 1:
            proxy.user = user
        phone.go("/")
        wait("the page", lambda: phone.has(button), 60)

    # Without its worker a page cannot be kept; a busy machine starts it late.
    wait("the worker", lambda: phone.page.execute_script(
        "return !!(navigator.serviceWorker&&navigator.serviceWorker.controller)"), 120)
    while made() < count:
        user = users[turn // 3 % len(users)]
        if turn % 3 == 0:
            signs_in(user)
            for path in paths:
                phone.go(path)
        proxy.mode = ["up", "down", "lossy"][turn % 3]
        turn += 1
        for path in chance.sample(paths, 2):
            phone.go(path)
            wait("the day", lambda: phone.has(button), 60)
            day = phone.find("body").get_attribute("data-day")
            for _ in range(min(chance.randint(1, 3), count - made())):
                if len(users) == 1 and day not in ticked[user] and chance.random() < 0.2:
                    phone.press("done read")
                    ticked[user].add(day)
                else:
                    phone.press("log drink-water 1")
                    glasses[user] += 1
        if proxy.mode == "lossy" and phone.waiting() > 0:
            wait("a lost answer", lambda: proxy.lost > 0)
        proxy.mode = "up"
        phone.page.execute_script("dispatchEvent(new Event('online'))")
    for user in users:
        signs_in(user)
        wait("an empty queue", lambda: not phone.page.execute_script(
            "return Object.keys(localStorage).some(k=>k.includes(':'+document.body.dataset.owner+':'))"), 300)

        def sees():
            phone.go(f"/day/{today}")
            return phone.has('button[value="untick run"]')

        wait("the laptop's tick", sees, 60)
        print(glasses[user], len(ticked[user]))
    assert phone.waiting() == 0
    print(proxy.lost)


def main():
    scenario, width, port, key = sys.argv[1], int(sys.argv[2]), int(sys.argv[3]), sys.argv[4]
    proxy = Proxy(port)
    pictures = sys.argv[5] if len(sys.argv) > 5 else None
    if ":" in key:
        proxy.user = key.split(",")[0]
    phone = Phone(width, proxy.address, key, pictures)
    try:
        if scenario == "tablet":
            return tablet(phone, proxy, key.split(","))
        if scenario == "road":
            road(phone, proxy, sys.argv[6])
        elif scenario == "week":
            week(phone, proxy, int(sys.argv[6]), key.split(","))
        else:
            {"touching": touching, "offline": offline, "tabs": tabs}[scenario](phone, proxy)
    finally:
        phone.page.quit()


main()
