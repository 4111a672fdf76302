package dev.hyperterse.cli.manifest;

import dev.hyperterse.cli.diagnostics.Diagnostic;
import dev.hyperterse.cli.diagnostics.Place;
import dev.hyperterse.cli.diagnostics.Severity;
import dev.hyperterse.cli.document.SourceMap;
import dev.hyperterse.cli.document.Tree;
import dev.hyperterse.compiler.admission.Spelling;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Selects the decoded documents that are objects of Hyperterse, and identifies them. Lists are taken apart. */
final class ObjectReader {
    private static final List<String> OURS =
            ManifestKind.ours().stream().map(ManifestKind::kind).toList();

    private static final String DEFAULT_NAMESPACE = "default";

    private final List<Manifest> manifests = new ArrayList<>();
    private final List<Diagnostic> problems = new ArrayList<>();
    private final Map<String, Integer> ignored = new HashMap<>();

    /** The documents of one file, read. */
    record Objects(List<Manifest> manifests, List<Diagnostic> problems, Map<String, Integer> ignored) {}

    Objects objects() {
        return new Objects(List.copyOf(manifests), List.copyOf(problems), Map.copyOf(ignored));
    }

    /** The same without the problems. */
    Objects ignored() {
        return new Objects(List.copyOf(manifests), List.of(), Map.copyOf(ignored));
    }

    boolean hasProblems() {
        return !problems.isEmpty();
    }

    void problem(Diagnostic diagnostic) {
        problems.add(diagnostic);
    }

    void read(Tree tree) {
        if (tree.content() == null) {
            return;
        }
        if (!(tree.content() instanceof Map<?, ?> map)) {
            error(tree.sources().value(), "not-an-object", "a manifest must be a map", "");
            return;
        }
        var apiVersion = text(map, "apiVersion");
        var kind = text(map, "kind");
        if (kind.endsWith("List") && map.get("items") instanceof List<?> items) {
            readItems(items, apiVersion, kind, tree.sources());
        } else {
            readObject(tree, apiVersion, kind);
        }
    }

    private void readItems(List<?> items, String apiVersion, String kind, SourceMap sources) {
        var places = sources.fields().get("items").items();
        for (var index = 0; index < items.size(); index++) {
            read(new Tree(typed(items.get(index), apiVersion, kind), places.get(index)));
        }
    }

    /** An API server leaves out the kind of the items of a ToolList, and kubectl adds it again. */
    private static Object typed(Object item, String apiVersion, String kindOfList) {
        if (kindOfList.equals("List")
                || !(item instanceof Map<?, ?> map)
                || map.containsKey("kind")
                || map.containsKey("apiVersion")) {
            return item;
        }
        var typed = new LinkedHashMap<>(asContent(map));
        typed.put("apiVersion", apiVersion);
        typed.put("kind", kindOfList.substring(0, kindOfList.length() - "List".length()));
        return typed;
    }

    private void readObject(Tree tree, String apiVersion, String kind) {
        var known = ManifestKind.of(apiVersion, kind);
        if (known.isPresent()) {
            manifests.add(manifest(known.get(), tree));
        } else if (apiVersion.equals(ManifestKind.GROUP) || apiVersion.startsWith(ManifestKind.GROUP + "/")) {
            unknownOfOurGroup(tree.sources(), apiVersion, kind);
        } else if (kind.equals(ManifestKind.SERVER.kind()) || isMisspelt(apiVersion, kind)) {
            error(
                    tree.sources().locate("apiVersion"),
                    "unknown-version",
                    apiVersion.isEmpty()
                            ? "apiVersion is missing"
                            : "unsupported apiVersion \"%s\"".formatted(apiVersion),
                    "write apiVersion: " + ManifestKind.SERVER.apiVersion());
        } else {
            passOver(tree.sources(), apiVersion, kind);
        }
    }

    /** Other groups have a kind Tool, and a Resource too. */
    private static boolean isMisspelt(String apiVersion, String kind) {
        return OURS.contains(kind)
                && (apiVersion.isEmpty()
                        || Spelling.nearest(apiVersion, List.of(ManifestKind.TOOL.apiVersion()))
                                .isPresent());
    }

    private void unknownOfOurGroup(SourceMap sources, String apiVersion, String kind) {
        var version = ManifestKind.TOOL.apiVersion();
        if (!apiVersion.equals(version)) {
            error(
                    sources.locate("apiVersion"),
                    "unknown-version",
                    "unknown apiVersion \"%s\"".formatted(apiVersion),
                    "write apiVersion: " + version);
            return;
        }
        var remedy = Spelling.nearest(kind, OURS)
                .map("did you mean %s?"::formatted)
                .orElse("the kinds are " + String.join(", ", OURS));
        var message = kind.isEmpty() ? "kind is missing" : "unknown kind \"%s\" in %s".formatted(kind, version);
        error(sources.locate("kind"), "unknown-kind", message, remedy);
    }

    private void passOver(SourceMap sources, String apiVersion, String kind) {
        ignored.merge(kind.isEmpty() ? "(no kind)" : kind, 1, Integer::sum);
        if (apiVersion.startsWith("kustomize.config.k8s.io/")) {
            problems.add(Diagnostic.ofFile(
                    sources.value(),
                    Severity.WARNING,
                    "kustomization",
                    "this kustomization is not built, and the files beside it are read as they are",
                    "give its folder, or write a kustomization.yaml into the directory that names the folder"));
        }
    }

    private static Manifest manifest(ManifestKind kind, Tree tree) {
        var content = asContent(tree.content());
        var metadata = content.get("metadata") instanceof Map<?, ?> map ? map : Map.of();
        var namespace = text(metadata, "namespace");
        var name = text(metadata, "name");
        var effective = !kind.isNamespaced() ? "" : namespace.isEmpty() ? DEFAULT_NAMESPACE : namespace;
        return new Manifest(new ObjectKey(kind, effective, name), content, tree.sources());
    }

    @SuppressWarnings("unchecked") // the decoders make maps with text keys only
    private static Map<String, Object> asContent(Object content) {
        return (Map<String, Object>) content;
    }

    private static String text(Map<?, ?> map, String key) {
        return map.get(key) instanceof String text ? text : "";
    }

    private void error(Place place, String rule, String message, String remedy) {
        problems.add(Diagnostic.ofFile(place, Severity.ERROR, rule, message, remedy));
    }
}
