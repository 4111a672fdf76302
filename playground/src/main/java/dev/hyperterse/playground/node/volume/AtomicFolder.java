package dev.hyperterse.playground.node.volume;

import dev.hyperterse.controlplane.Directories;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Arrays;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * A folder whose files change all at once, in the layout of a kubelet: each name is a link into {@code ..data}, which is a
 * link to the folder that holds this version.
 */
final class AtomicFolder {
    private static final String DATA = "..data";

    private final Path folder;
    private Map<String, byte[]> content = Map.of();
    private int version;

    AtomicFolder(Path folder) {
        this.folder = folder;
    }

    /** Makes it hold these files, by their relative paths, and no others. */
    void write(Map<String, byte[]> files) throws IOException {
        if (version > 0 && same(files, content)) {
            return;
        }
        Files.createDirectories(folder);
        var next = folder.resolve("..version-" + ++version);
        for (var file : files.entrySet()) {
            var path = next.resolve(file.getKey());
            Files.createDirectories(path.getParent());
            Files.write(path, file.getValue());
        }
        Files.createDirectories(next);
        swap(next);
        link(files);
        content = Map.copyOf(files);
        Directories.delete(folder.resolve("..version-" + (version - 1)));
    }

    private void swap(Path next) throws IOException {
        var unfinished = folder.resolve("..data_tmp");
        Files.deleteIfExists(unfinished);
        Files.createSymbolicLink(unfinished, next.getFileName());
        Files.move(unfinished, folder.resolve(DATA), StandardCopyOption.ATOMIC_MOVE);
    }

    /** One link for each first part of a path; links to what is gone go. */
    private void link(Map<String, byte[]> files) throws IOException {
        var names = files.keySet().stream().map(path -> path.split("/")[0]).collect(Collectors.toSet());
        for (var name : names) {
            var link = folder.resolve(name);
            if (!Files.exists(link, LinkOption.NOFOLLOW_LINKS)) {
                Files.createSymbolicLink(link, Path.of(DATA, name));
            }
        }
        try (var entries = Files.list(folder)) {
            for (var entry : entries.toList()) {
                var name = entry.getFileName().toString();
                if (!name.startsWith("..") && !names.contains(name)) {
                    Files.delete(entry);
                }
            }
        }
    }

    private static boolean same(Map<String, byte[]> some, Map<String, byte[]> others) {
        return some.keySet().equals(others.keySet())
                && some.entrySet().stream()
                        .allMatch(entry -> Arrays.equals(entry.getValue(), others.get(entry.getKey())));
    }
}
