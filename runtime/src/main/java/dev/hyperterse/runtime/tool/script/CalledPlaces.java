package dev.hyperterse.runtime.tool.script;

import dev.hyperterse.catalog.Digest;
import dev.hyperterse.scripts.author.ScriptOwner;
import java.util.HashMap;
import java.util.Map;

/**
 * The positions of the tools that one script calls, within the call of the client. A position depends on the tool and
 * its inputs and not on the order of calls, which may differ in the next round: an answer must not be used for a call
 * with other inputs.
 */
final class CalledPlaces {
    private static final int LENGTH = 32;

    private final ScriptOwner.Kind kind;
    private final Map<String, Integer> called = new HashMap<>();

    CalledPlaces(ScriptOwner.Kind kind) {
        this.kind = kind;
    }

    /** The position of the next call. @param inputs as JSON */
    synchronized String next(String tool, String inputs) {
        var same = Digest.of(String.join("\0", kind.name(), tool, inputs)).substring(0, LENGTH);
        return same + "." + called.merge(same, 1, Integer::sum);
    }
}
