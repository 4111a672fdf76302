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
LINK = re.compile(r"(\]\()([^)\s#]+)((?:#[^)\s]+)?\))")
FENCE = re.compile(r"^(```.*?^```$)", re.MULTILINE | re.DOTALL)
# What the generator reads otherwise than a forge: a list right below a line, and a bar in the code of a table.
LIST = re.compile(r"^((?![-*#|>\s]|\d+\. ).+\n)(?=(?:[-*]|1\.) )", re.MULTILINE)
ROW = re.compile(r"^\|.*$", re.MULTILINE)
CODE = re.compile(r"`[^`\n]+`")
HIGHLIGHTED = {".yaml": "yaml", ".sql": "sql", ".ts": "ts", ".js": "js", ".json": "json"}
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
            text, found = moved((root / source).read_text(), source, root)
            place.write_text((UNSEARCHED if source.is_relative_to(DOCS / "decisions") else "") + text)
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


def moved(text, source, root):
    """The text with links as the site has them, and what these lead to."""
    found = []

    def link(match):
        if "://" in match[2]:
            return match[0]
        led = pathlib.PurePosixPath(os.path.normpath(source.parent / match[2]))
        found.append(led)
        return match[1] + os.path.relpath(placed(led), placed(source).parent) + match[3]

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
