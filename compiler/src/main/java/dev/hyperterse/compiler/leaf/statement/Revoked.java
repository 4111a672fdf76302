package dev.hyperterse.compiler.leaf.statement;

import dev.hyperterse.catalog.Action;
import dev.hyperterse.catalog.statement.Reference;
import dev.hyperterse.compiler.problem.Problem;
import dev.hyperterse.compiler.problem.Reason;
import java.util.Optional;
import java.util.Set;

/** Why the last good version of an action cannot be served on its adapter as it is now. */
record Revoked(String path) {
    Problem because(Reason reason, String rule, String why) {
        return reason.problem(
                path,
                rule,
                "the last good version cannot be served any more: " + why,
                "fix the definition, or take the change of the server back");
    }

    /** @param environment the variables that are granted now */
    Optional<Problem> unlessGranted(Action action, Set<String> environment) {
        return action.references()
                        .anyMatch(it -> it instanceof Reference.Environment(var name) && !environment.contains(name))
                ? Optional.of(
                        because(Reason.NotAllowedEnv, "env-granted", "it may read variables that are not granted now"))
                : Optional.empty();
    }
}
