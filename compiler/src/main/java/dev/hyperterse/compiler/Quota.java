package dev.hyperterse.compiler;

import dev.hyperterse.compiler.problem.Problem;
import dev.hyperterse.compiler.problem.Reason;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/** Counts the leaves of each namespace, of which the server takes no more than its quota. */
final class Quota {
    private final Optional<Integer> mostPerNamespace;
    private final Map<String, Integer> taken = new HashMap<>();

    /** @param mostPerNamespace empty where any number is taken */
    Quota(Optional<Integer> mostPerNamespace) {
        this.mostPerNamespace = mostPerNamespace;
    }

    /** Why the namespace has no place for another leaf; empty when the leaf has taken one. */
    Optional<Problem> take(String namespace) {
        var own = taken.getOrDefault(namespace, 0);
        var exceeded = mostPerNamespace.filter(most -> own >= most).map(Quota::problem);
        if (exceeded.isEmpty()) {
            taken.put(namespace, own + 1);
        }
        return exceeded;
    }

    private static Problem problem(int most) {
        return Reason.NotAllowedQuota.problem(
                "spec.serverRefs",
                "definitions-per-namespace",
                "the server serves at most %d definitions of one namespace, and others already use that quota"
                        .formatted(most),
                "remove one, or ask the server's owner to raise spec.attachments.maxDefinitionsPerNamespace");
    }
}
