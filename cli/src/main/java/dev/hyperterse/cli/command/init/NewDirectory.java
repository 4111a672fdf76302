package dev.hyperterse.cli.command.init;

import dev.hyperterse.cli.manifest.DotEnv;
import dev.hyperterse.cli.terminal.CommandFailure;
import dev.hyperterse.cli.terminal.ExitCode;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;

/** The directory that {@code init} or {@code import} fills. Nothing is written where there is something. */
public record NewDirectory(Path path) {
    private static final int LONGEST_NAME = 40;

    public static NewDirectory of(String text) {
        if (text.isBlank()) {
            throw new CommandFailure(ExitCode.USAGE, "DIR is empty; write . for the current directory");
        }
        return new NewDirectory(Path.of(text));
    }

    /** As objects in Kubernetes are named. */
    public String server() {
        var folder = Optional.ofNullable(path.toAbsolutePath().normalize().getFileName())
                .map(Path::toString)
                .orElse("");
        var name = folder.toLowerCase(Locale.ROOT).replaceAll("[^a-z0-9]+", "-").replaceAll("^[-0-9]+", "");
        name = name.substring(0, Math.min(name.length(), LONGEST_NAME)).replaceAll("-+$", "");
        return name.isEmpty() ? "hyperterse" : name;
    }

    /** @param expected files that may be there already */
    public void requireEmpty(Predicate<Path> expected) {
        if (!Files.exists(path)) {
            return;
        }
        if (!Files.isDirectory(path)) {
            throw new CommandFailure(ExitCode.UNAVAILABLE, path + " is a file; nothing was written");
        }
        try (var entries = Files.list(path)) {
            if (entries.anyMatch(expected.negate())) {
                throw new CommandFailure(
                        ExitCode.UNAVAILABLE,
                        path
                                + " is not empty; nothing was written. Give a new directory, and compare it with this one: diff NEW --base "
                                + path);
            }
        } catch (IOException refused) {
            throw new UncheckedIOException(refused);
        }
    }

    public void write(Map<String, String> files) {
        try {
            for (var file : files.entrySet()) {
                var target = path.resolve(file.getKey());
                Files.createDirectories(target.getParent());
                if (file.getKey().equals(DotEnv.FILE_NAME)) {
                    readableByItsOwner(target);
                    Files.writeString(target, file.getValue());
                } else {
                    Files.writeString(target, file.getValue(), StandardOpenOption.CREATE_NEW);
                }
            }
        } catch (IOException refused) {
            throw new UncheckedIOException(refused);
        }
    }

    private static void readableByItsOwner(Path file) throws IOException {
        if (file.getFileSystem().supportedFileAttributeViews().contains("posix")) {
            Files.createFile(file, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
        } else {
            Files.createFile(file);
        }
    }
}
