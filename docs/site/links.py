"""Follows the links of a built site."""
import html.parser
import pathlib
import posixpath
import urllib.parse

# What a browser fetches by itself must come with the site.
FETCHED = {"img": "src", "script": "src", "link": "href", "iframe": "src", "source": "src"}


class Page(html.parser.HTMLParser):
    """Where a page leads, and what can be led to in it."""

    def __init__(self, text):
        super().__init__()
        self.links, self.fetched, self.anchors = [], [], {"", "top"}
        self.feed(text)

    def handle_starttag(self, tag, attributes):
        given = dict(attributes)
        self.anchors |= {given[it] for it in ("id", "name") if given.get(it)}
        if tag == "a" and given.get("href"):
            self.links.append(given["href"])
        if given.get(FETCHED.get(tag, "")) and given.get("rel") not in ("canonical", "alternate"):
            self.fetched.append(given[FETCHED[tag]])


def check(site):
    """@return the number of links, and the broken ones"""
    read = {it.relative_to(site).as_posix(): Page(it.read_text()) for it in sorted(site.rglob("*.html"))}
    checked, broken = 0, []
    for name, page in read.items():
        for link in page.links + page.fetched:
            checked += 1
            why = fault(site, read, name, link, link in page.fetched)
            if why:
                broken.append(f"{name}: {link}: {why}")
    return checked, broken


def fault(site, read, name, link, fetched):
    parts = urllib.parse.urlsplit(link)
    if parts.scheme or parts.netloc:
        return "comes from elsewhere" if fetched and parts.scheme != "data" else None
    # The page for what is not found is shown at any address, so its links begin at the root.
    led = posixpath.normpath(posixpath.join(posixpath.dirname(name), urllib.parse.unquote(parts.path))) if parts.path else name
    led = led.lstrip("/") or "."
    file = pathlib.Path(site, led)
    if file.is_dir():
        led = posixpath.normpath(posixpath.join(led, "index.html"))
        file = site / led
    if not file.is_file():
        return "leads nowhere"
    if parts.fragment and led in read and urllib.parse.unquote(parts.fragment) not in read[led].anchors:
        return "no such heading"
    return None
