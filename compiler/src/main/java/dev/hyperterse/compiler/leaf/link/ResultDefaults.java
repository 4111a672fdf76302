package dev.hyperterse.compiler.leaf.link;

import dev.hyperterse.catalog.result.ResultRules.Overflow;
import dev.hyperterse.compiler.problem.Checked;
import dev.hyperterse.compiler.problem.Problem;
import dev.hyperterse.compiler.server.setting.Choice;
import dev.hyperterse.compiler.server.setting.Unsupported;
import dev.hyperterse.crds.v1alpha1.result.ResultMarking;
import dev.hyperterse.crds.v1alpha1.result.ResultOverflow;
import dev.hyperterse.crds.v1alpha1.server.ServerResult;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** How large answers are of tools that do not say so: what every known client shows to its model without cutting it. */
public record ResultDefaults(int maxRows, int maxTokens, Overflow overflow, boolean marked) {
    private static final String PATH = "spec.result.";

    /** Of a server that says nothing. */
    public static final ResultDefaults STANDARD = new ResultDefaults(100, 24_000, Overflow.Truncate, false);

    /** The defaults that this build knows of. A word that it does not know must not take the marks away. */
    public static ResultDefaults of(Optional<ServerResult> declared) {
        return new ResultDefaults(
                declared.flatMap(ServerResult::maxRows).orElse(STANDARD.maxRows()),
                declared.flatMap(ServerResult::maxTokens).orElse(STANDARD.maxTokens()),
                overflow(declared).valid().orElse(STANDARD.overflow()),
                isMarked(declared.flatMap(ServerResult::untrusted), STANDARD.marked()));
    }

    /** The faults of the section. */
    public static List<Problem> problems(Optional<ServerResult> declared) {
        var problems = new ArrayList<>(overflow(declared).problems());
        problems.addAll(marked(declared.flatMap(ServerResult::untrusted), STANDARD.marked(), PATH + "untrusted")
                .problems());
        return problems;
    }

    private static Checked<Overflow> overflow(Optional<ServerResult> declared) {
        return Choice.checked(
                declared.flatMap(ServerResult::overflow).orElse(ResultOverflow.Truncate),
                Overflow.class,
                PATH + "overflow");
    }

    /** Whether answers are marked. @param path of the field, for the problem of a constant that this build does not know */
    public static Checked<Boolean> marked(Optional<ResultMarking> declared, boolean otherwise, String path) {
        return declared.map(it -> switch (it) {
                    case Marked -> Checked.sound(true);
                    case Unmarked -> Checked.sound(false);
                    case Unrecognized -> Checked.<Boolean>faulty(Unsupported.unknownValue(path));
                })
                .orElseGet(() -> Checked.sound(otherwise));
    }

    /** The same where there may be a fault in it: what it might ask for holds. */
    public static boolean isMarked(Optional<ResultMarking> declared, boolean otherwise) {
        return declared.map(it -> it != ResultMarking.Unmarked).orElse(otherwise);
    }

    /** The same for a tool whose answers must be complete unless its author says otherwise. */
    public ResultDefaults failing() {
        return new ResultDefaults(maxRows, maxTokens, Overflow.Fail, marked);
    }
}
