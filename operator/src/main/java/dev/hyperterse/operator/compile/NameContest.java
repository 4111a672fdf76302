package dev.hyperterse.operator.compile;

import dev.hyperterse.operator.problem.Problem;
import dev.hyperterse.operator.problem.Reason;
import dev.hyperterse.operator.resolve.Published.PublicName;
import dev.hyperterse.operator.resolve.Published.Space;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Gives every public name to one leaf. */
final class NameContest {
    private static final Set<String> ENTRY_TOOLS = Set.of("search", "execute");

    private NameContest() {}

    /** @param entryTools whether the server shows its own tools beside those of leaves */
    static List<Candidate> settle(List<Candidate> candidates, boolean entryTools) {
        HashMap<PublicName, Candidate> winners = HashMap.newHashMap(candidates.size());
        for (var candidate : candidates) {
            candidate.name().ifPresent(name -> winners.merge(name, candidate, NameContest::better));
        }
        var settled = new ArrayList<Candidate>(candidates.size());
        for (var candidate : candidates) {
            settled.add(settle(candidate, winners, entryTools));
        }
        return settled;
    }

    private static Candidate better(Candidate one, Candidate other) {
        return Candidate.FOR_A_NAME.compare(one, other) <= 0 ? one : other;
    }

    private static Candidate settle(Candidate candidate, Map<PublicName, Candidate> winners, boolean entryTools) {
        if (candidate.name().isEmpty()) {
            return candidate;
        }
        var name = candidate.name().get();
        if (entryTools && name.space() == Space.TOOL && ENTRY_TOOLS.contains(name.name())) {
            return candidate.with(EvaluationResult.Refuse.because(reserved(name)));
        }
        var winner = winners.get(name);
        return winner == candidate
                ? candidate
                : candidate.with(EvaluationResult.Refuse.because(taken(name, candidate, winner)));
    }

    private static Problem taken(PublicName name, Candidate loser, Candidate winner) {
        // Of another namespace only the fact that the name is taken is reported.
        var by = loser.identity().namespace().equals(winner.identity().namespace())
                ? winner.identity().display()
                : "another namespace";
        return Problem.of(
                Reason.NameConflict,
                path(name.space()),
                "name-once",
                "'%s' is taken on this server by %s".formatted(name.name(), by),
                "choose another name, or remove the other definition");
    }

    private static Problem reserved(PublicName name) {
        return Problem.of(
                Reason.NameConflict,
                "spec.name",
                "name-reserved",
                "'%s' is an entry tool of the server".formatted(name.name()),
                "choose another name, or set the server's exposure to Direct");
    }

    private static String path(Space space) {
        return switch (space) {
            case TOOL, PROMPT -> "spec.name";
            case RESOURCE -> "spec.uri";
            case RESOURCE_TEMPLATE -> "spec.uriTemplate";
        };
    }
}
