package dev.hyperterse.operator.compile;

import dev.hyperterse.operator.problem.Problem;
import dev.hyperterse.operator.problem.Reason;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Lets each namespace bring no more leaves than the server takes. */
final class Quota {
    private Quota() {}

    static List<Candidate> keep(List<Candidate> candidates, int mostPerNamespace) {
        var byNamespace = new HashMap<String, List<Candidate>>();
        for (var candidate : candidates) {
            if (candidate.result().served().isPresent()) {
                byNamespace
                        .computeIfAbsent(candidate.identity().namespace(), _ -> new ArrayList<>())
                        .add(candidate);
            }
        }
        var over = new HashSet<String>();
        byNamespace.values().forEach(ofNamespace -> over.addAll(beyond(ofNamespace, mostPerNamespace)));
        return over.isEmpty()
                ? candidates
                : candidates.stream()
                        .map(it -> over.contains(it.identity().uid())
                                ? it.with(EvaluationResult.Refuse.because(problem(mostPerNamespace)))
                                : it)
                        .toList();
    }

    private static Set<String> beyond(List<Candidate> candidates, int most) {
        var over = new HashSet<String>();
        if (candidates.size() > most) {
            candidates.stream()
                    .sorted(Candidate.FOR_A_PLACE)
                    .skip(most)
                    .forEach(it -> over.add(it.identity().uid()));
        }
        return over;
    }

    private static Problem problem(int most) {
        return Problem.of(
                Reason.NotAllowedQuota,
                "spec.serverRefs",
                "definitions-per-namespace",
                "the server serves at most %d definitions of one namespace, and others already use that quota"
                        .formatted(most),
                "remove one, or ask the server's owner to raise spec.attachments.maxDefinitionsPerNamespace");
    }
}
