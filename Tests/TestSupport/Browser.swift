import Foundation

/// Chromium, which shows pages as a reader sees them.
public enum Browser {
  /// Whether it can be driven here.
  public static let isInstalled: Bool = {
    let program = Process()
    program.executableURL = URL(filePath: "/bin/sh")
    program.arguments = [
      "-c",
      "test -x /usr/bin/chromedriver && /usr/bin/python3 -c 'import selenium' 2>/dev/null",
    ]
    do {
      try program.run()
    } catch {
      return false
    }
    program.waitUntilExit()
    return program.terminationStatus == 0
  }()

  /// Shows the files that are its arguments at three widths, light or dark, and on a telephone with
  /// text twice as large, and prints what is wider than the screen, what is too small to see, and each
  /// head that is broken inside a word.
  public static let script = """
    import os, sys
    from selenium import webdriver
    from selenium.webdriver.chrome.service import Service
    options = webdriver.ChromeOptions()
    for flag in ("--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage"):
        options.add_argument(flag)
    options.binary_location = "/usr/bin/chromium"
    browser = webdriver.Chrome(options=options, service=Service("/usr/bin/chromedriver"))
    CHECK = r\"\"\"
    const faults = [];
    if (document.documentElement.scrollWidth > arguments[0]) faults.push("the page scrolls sideways");
    for (const section of document.querySelectorAll("section"))
      if (section.scrollWidth > section.clientWidth) faults.push("a section scrolls sideways");
    if (getComputedStyle(document.body).maxWidth == "none") faults.push("the style is not applied");
    for (const strip of document.querySelectorAll("svg.strip"))
      if (strip.getBoundingClientRect().width / strip.viewBox.baseVal.width * 12 < 5)
        faults.push("days are too small");
    for (const head of document.querySelectorAll("th")) {
      const walker = document.createTreeWalker(head, NodeFilter.SHOW_TEXT);
      for (let text; (text = walker.nextNode());)
        for (const word of text.data.matchAll(/[^ \\n\\u2068\\u2069]+/g)) {
          const range = document.createRange();
          range.setStart(text, word.index);
          range.setEnd(text, word.index + word[0].length);
          // A long name may be broken, a month may not.
          if (head.scope == "row" && word[0].length > 10) continue;
          if (range.getClientRects().length > 1) faults.push("broken: " + word[0]);
        }
    }
    return faults;
    \"\"\"
    LARGE = r\"\"\"
    document.documentElement.style.fontSize = "200%";
    return document.documentElement.scrollWidth > arguments[0];
    \"\"\"
    try:
        for path in sys.argv[1:]:
            for width, scheme in ((390, "light"), (390, "dark"), (820, "light"), (1280, "dark")):
                browser.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": [
                    {"name": "prefers-color-scheme", "value": scheme}]})
                browser.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", {
                    "width": width, "height": 900, "deviceScaleFactor": 1,
                    "mobile": width < 500})
                browser.get("file://" + os.path.abspath(path))
                for fault in browser.execute_script(CHECK, width):
                    print(os.path.basename(path), width, scheme, fault)
                if width < 500 and browser.execute_script(LARGE, width):
                    print(os.path.basename(path), width, scheme, "large text scrolls the page")
    finally:
        browser.quit()
    """
}
