"""An image in a tar, as jib:buildTar and docker save write it: what it is, its files, its process run on them, and one written."""
import gzip
import hashlib
import io
import json
import os
import pathlib
import re
import shutil
import subprocess
import tarfile
import zipfile

# The field e_machine of an ELF header.
PROCESSORS = {0x3E: "amd64", 0xB7: "arm64"}


# All that is written has this time, as pom.xml says it for the files of jib.
EPOCH = "2026-01-01T00:00:00Z"
SECONDS = 1767225600


def write(path, name, root, description):
    """An image of one layer, which has the files below a folder. Equal files make equal bytes."""
    def plain(entry):
        entry.uid = entry.gid = 0
        entry.uname = entry.gname = ""
        entry.mtime = SECONDS
        return entry

    layer = pathlib.Path(root).with_name("layer.tar")
    with tarfile.open(layer, "w", format=tarfile.GNU_FORMAT) as files:
        for entry in sorted(os.listdir(root)):
            files.add(os.path.join(root, entry), entry, filter=plain)
    with open(layer, "rb") as file:
        digest = hashlib.file_digest(file, "sha256").hexdigest()
    config = json.dumps({
        "os": "linux", "created": EPOCH, **description,
        "rootfs": {"type": "layers", "diff_ids": [f"sha256:{digest}"]},
    }, sort_keys=True).encode()
    config_name = f"{hashlib.sha256(config).hexdigest()}.json"
    manifest = json.dumps([{"Config": config_name, "RepoTags": [name], "Layers": [f"{digest}.tar"]}]).encode()
    with tarfile.open(path, "w", format=tarfile.GNU_FORMAT) as image:
        for entry, text in ((config_name, config), ("manifest.json", manifest)):
            of_entry = plain(tarfile.TarInfo(entry))
            of_entry.size = len(text)
            image.addfile(of_entry, io.BytesIO(text))
        image.add(layer, f"{digest}.tar", filter=plain)
    layer.unlink()


class Image:
    def __init__(self, path):
        self.path = path
        with tarfile.open(path) as archive:
            manifest = json.load(archive.extractfile("manifest.json"))[0]
            self.layers = manifest["Layers"]
            self.name = next(iter(manifest.get("RepoTags") or []), "")
            description = archive.extractfile(manifest["Config"]).read()
        self.digest = f"sha256:{hashlib.sha256(description).hexdigest()}"
        self.description = json.loads(description)
        self.config = self.description["config"]

    def sizes(self):
        """Bytes of each layer, compressed as a registry keeps it."""
        with tarfile.open(self.path) as archive:
            layers = [archive.extractfile(layer).read() for layer in self.layers]
        return [len(layer) if layer[:2] == b"\x1f\x8b" else len(gzip.compress(layer, 6)) for layer in layers]

    def read(self, pattern):
        """Texts of the files whose whole path, without a slash in front, is like this; of several layers that of the last."""
        found = {}
        with tarfile.open(self.path) as archive:
            for layer in self.layers:
                with tarfile.open(fileobj=archive.extractfile(layer)) as files:
                    for file in files:
                        name = file.name.removeprefix("./")
                        if file.isfile() and re.fullmatch(pattern, name):
                            found[name] = files.extractfile(file).read().decode()
        return found

    def has(self, *paths):
        """Whether it has one of these files."""
        with tarfile.open(self.path) as archive:
            for layer in self.layers:
                with tarfile.open(fileobj=archive.extractfile(layer)) as files:
                    if not {name.removeprefix("./") for name in files.getnames()}.isdisjoint(paths):
                        return True
        return False

    def native_code(self):
        """Of each jar that has code for Linux, the processors that it is for."""
        found = {}
        for name, jar in self.jars():
            with zipfile.ZipFile(io.BytesIO(jar)) as entries:
                for entry in entries.infolist():
                    with entries.open(entry) as file:
                        header = file.read(20)
                    if header[:4] == b"\x7fELF":
                        machine = int.from_bytes(header[18:20], "little")
                        found.setdefault(name, set()).add(PROCESSORS.get(machine, hex(machine)))
        return found

    def class_path(self):
        """Names of the jars that its JVM is told of, in their order, without the folder of the module itself."""
        with tarfile.open(self.path) as archive:
            for layer in self.layers:
                with tarfile.open(fileobj=archive.extractfile(layer)) as files:
                    if "app/jib-classpath-file" in files.getnames():
                        paths = files.extractfile("app/jib-classpath-file").read().decode().split(":")
                        return [path.rpartition("/")[2] for path in paths if path.startswith("/app/libs/")]
        raise ValueError(f"{self.path} has no class path")

    def jars(self):
        with tarfile.open(self.path) as archive:
            for layer in self.layers:
                with tarfile.open(fileobj=archive.extractfile(layer)) as files:
                    for file in files:
                        if file.name.startswith("app/libs/") and file.name.endswith(".jar"):
                            yield file.name.removeprefix("app/libs/"), files.extractfile(file).read()

    def unpack(self, folder):
        """Devices are left out: only root can make them, and no JVM of ours asks for one."""
        folder.mkdir(parents=True)
        with tarfile.open(self.path) as archive:
            for layer in self.layers:
                unpacked = folder.with_name(folder.name + ".layer")
                with archive.extractfile(layer) as source, open(unpacked, "wb") as target:
                    shutil.copyfileobj(source, target)
                subprocess.run(
                    ["tar", "-xf", unpacked, "-C", folder, "--no-same-owner", "--warning=no-unknown-keyword",
                     "--exclude=dev/*", "--exclude=./dev/*"],
                    check=True)
                unpacked.unlink()
                for marker in list(folder.rglob(".wh.*")):
                    take_away(folder, marker)
        return Unpacked(folder, self.config)


def take_away(folder, marker):
    """What a layer deletes of those below it is said by a file of that name."""
    marker.unlink()
    hidden = marker.with_name(marker.name.removeprefix(".wh."))
    if hidden.is_dir() and not hidden.is_symlink():
        shutil.rmtree(hidden)
    else:
        hidden.unlink(missing_ok=True)


class Unpacked:
    def __init__(self, folder, config):
        self.folder = pathlib.Path(folder)
        self.config = config

    def java(self, options, environment=(), program=()):
        """The process of the image on its files, with further options of the JVM, after those that it has; or another program."""
        entrypoint = self.config["Entrypoint"]
        options_end = entrypoint.index("-cp")
        command = [*entrypoint[:options_end], *options, *(program or entrypoint[options_end:])]
        (self.folder / "proc").mkdir(exist_ok=True)
        # A JVM finds itself by /proc. Who is not root is it in a namespace.
        inside = ["unshare", *([] if os.geteuid() == 0 else ["--map-root-user"]), "--fork", f"--mount-proc={self.folder}/proc"]
        variables = dict(it.split("=", 1) for it in self.config.get("Env") or []) | dict(environment)
        # The image may have no program but its JVM. Those of this machine are found by its PATH, the JVM by that of the image.
        places = [f"{folder}/{command[0]}" for folder in variables["PATH"].split(":")]
        jvm = next((it for it in places if os.path.lexists(f"{self.folder}{it}")), command[0])
        assigned = [f"{name}={value}" for name, value in variables.items()]
        tools = [shutil.which(it) for it in ("unshare", "chroot")]
        return subprocess.run(
            ["/usr/bin/env", "-i", *assigned, tools[0], *inside[1:], tools[1], self.folder, jvm, *command[1:]],
            stdin=subprocess.DEVNULL, capture_output=True, text=True)
