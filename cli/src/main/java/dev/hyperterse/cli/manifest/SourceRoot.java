package dev.hyperterse.cli.manifest;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Which folders belong to a directory of manifests, for reading and for watching it. */
public record SourceRoot(Path root) {
    public static final int MOST_DEPTH = 32;

    /** The meaning of a folder that the reader finds. */
    public enum Folder {
        READ,
        /** A link to a folder that is come across at its own place as well. */
        ELSEWHERE,
        /** A link out of the directory, to {@code /} perhaps. */
        OUTSIDE
    }

    public Folder follow(Path folder) {
        if (folder.equals(root) || !Files.isSymbolicLink(folder)) {
            return Folder.READ;
        }
        try {
            var directory = root.toRealPath();
            var target = folder.toRealPath();
            if (!target.startsWith(directory)) {
                return Folder.OUTSIDE;
            }
            // Nothing else leads to a hidden folder; those of a mounted ConfigMap are.
            return isHidden(directory.relativize(target)) ? Folder.READ : Folder.ELSEWHERE;
        } catch (IOException vanished) {
            return Folder.ELSEWHERE;
        }
    }

    /** Whether a folder is not read: it is hidden, or holds packages of npm. */
    public boolean isSkipped(Path folder) {
        if (folder.equals(root) || folder.getFileName() == null) {
            return false;
        }
        var name = folder.getFileName().toString();
        return name.startsWith(".") || name.equals("node_modules");
    }

    /** Whether a file is a link out of the directory. Files of a mounted ConfigMap are links to a hidden folder in it. */
    boolean isOutside(Path file) {
        if (file.equals(root) || !Files.isSymbolicLink(file)) {
            return false;
        }
        try {
            return !file.toRealPath().startsWith(root.toRealPath());
        } catch (IOException vanished) {
            return false;
        }
    }

    private static boolean isHidden(Path below) {
        for (var name : below) {
            if (name.toString().startsWith(".")) {
                return true;
            }
        }
        return false;
    }
}
