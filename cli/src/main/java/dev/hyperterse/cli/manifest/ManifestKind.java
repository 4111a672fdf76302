package dev.hyperterse.cli.manifest;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/** The kinds that are read; all others are ignored. */
public enum ManifestKind {
    SERVER("hyperterse.dev/v1alpha1", "HyperterseServer"),
    TOOL("hyperterse.dev/v1alpha1", "Tool"),
    PROMPT("hyperterse.dev/v1alpha1", "Prompt"),
    RESOURCE("hyperterse.dev/v1alpha1", "Resource"),
    CONFIG_MAP("v1", "ConfigMap"),
    SECRET("v1", "Secret"),
    NAMESPACE("v1", "Namespace");

    /** The group of our own kinds. */
    public static final String GROUP = "hyperterse.dev";

    private final String apiVersion;
    private final String kind;

    ManifestKind(String apiVersion, String kind) {
        this.apiVersion = apiVersion;
        this.kind = kind;
    }

    public String apiVersion() {
        return apiVersion;
    }

    /** As it stands in a manifest. */
    public String kind() {
        return kind;
    }

    /** Whether it is one of our four, which have a schema of ours. */
    public boolean isOurs() {
        return apiVersion.startsWith(GROUP + "/");
    }

    public boolean isNamespaced() {
        return this != NAMESPACE;
    }

    static Optional<ManifestKind> of(String apiVersion, String kind) {
        return Arrays.stream(values())
                .filter(it -> it.apiVersion.equals(apiVersion) && it.kind.equals(kind))
                .findFirst();
    }

    public static List<ManifestKind> ours() {
        return Arrays.stream(values()).filter(ManifestKind::isOurs).toList();
    }
}
