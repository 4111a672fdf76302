package dev.hyperterse.cli.status;

import dev.hyperterse.cli.manifest.Spelling;
import dev.hyperterse.crds.v1alpha1.AttachmentGrant;
import dev.hyperterse.crds.v1alpha1.Attachments;
import dev.hyperterse.crds.v1alpha1.HyperterseServer;
import dev.hyperterse.crds.v1alpha1.NamespaceSelector;
import java.util.List;
import java.util.Map;
import java.util.Optional;
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
                .map(it -> notAdmitted(from, it))
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

    private static Finding notAdmitted(String from, HyperterseServer server) {
        var metadata = server.getMetadata();
        var grant = server.getSpec().attachments().flatMap(Attachments::namespaces);
        return Finding.blocking(
                "ServerNotFound: HyperterseServer %s/%s exists, and does not admit namespace %s: it admits %s"
                        .formatted(metadata.getNamespace(), metadata.getName(), from, admitted(grant)),
                grant.flatMap(AttachmentGrant::selector)
                        .map(it -> "label the namespace: kubectl label namespace " + from + labels(it))
                        .orElseGet(() -> "its owner can admit it: spec.attachments.namespaces: {from: Names, names: ["
                                + from + "]}"));
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

    private static String labels(NamespaceSelector selector) {
        var exact = selector.matchLabels().entrySet().stream()
                .sorted(Map.Entry.comparingByKey())
                .map(it -> " " + it.getKey() + "=" + it.getValue())
                .collect(Collectors.joining());
        return exact.isEmpty() ? " as its matchExpressions say" : exact;
    }
}
