package dev.hyperterse.compiler.resolve.grant;

import dev.hyperterse.compiler.problem.Problem;
import dev.hyperterse.compiler.problem.Reason;
import dev.hyperterse.crds.v1alpha1.ToolSpec;
import java.util.List;
import java.util.Optional;

/** Grants that select namespaces by label, where labels cannot be read. Such a grant admits no namespace. */
public final class UnreadableLabels {
    private UnreadableLabels() {}

    public static List<Problem> of(ServerGrants grants, Namespaces namespaces) {
        return namespaces.readable()
                ? List.of()
                : grants.selectors().stream().map(UnreadableLabels::problem).toList();
    }

    public static Optional<Problem> of(ToolSpec tool, Namespaces namespaces) {
        return !namespaces.readable() && Grants.toCall(tool) instanceof Grantees.Selector
                ? Optional.of(problem("spec.callableFrom"))
                : Optional.empty();
    }

    private static Problem problem(String path) {
        return Reason.NotAllowedSelector.problem(
                path,
                "labels-are-readable",
                "the operator is limited to namespaces and may not read their labels, so this grant admits none",
                "list the namespaces with 'from: Names', or install the operator with 'scope: Cluster'");
    }
}
