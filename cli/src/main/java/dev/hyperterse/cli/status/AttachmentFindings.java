package dev.hyperterse.cli.status;

import dev.hyperterse.compiler.admission.Spelling;
import dev.hyperterse.compiler.resolve.grant.Grants;
import dev.hyperterse.compiler.resolve.grant.Namespaces;
import dev.hyperterse.crds.v1alpha1.HyperterseServer;
import dev.hyperterse.crds.v1alpha1.server.AttachmentGrant;
import dev.hyperterse.crds.v1alpha1.server.AttachmentSource;
import dev.hyperterse.crds.v1alpha1.server.Attachments;
import dev.hyperterse.crds.v1alpha1.shared.NamespaceSelector;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * Which of two reasons {@code ServerNotFound} has. A status must not say it, because the author may not be allowed to know
 * of the server; the cluster says it to a user who may read it.
 */
final class AttachmentFindings {
    private AttachmentFindings() {}

    /** Empty where the user may not see it. */
    static Optional<Finding> of(String from, String namespace, String server, Lookup lookup) {
        return lookup.servers(namespace).map(servers -> servers.stream()
                .filter(it -> it.getMetadata().getName().equals(server))
                .findFirst()
                .map(it -> present(from, it))
                .orElseGet(() -> absent(namespace, server, servers)));
    }

    private static Finding absent(String namespace, String server, List<HyperterseServer> servers) {
        var names = servers.stream().map(it -> it.getMetadata().getName()).toList();
        var near = Spelling.nearest(server, names)
                .map("; did you mean %s?"::formatted)
                .orElse("");
        return Finding.blocking(
                "ServerNotFound: there is no HyperterseServer %s in namespace %s%s".formatted(server, namespace, near),
                "fix spec.serverRefs, or create the server");
    }

    private static Finding present(String from, HyperterseServer server) {
        var metadata = server.getMetadata();
        var name = metadata.getNamespace() + "/" + metadata.getName();
        var grant = server.getSpec().attachments().flatMap(Attachments::namespaces);
        // The labels of a namespace are not read, so a selector admits none here.
        if (Grants.ofAttachments(grant).admits(from, metadata.getNamespace(), Namespaces.unknown())) {
            return Finding.blocking(
                    "ServerNotFound: HyperterseServer %s exists and admits namespace %s, so this status is from before that, or no operator watches both namespaces"
                            .formatted(name, from),
                    "wait half a minute; if it stays so: kubectl -n hyperterse-system logs deployment/hyperterse-operator");
        }
        return Finding.blocking(
                "ServerNotFound: HyperterseServer %s exists, and does not admit namespace %s: it admits %s"
                        .formatted(name, from, admitted(grant)),
                grant.flatMap(AttachmentGrant::selector)
                        .map(it -> label(from, it))
                        .orElseGet(() -> admit(grant, from, metadata.getNamespace())));
    }

    private static String admitted(Optional<AttachmentGrant> grant) {
        return grant.map(it -> switch (it.from()) {
                    case Names -> String.join(", ", it.names());
                    case Selector ->
                        "those labelled"
                                + it.selector().map(AttachmentFindings::labels).orElse("");
                    case Same, All, Unrecognized -> it.from().name();
                })
                .orElse("only its own");
    }

    /** A grant by names that keeps those who are admitted now; the own namespace is no exception. */
    private static String admit(Optional<AttachmentGrant> grant, String from, String owner) {
        var names = new TreeSet<>(grant.filter(it -> it.from() == AttachmentSource.Names)
                .map(AttachmentGrant::names)
                .orElse(List.of(owner)));
        names.add(from);
        return "its owner can admit it: spec.attachments.namespaces: {from: Names, names: [%s]}, with toolNames and auth.mode: Required"
                .formatted(String.join(", ", names));
    }

    private static String label(String from, NamespaceSelector selector) {
        return selector.matchExpressions().isEmpty()
                ? "label the namespace: kubectl label namespace " + from + labels(selector)
                : "label the namespace as spec.attachments.namespaces.selector of the server asks";
    }

    private static String labels(NamespaceSelector selector) {
        return selector.matchLabels().entrySet().stream()
                        .sorted(Map.Entry.comparingByKey())
                        .map(it -> " " + it.getKey() + "=" + it.getValue())
                        .collect(Collectors.joining())
                + (selector.matchExpressions().isEmpty() ? "" : " as its matchExpressions say");
    }
}
