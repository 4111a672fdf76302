package dev.hyperterse.compiler.server.setting;

import dev.hyperterse.compiler.problem.Problem;
import dev.hyperterse.compiler.resolve.grant.Grants;
import dev.hyperterse.crds.v1alpha1.HyperterseServerSpec;
import dev.hyperterse.crds.v1alpha1.server.ToolNames;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/** Notices about a server that is served: fields without behaviour yet, grants without effect. */
public final class ServerRules {
    private static final List<Function<HyperterseServerSpec, Optional<Problem>>> ALL = List.of(
            ServerRules::whoseScriptsRunIsKnown,
            ServerRules::whoseLeavesAttachIsKnown,
            ServerRules::howToolsAreNamedIsKnown);

    private ServerRules() {}

    public static List<Problem> check(HyperterseServerSpec spec) {
        return ALL.stream().flatMap(rule -> rule.apply(spec).stream()).toList();
    }

    private static Optional<Problem> whoseScriptsRunIsKnown(HyperterseServerSpec spec) {
        return spec.scripts()
                .filter(it -> Grants.unrecognized(it.namespaces()))
                .map(_ -> Unsupported.unknownValue("spec.scripts.namespaces"));
    }

    private static Optional<Problem> whoseLeavesAttachIsKnown(HyperterseServerSpec spec) {
        return spec.attachments()
                .filter(it -> Grants.attachmentsUnrecognized(it.namespaces()))
                .map(_ -> Unsupported.unknownValue("spec.attachments.namespaces"));
    }

    private static Optional<Problem> howToolsAreNamedIsKnown(HyperterseServerSpec spec) {
        return spec.attachments()
                .flatMap(it -> it.toolNames())
                .filter(ToolNames.Unrecognized::equals)
                .map(_ -> Unsupported.unknownValue("spec.attachments.toolNames"));
    }
}
