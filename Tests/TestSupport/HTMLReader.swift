/// What reads pages for a browser as a screen reader does.
public enum HTMLReader {
  /// A script for python3(1) that says what it would stumble over, of the files that are its arguments,
  /// or of standard input.
  public static let script = """
    import os, sys
    from collections import Counter
    from html.parser import HTMLParser

    class Reader(HTMLParser):
        void = {"meta", "br", "hr", "link"}

        def __init__(self, place):
            super().__init__()
            self.place = place
            self.open, self.count, self.ids, self.links = [], Counter(), Counter(), []
            self.level, self.row, self.kinds = 0, None, []

        def say(self, *words):
            print(*([self.place] if self.place else []), *words)

        def handle_startendtag(self, tag, attributes):
            pass

        def handle_starttag(self, tag, attributes):
            a = dict(attributes)
            if tag not in self.void:
                self.open.append(tag)
            self.count[tag] += 1
            if "id" in a:
                self.ids[a["id"]] += 1
            href = a.get("href", "")
            if href.startswith("#"):
                self.links.append(href[1:])
            elif self.place and "href" in a:
                if not os.path.isfile(os.path.join(os.path.dirname(self.place), href)):
                    self.say(href, "leads nowhere")
            if tag in ("h1", "h2", "h3"):
                if int(tag[1]) > self.level + 1:
                    self.say(tag, "below", "h%d" % self.level)
                self.level = int(tag[1])
            if tag == "svg" and a.get("aria-hidden") != "true":
                if a.get("role") != "img" or not a.get("aria-label"):
                    self.say("svg without words")
            if a.get("role") == "img" and not a.get("aria-label"):
                self.say(tag, "without words")
            if tag == "table":
                self.kinds.append(a.get("class", ""))
            if tag == "tr":
                self.row = []
            if tag in ("td", "th"):
                self.row.append(a.get("scope"))
                if tag == "th" and "scope" not in a:
                    self.say("th without scope")

        def handle_endtag(self, tag):
            while self.open and self.open[-1] != tag:
                self.say(self.open.pop(), "is not closed")
            if self.open:
                self.open.pop()
            if tag == "tr" and self.kinds[-1] in ("tbl", "chart") and not any(self.row):
                self.say("row without header")

    def read(page, place):
        reader = Reader(place)
        reader.feed(page)
        for tag in reader.open:
            reader.say(tag, "is not closed")
        for tag in ("h1", "header", "main", "footer"):
            if reader.count[tag] != 1:
                reader.say(reader.count[tag], "of", tag)
        for name, count in reader.ids.items():
            if count > 1:
                reader.say("id", name, "is there twice")
        for name in reader.links:
            if name not in reader.ids:
                reader.say("#" + name, "leads nowhere")

    for path in sys.argv[1:]:
        read(open(path, encoding="utf-8").read(), path)
    if not sys.argv[1:]:
        read(sys.stdin.read(), "")
    """
}
