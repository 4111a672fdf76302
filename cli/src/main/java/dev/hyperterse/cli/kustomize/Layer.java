package dev.hyperterse.cli.kustomize;

import dev.hyperterse.cli.diagnostics.Place;
import dev.hyperterse.cli.document.Tree;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** One folder with its kustomization. */
record Layer(Path folder, Tree kustomization, Findings findings) {
    private static final List<String> NAMES = List.of("kustomization.yaml", "kustomization.yml", "Kustomization");
    private static final Pattern REMOTE =
            Pattern.compile("^[a-z][a-z0-9+.-]*://.*|^git(?:@|::).*|^[\\w-]+(?:\\.[\\w-]+)+/.+/.+|.*[?&]ref=.*");

    /** The file that makes a folder a layer. */
    static Optional<Path> file(Path folder) {
        return NAMES.stream().map(folder::resolve).filter(Files::isRegularFile).findFirst();
    }

    boolean isComponent() {
        return kustomization.text("kind").equals("Component");
    }

    /** The items of a list of the kustomization. */
    List<Tree> list(String field) {
        return kustomization.field(field).map(Tree::items).orElseGet(List::of);
    }

    /** A path that an entry names, with the place where it does. */
    record Named(Path path, Place place, String text) {
        boolean isFile() {
            return Files.isRegularFile(path);
        }

        boolean isFolder() {
            return Files.isDirectory(path);
        }
    }

    /** Empty for what is not on this machine, which is reported. */
    Optional<Named> named(Tree entry) {
        var text = entry.text().orElse("");
        var path = text.isEmpty() ? folder : folder.resolve(text).normalize();
        var named = new Named(path, entry.place(), text);
        if (!text.isEmpty() && (named.isFile() || named.isFolder())) {
            return Optional.of(named);
        }
        if (REMOTE.matcher(text).matches()) {
            findings.error(
                    entry.place(),
                    "%s is on another machine, and nothing is fetched here".formatted(text),
                    "keep a copy or a submodule of it beside the directory and name that");
        } else {
            findings.error(
                    entry.place(),
                    text.isEmpty() ? "a path is missing" : "%s does not exist".formatted(text),
                    "paths are relative to the folder of this file");
        }
        return Optional.empty();
    }

    /** The same of a file, which Kustomize reads only from the folder and below. */
    Optional<Named> namedFile(Tree entry) {
        return named(entry).filter(named -> {
            if (!named.isFile()) {
                findings.error(entry.place(), "%s is a folder".formatted(named.text()), "name a file");
                return false;
            }
            if (!isWithin(named.path())) {
                findings.error(
                        entry.place(),
                        "%s is outside of this folder, and kubectl refuses that".formatted(named.text()),
                        "move it here, or give its folder a kustomization.yaml and name the folder in resources");
                return false;
            }
            return true;
        });
    }

    private boolean isWithin(Path file) {
        try {
            return file.toRealPath().startsWith(folder.toRealPath());
        } catch (IOException vanished) {
            return false;
        }
    }

    /** Texts by name. */
    Stream<java.util.Map.Entry<String, Tree>> texts(Tree map) {
        return map.fields().entrySet().stream().filter(entry -> {
            var isText = entry.getValue().text().isPresent();
            if (!isText) {
                findings.error(entry.getValue().place(), "%s must be a text".formatted(entry.getKey()), "quote it");
            }
            return isText;
        });
    }
}
