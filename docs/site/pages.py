"""Lays the pages of a checkout as the site has them: docs at its root, and beside them what they lead to."""
import os
import pathlib
import re
import shutil
import subprocess

DOCS = pathlib.PurePosixPath("docs")
HOME = DOCS / "README.md"
# The page of the checkout says less than the home of the site.
FRONT = pathlib.PurePosixPath("README.md")
PICTURE = re.compile(r"(!\[[^]]*\]\([^)\s#]+)(\.png\))")
LINK = re.compile(r"(\]\()([^)\s#]*)((?:#[^)\s]+)?\))")
FENCE = re.compile(r"^(```.*?^```$)", re.MULTILINE | re.DOTALL)
# What the generator reads otherwise than a forge: a list right below a line, and a bar in the code of a table.
LIST = re.compile(r"^((?![-*#|>\s]|\d+\. ).+\n)(?=(?:[-*]|1\.) )", re.MULTILINE)
ROW = re.compile(r"^\|.*$", re.MULTILINE)
CODE = re.compile(r"`[^`\n]+`")
HIGHLIGHTED = {".yaml": "yaml", ".sql": "sql", ".ts": "ts", ".js": "js", ".json": "json"}
# Sections that are pages of their own on the site: a client, a provider, a database.
APART = {
    DOCS / "clients.md": ["claude-code", "claude-desktop", "vs-code", "cursor", "chatgpt", "codex", "gemini-cli", "goose"],
    DOCS / "guide/identity-providers.md": ["entra-id", "okta", "cognito", "keycloak"],
    DOCS / "guide/databases.md": ["postgresql", "mysql-and-mariadb", "sqlite"],
}
SECTION = re.compile(r"^## ([^\n]+)\n(.*?)(?=^## |\Z)", re.MULTILINE | re.DOTALL)
# What was decided is read by those who change the code; a search of the pages for users passes over it.
UNSEARCHED = "---\nsearch: {exclude: true}\n---\n\n"


def lay(root, target):
    """Writes every page below docs, and all pages, files and folders that these lead to."""
    tracked = files(root)
    waiting = [it for it in tracked if it.is_relative_to(DOCS) and not it.is_relative_to(DOCS / "site")]
    laid = set()
    while waiting:
        source = waiting.pop()
        # What is not there is found as a broken link of the site.
        if source in laid or source == FRONT or not (root / source).exists():
            continue
        laid.add(source)
        place = target / placed(source)
        place.parent.mkdir(parents=True, exist_ok=True)
        if (root / source).is_dir():
            place.write_text(listing(root, source, tracked))
        elif source.suffix == ".md":
            for page, whole in divided((root / source).read_text(), source):
                text, found = moved(whole, source, page)
                (target / page).parent.mkdir(parents=True, exist_ok=True)
                (target / page).write_text((UNSEARCHED if source.is_relative_to(DOCS / "decisions") else "") + text)
                waiting += found
        else:
            shutil.copy(root / source, place)


def files(root):
    """Of the checkout, without what git ignores."""
    asked = ["git", "-C", root, "ls-files", "-z", "--cached", "--others", "--exclude-standard"]
    names = subprocess.run(asked, check=True, capture_output=True, text=True).stdout.split("\0")
    return [pathlib.PurePosixPath(it) for it in names if it and (root / it).exists()]


def placed(source):
    """Where the site has a file; a folder becomes a page of its name."""
    if source == FRONT:
        source = HOME
    place = source.relative_to(DOCS) if source.is_relative_to(DOCS) else source
    # The generator passes over what is hidden.
    place = pathlib.PurePosixPath(*(it.lstrip(".") for it in place.parts))
    if place.suffix not in (".md", "") or place.name.startswith("LICENSE"):
        return place
    return place.with_name("index.md") if place.name == "README.md" else place.with_suffix(".md")


def divided(text, source):
    """The pages that the site makes of one of the checkout, each with its place."""
    waiting = list(APART.get(source, []))
    pages = []

    def section(match):
        title, anchor = match[1], re.sub(r"[^\w\- ]", "", match[1].lower()).replace(" ", "-")
        if anchor not in waiting:
            return match[0]
        waiting.remove(anchor)
        pages.append((apart(source, anchor), f"# {title}\n{match[2]}"))
        return ("" if len(pages) > 1 else "## A page for each\n\n") + f"* [{title}](#{anchor})\n"

    rest = SECTION.sub(section, text)
    if waiting:
        raise ValueError(f"{source} has no section {waiting}")
    return [(placed(source), rest), *pages]


def apart(source, anchor):
    """Where the site has a section that is a page of its own."""
    return placed(source).with_suffix("") / f"{anchor}.md"


def moved(text, source, place):
    """The text with links as the site has them from a place, and what these lead to."""
    found = []

    def link(match):
        if "://" in match[2]:
            return match[0]
        led = pathlib.PurePosixPath(os.path.normpath(source.parent / match[2])) if match[2] else source
        found.append(led)
        anchor = match[3].strip("#)")
        if anchor in APART.get(led, []):
            return f"{match[1]}{os.path.relpath(apart(led, anchor), place.parent)})"
        return match[1] + os.path.relpath(placed(led), place.parent) + match[3]

    parts = FENCE.split(text)
    parts[::2] = [forms(LINK.sub(link, PICTURE.sub(shaded, part))) for part in parts[::2]]
    return "".join(parts), found


def shaded(picture):
    """A picture for readers in the light, and the one beside it for those in the dark."""
    return f"{picture[1]}.png#only-light){picture[1]}-dark.png#only-dark)"


def forms(text):
    """The same for the generator as for a forge."""
    text = ROW.sub(lambda row: CODE.sub(lambda code: code[0].replace("\\|", "|"), row[0]), text)
    return LIST.sub(r"\1\n", text)


def listing(root, folder, tracked):
    """A page with the files of a folder, which a forge would show."""
    page = [f"# {folder.name}\n"]
    for file in sorted(it for it in tracked if it.is_relative_to(folder)):
        shown = (root / file).read_text().rstrip()
        page.append(f"## {file.relative_to(folder)}\n\n````{HIGHLIGHTED.get(file.suffix, '')}\n{shown}\n````\n")
    return "\n".join(page)
