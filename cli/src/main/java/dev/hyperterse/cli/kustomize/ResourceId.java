package dev.hyperterse.cli.kustomize;

import dev.hyperterse.cli.document.Tree;
import java.util.Set;

/** Identifies an object, now or under a former name. */
record ResourceId(String group, String version, String kind, String namespace, String name) {
    private static final String DEFAULT_NAMESPACE = "default";

    /** Of Kubernetes, outside of namespaces; custom kinds count as namespaced. */
    private static final Set<String> WITHOUT_NAMESPACE = Set.of(
            "APIService",
            "CSIDriver",
            "CSINode",
            "ClusterRole",
            "ClusterRoleBinding",
            "CustomResourceDefinition",
            "IngressClass",
            "MutatingWebhookConfiguration",
            "Namespace",
            "Node",
            "PersistentVolume",
            "PriorityClass",
            "RuntimeClass",
            "StorageClass",
            "ValidatingAdmissionPolicy",
            "ValidatingAdmissionPolicyBinding",
            "ValidatingWebhookConfiguration",
            "VolumeAttachment");

    static ResourceId of(Tree object) {
        var apiVersion = object.text("apiVersion");
        var slash = apiVersion.indexOf('/');
        return new ResourceId(
                slash < 0 ? "" : apiVersion.substring(0, slash),
                apiVersion.substring(slash + 1),
                object.text("kind"),
                object.text("metadata", "namespace"),
                object.text("metadata", "name"));
    }

    boolean isNamespaced() {
        return !WITHOUT_NAMESPACE.contains(kind);
    }

    /** The namespace that is meant; empty outside of all. */
    String effectiveNamespace() {
        return !isNamespaced() ? "" : namespace.isEmpty() ? DEFAULT_NAMESPACE : namespace;
    }

    boolean isSameAs(ResourceId other) {
        return name.equals(other.name)
                && kind.equals(other.kind)
                && group.equals(other.group)
                && version.equals(other.version)
                && effectiveNamespace().equals(other.effectiveNamespace());
    }

    @Override
    public String toString() {
        return kind + " " + (namespace.isEmpty() ? "" : namespace + "/") + name;
    }
}
