package dev.hyperterse.compiler.server.setting;

import dev.hyperterse.compiler.problem.Problem;
import dev.hyperterse.compiler.problem.Reason;

/** Values of a newer version of the API, which this build does not support. They are reported, never ignored. */
public final class Unsupported {
    private Unsupported() {}

    /** A value of a newer version of the API. */
    public static Problem unknownValue(String path) {
        return Reason.UnknownValue.problem(
                path,
                "known-value",
                "the value is not supported by this version of Hyperterse",
                "use one that 'kubectl explain' lists, or upgrade Hyperterse");
    }
}
