package dev.hyperterse.cli.validation.warning;

import dev.hyperterse.catalog.Leaf;
import dev.hyperterse.catalog.access.AccessPolicy;
import dev.hyperterse.catalog.server.auth.AuthPlugin;
import dev.hyperterse.catalog.statement.Reference;
import dev.hyperterse.cli.diagnostics.Diagnostic;
import dev.hyperterse.cli.diagnostics.Severity;
import dev.hyperterse.cli.manifest.Manifest;
import dev.hyperterse.compiler.CompiledServer;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Finds statements that cannot distinguish callers of the same name from different plugins. */
public final class SharedSubjects {
    private SharedSubjects() {}

    /** @param byUid the manifests */
    public static Stream<Diagnostic> of(Map<String, Manifest> byUid, CompiledServer compiled) {
        return compiled.settings().stream()
                .filter(server ->
                        server.auth().policy().flatMap(AccessPolicy::plugin).isEmpty())
                .filter(server -> server.auth().required().stream()
                                .filter(SharedSubjects::namesCallers)
                                .count()
                        > 1)
                .flatMap(_ -> compiled.results().values().stream())
                .flatMap(result -> result.served().stream())
                .filter(leaf -> leaf.access().flatMap(AccessPolicy::plugin).isEmpty())
                .filter(SharedSubjects::namesTheSubjectAlone)
                .flatMap(leaf -> Optional.ofNullable(byUid.get(leaf.identity().uid())).stream())
                .map(SharedSubjects::notice);
    }

    private static boolean namesCallers(AuthPlugin plugin) {
        return !(plugin instanceof AuthPlugin.AllowAll);
    }

    private static boolean namesTheSubjectAlone(Leaf leaf) {
        return leaf.statements()
                .map(asked -> asked.action().references().collect(Collectors.toSet()))
                .anyMatch(SharedSubjects::isSubjectAlone);
    }

    /** The issuer of a token says as much as the plugin that checks it. */
    private static boolean isSubjectAlone(Set<Reference> references) {
        return references.contains(new Reference.PrincipalSubject())
                && !references.contains(new Reference.PrincipalPlugin())
                && !references.contains(new Reference.PrincipalClaim("iss"));
    }

    private static Diagnostic notice(Manifest definition) {
        return definition.finding(
                Severity.NOTICE,
                "spec",
                "subject-of-several-plugins",
                "a statement names principal.subject, which callers of two plugins of the server can share",
                "name {{ principal.plugin }} as well, or admit one plugin with spec.auth.plugin");
    }
}
