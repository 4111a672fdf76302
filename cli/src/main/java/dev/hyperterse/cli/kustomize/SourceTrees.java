package dev.hyperterse.cli.kustomize;

import dev.hyperterse.cli.diagnostics.Place;
import dev.hyperterse.cli.document.FileNames;
import dev.hyperterse.cli.document.JsonTree;
import dev.hyperterse.cli.document.SourceFile;
import dev.hyperterse.cli.document.SourceText;
import dev.hyperterse.cli.document.Tree;
import dev.hyperterse.cli.document.UnreadableManifest;
import dev.hyperterse.cli.document.YamlDocuments;
import dev.hyperterse.cli.document.YamlTree;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** The files that a build reads. Parses again only what changed since the reading before. */
final class SourceTrees {
    private final Findings findings;
    private final Map<SourceFile, List<Tree>> before;
    private final Map<SourceFile, List<Tree>> parsed = new HashMap<>();
    private final Set<Path> files = new LinkedHashSet<>();

    /** @param before what the reading before parsed */
    SourceTrees(Map<SourceFile, List<Tree>> before, Findings findings) {
        this.before = before;
        this.findings = findings;
    }

    /** The documents of a file; none where one of them cannot be read, which is reported. */
    List<Tree> documents(Path path) {
        files.add(path);
        try {
            return documents(SourceText.read(path));
        } catch (UnreadableManifest unreadable) {
            findings.add(unreadable.diagnostic());
            return List.of();
        }
    }

    /** The same of a text. */
    List<Tree> documents(SourceFile file) {
        try {
            var known = before.get(file);
            var trees = known == null ? parse(file) : known;
            parsed.put(file, trees);
            return trees;
        } catch (UnreadableManifest unreadable) {
            findings.add(unreadable.diagnostic());
            return List.of();
        }
    }

    private static List<Tree> parse(SourceFile file) {
        if (file.isJson()) {
            return JsonTree.of(file);
        }
        var trees = new ArrayList<Tree>();
        YamlDocuments.of(file).forEach(document -> YamlTree.of(document)
                .filter(tree -> tree.content() != null)
                .ifPresent(trees::add));
        return List.copyOf(trees);
    }

    /** Empty where it cannot be read, which is reported where it is named. */
    Optional<byte[]> bytes(Path path, Place named) {
        files.add(path);
        try {
            if (Files.size(path) > SourceText.MOST_BYTES) {
                findings.error(named, "%s is too large".formatted(name(path)), "an object of Kubernetes holds 1 MiB");
                return Optional.empty();
            }
            return Optional.of(Files.readAllBytes(path));
        } catch (IOException unreadable) {
            findings.error(named, "%s cannot be read: %s".formatted(name(path), unreadable.getMessage()), "");
            return Optional.empty();
        }
    }

    static String name(Path path) {
        return FileNames.display(path);
    }

    Map<SourceFile, List<Tree>> parsed() {
        return Map.copyOf(parsed);
    }

    /** That were read or tried. */
    Set<Path> files() {
        return files;
    }
}
