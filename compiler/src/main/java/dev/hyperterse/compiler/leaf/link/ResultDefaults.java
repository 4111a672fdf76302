package dev.hyperterse.compiler.leaf.link;

import dev.hyperterse.catalog.ResultRules.Overflow;
import dev.hyperterse.compiler.problem.Checked;
import dev.hyperterse.compiler.server.setting.Choice;
import dev.hyperterse.crds.v1alpha1.ResultOverflow;
import dev.hyperterse.crds.v1alpha1.ServerResult;
import java.util.Optional;

/** How large answers are of tools that do not say so: what every known client shows to its model without cutting it. */
public record ResultDefaults(int maxRows, int maxTokens, Overflow overflow) {
    /** Of a server that says nothing. */
    public static final ResultDefaults STANDARD = new ResultDefaults(100, 24_000, Overflow.Truncate);

    public static Checked<ResultDefaults> of(Optional<ServerResult> declared) {
        return Choice.checked(
                        declared.flatMap(ServerResult::overflow).orElse(ResultOverflow.Truncate),
                        Overflow.class,
                        "spec.result.overflow")
                .map(overflow -> new ResultDefaults(
                        declared.flatMap(ServerResult::maxRows).orElse(STANDARD.maxRows()),
                        declared.flatMap(ServerResult::maxTokens).orElse(STANDARD.maxTokens()),
                        overflow));
    }

    /** The same for a tool whose answers must be complete unless its author says otherwise. */
    public ResultDefaults failing() {
        return new ResultDefaults(maxRows, maxTokens, Overflow.Fail);
    }
}
