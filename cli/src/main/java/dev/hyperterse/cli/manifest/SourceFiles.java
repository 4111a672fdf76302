package dev.hyperterse.cli.manifest;

import dev.hyperterse.cli.diagnostics.Diagnostic;
import dev.hyperterse.cli.diagnostics.Place;
import dev.hyperterse.cli.diagnostics.Severity;
import dev.hyperterse.cli.document.FileNames;
import dev.hyperterse.cli.document.SourceText;
import java.io.IOException;
import java.nio.file.FileSystemLoopException;
import java.nio.file.FileVisitOption;
import java.nio.file.FileVisitResult;
import java.nio.file.FileVisitor;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/**
 * Finds the manifests below a directory, in a stable order. Hidden files and folders are left out, as are the templates
 * of a Helm chart, which are not manifests yet. A link to a folder is followed as {@link SourceRoot} says; one that
 * leads out of the directory or back up is reported.
 */
final class SourceFiles implements FileVisitor<Path> {

    /** Of all files together; far more than a namespace can hold. */
    private static final long MOST_BYTES_TOGETHER = 128 << 20;

    private static final int MOST_FILES = 20_000;
    /** Files of any kind: a directory with more of them is probably the wrong one. */
    private static final int MOST_ENTRIES = 200_000;

    /** The settings of editors and packages, which {@code init} and authors of scripts have beside manifests. */
    static final Set<String> SETTINGS = Set.of("tsconfig.json", "jsconfig.json", "package.json", "package-lock.json");

    private final Path root;
    private final SourceRoot sources;
    private final int mostFiles;
    private long bytes;
    private int entries;
    private final List<Path> files = new ArrayList<>();
    private final List<Diagnostic> problems = new ArrayList<>();

    private SourceFiles(Path root, int mostFiles) {
        this.root = root;
        this.sources = new SourceRoot(root);
        this.mostFiles = mostFiles;
    }

    /** The files that were found, sorted by name. */
    record Found(List<Path> files, List<Diagnostic> problems) {}

    static Found below(Path root) {
        return below(root, MOST_FILES);
    }

    static Found below(Path root, int mostFiles) {
        var visitor = new SourceFiles(root, mostFiles);
        try {
            Files.walkFileTree(root, EnumSet.of(FileVisitOption.FOLLOW_LINKS), SourceRoot.MOST_DEPTH, visitor);
        } catch (IOException unreadable) {
            visitor.error(root, "file-unreadable", unreadable.getMessage(), "");
        }
        return new Found(visitor.files.stream().sorted().toList(), List.copyOf(visitor.problems));
    }

    @Override
    public FileVisitResult preVisitDirectory(Path directory, BasicFileAttributes attributes) {
        if (sources.isSkipped(directory)) {
            return FileVisitResult.SKIP_SUBTREE;
        }
        switch (sources.follow(directory)) {
            case OUTSIDE -> {
                warn(
                        directory,
                        "link-outside",
                        "a link to a folder outside of this directory, so it is not followed",
                        "copy the folder, or give the directory that holds both");
                return FileVisitResult.SKIP_SUBTREE;
            }
            case ELSEWHERE -> {
                return FileVisitResult.SKIP_SUBTREE;
            }
            case READ -> {}
        }
        if (isHelmTemplates(directory)) {
            warn(
                    directory.resolveSibling("Chart.yaml"),
                    "helm-chart",
                    "the templates of this Helm chart are not read",
                    "render them (helm template) and give the directory with the output");
            return FileVisitResult.SKIP_SUBTREE;
        }
        return FileVisitResult.CONTINUE;
    }

    @Override
    public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
        if (++entries > MOST_ENTRIES) {
            return tooMuch("more than %d files of any kind".formatted(MOST_ENTRIES));
        }
        var name = file.getFileName().toString().toLowerCase(Locale.ROOT);
        var isManifest = name.endsWith(".yaml") || name.endsWith(".yml") || name.endsWith(".json");
        if (file.equals(root) && !isManifest) {
            error(
                    file,
                    "not-a-manifest",
                    "not a manifest: its name does not end with .yaml, .yml or .json",
                    "give a file with such a name, or a directory");
            return FileVisitResult.CONTINUE;
        }
        if (!isManifest || isHidden(file) || !file.equals(root) && SETTINGS.contains(name)) {
            return FileVisitResult.CONTINUE;
        }
        if (attributes.isDirectory()) {
            warn(
                    file,
                    "directory-too-deep",
                    "folders nested deeper than %d are not read".formatted(SourceRoot.MOST_DEPTH),
                    "");
        } else if (sources.isOutside(file)) {
            error(
                    file,
                    "link-outside",
                    "a link to a file outside of this directory, so it is not read",
                    "copy the file, or give the directory that holds both");
        } else if (!attributes.isRegularFile()) {
            warn(file, "file-unreadable", "not a regular file, so it is not read", "");
        } else if (attributes.size() > SourceText.MOST_BYTES) {
            error(
                    file,
                    "file-too-large",
                    "%d MiB; at most %d MiB of one file are read"
                            .formatted(attributes.size() >> 20, SourceText.MOST_BYTES >> 20),
                    "split the file");
        } else if (files.size() == mostFiles) {
            return tooMuch("more than %d manifests".formatted(mostFiles));
        } else if ((bytes += attributes.size()) > MOST_BYTES_TOGETHER) {
            return tooMuch("more than %d MiB of manifests".formatted(MOST_BYTES_TOGETHER >> 20));
        } else {
            files.add(file);
        }
        return FileVisitResult.CONTINUE;
    }

    private FileVisitResult tooMuch(String what) {
        error(
                root,
                "directory-too-large",
                what + "; the rest is not read",
                "give the directory that holds the manifests");
        return FileVisitResult.TERMINATE;
    }

    @Override
    public FileVisitResult visitFileFailed(Path file, IOException failure) {
        if (failure instanceof FileSystemLoopException) {
            warn(file, "link-loop", "a link to a folder around it, so it is not followed", "");
        } else {
            error(file, "file-unreadable", "cannot be read: " + failure.getMessage(), "");
        }
        return FileVisitResult.CONTINUE;
    }

    @Override
    public FileVisitResult postVisitDirectory(Path directory, IOException failure) {
        if (failure != null) {
            error(directory, "file-unreadable", "cannot be listed: " + failure.getMessage(), "");
        }
        return FileVisitResult.CONTINUE;
    }

    private static boolean isHidden(Path path) {
        return path.getFileName() != null && path.getFileName().toString().startsWith(".");
    }

    private static boolean isHelmTemplates(Path directory) {
        return directory.getFileName() != null
                && directory.getFileName().toString().equals("templates")
                && Files.exists(directory.resolveSibling("Chart.yaml"));
    }

    private void warn(Path file, String rule, String message, String remedy) {
        report(file, Severity.WARNING, rule, message, remedy);
    }

    private void error(Path file, String rule, String message, String remedy) {
        report(file, Severity.ERROR, rule, message, remedy);
    }

    private void report(Path file, Severity severity, String rule, String message, String remedy) {
        problems.add(Diagnostic.ofFile(Place.startOf(FileNames.display(file)), severity, rule, message, remedy));
    }
}
