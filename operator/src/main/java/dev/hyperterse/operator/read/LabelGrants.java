package dev.hyperterse.operator.read;

import dev.hyperterse.crds.v1alpha1.Adapter;
import dev.hyperterse.crds.v1alpha1.AttachmentSource;
import dev.hyperterse.crds.v1alpha1.Attachments;
import dev.hyperterse.crds.v1alpha1.Auth;
import dev.hyperterse.crds.v1alpha1.AuthPlugin;
import dev.hyperterse.crds.v1alpha1.EnvironmentVariable;
import dev.hyperterse.crds.v1alpha1.Grant;
import dev.hyperterse.crds.v1alpha1.GrantSource;
import dev.hyperterse.crds.v1alpha1.HyperterseServerSpec;
import dev.hyperterse.crds.v1alpha1.ServerScripts;
import dev.hyperterse.crds.v1alpha1.Tool;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** Whether a server, or a tool of it, grants anything by the labels of namespaces; only then is it worth to know them. */
final class LabelGrants {
    private LabelGrants() {}

    /** @param tools those that refer to the server */
    static boolean in(HyperterseServerSpec spec, List<Tool> tools) {
        return in(spec)
                || tools.stream()
                        .flatMap(tool -> tool.getSpec().callableFrom().stream())
                        .anyMatch(LabelGrants::selects);
    }

    private static boolean in(HyperterseServerSpec spec) {
        var attachments = spec.attachments()
                .flatMap(Attachments::namespaces)
                .filter(it -> it.from() == AttachmentSource.Selector)
                .isPresent();
        return attachments || grants(spec).flatMap(Optional::stream).anyMatch(LabelGrants::selects);
    }

    private static boolean selects(Grant grant) {
        return grant.from() == GrantSource.Selector;
    }

    private static Stream<Optional<Grant>> grants(HyperterseServerSpec spec) {
        return Stream.of(
                        spec.env().stream().map(EnvironmentVariable::namespaces),
                        spec.adapters().stream().map(Adapter::namespaces),
                        spec.auth().map(Auth::plugins).orElse(List.of()).stream()
                                .map(AuthPlugin::namespaces),
                        spec.scripts().map(ServerScripts::namespaces).stream(),
                        spec.scripts().map(ServerScripts::fetch).orElse(List.of()).stream()
                                .map(ServerScripts.Fetch::namespaces))
                .flatMap(it -> it);
    }
}
