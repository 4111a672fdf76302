package dev.hyperterse.operator.compile.server;

import dev.hyperterse.operator.problem.Problem;
import dev.hyperterse.operator.problem.Reason;

/** Fields and values of the API, or of a newer one, that this build does not support. They are reported, never ignored. */
public final class Unsupported {
    private Unsupported() {}

    /** A field whose behaviour comes with a later version. */
    public static Problem yet(String path, String what) {
        return Problem.of(
                Reason.NotYetSupported,
                path,
                "not-yet-supported",
                what + " not supported by this version of Hyperterse",
                "remove it, or upgrade Hyperterse when it is");
    }

    /** A value of a newer version of the API. */
    public static Problem unknownValue(String path) {
        return Problem.of(
                Reason.UnknownValue,
                path,
                "known-value",
                "the value is not supported by this version of Hyperterse",
                "use one that 'kubectl explain' lists, or upgrade Hyperterse");
    }
}
