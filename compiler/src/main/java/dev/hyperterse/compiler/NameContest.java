package dev.hyperterse.compiler;

import dev.hyperterse.compiler.problem.Problem;
import dev.hyperterse.compiler.problem.Reason;
import dev.hyperterse.compiler.resolve.Published.PublicName;
import dev.hyperterse.compiler.resolve.Published.Space;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Gives every public name to one leaf, and each namespace the places of its quota: leaf by leaf in the order of precedence,
 * so that a leaf without a place takes no name from the next.
 */
final class NameContest {
    private final Set<String> entryTools;
    private final Quota quota;
    private final Map<PublicName, Candidate> holders;
    private final SkillFolders folders = new SkillFolders();

    private NameContest(Set<String> entryTools, Quota quota, int size) {
        this.entryTools = entryTools;
        this.quota = quota;
        this.holders = HashMap.newHashMap(size);
    }

    /**
     * @param entryTools the names of the server's own tools
     * @param mostPerNamespace how many leaves of one namespace the server takes
     */
    static List<Candidate> settle(
            List<Candidate> candidates, Set<String> entryTools, Optional<Integer> mostPerNamespace) {
        var contest = new NameContest(entryTools, new Quota(mostPerNamespace), candidates.size());
        Map<String, Candidate> refused = new HashMap<>();
        candidates.stream()
                .filter(it -> it.result().served().isPresent())
                .sorted(Candidate.FOR_A_PLACE)
                .forEach(it -> contest.refusal(it)
                        .ifPresent(why ->
                                refused.put(it.identity().uid(), it.with(EvaluationResult.Refuse.because(why)))));
        return candidates.stream()
                .map(it -> refused.getOrDefault(it.identity().uid(), it))
                .toList();
    }

    /** Empty when the leaf has got its name. */
    private Optional<Problem> refusal(Candidate candidate) {
        var name = candidate.name().orElseThrow();
        if (name.space() == Space.TOOL && entryTools.contains(name.name())) {
            return Optional.of(reserved(candidate, name));
        }
        var holder = holders.get(name);
        if (holder != null) {
            return Optional.of(taken(name, candidate, holder));
        }
        var shared = folders.sharedBy(candidate);
        if (shared.isPresent()) {
            return Optional.of(inFolder(candidate, name.space(), shared.get()));
        }
        var exceeded = quota.take(candidate.identity().namespace());
        if (exceeded.isEmpty()) {
            holders.put(name, candidate);
            folders.add(candidate);
        }
        return exceeded;
    }

    private static Problem taken(PublicName name, Candidate loser, Candidate winner) {
        return Reason.NameConflict.problem(
                path(loser, name.space()),
                "name-once",
                "'%s' is taken on this server by %s".formatted(name.name(), holder(loser, winner)),
                another(loser, name.space()) + ", or remove the other definition");
    }

    /** Of another namespace only the fact that the name is taken is reported. */
    private static String holder(Candidate loser, Candidate winner) {
        return loser.identity().namespace().equals(winner.identity().namespace())
                ? winner.identity().display()
                : "another namespace";
    }

    private static Problem inFolder(Candidate loser, Space space, Candidate winner) {
        return Reason.NameConflict.problem(
                path(loser, space),
                "skill-folder-once",
                "a skill's folder has its own files only, and this URI shares, or may share, one with %s"
                        .formatted(holder(loser, winner)),
                loser.identity().item().isPresent() ? another(loser, space) : "choose a URI outside that folder");
    }

    private static Problem reserved(Candidate loser, PublicName name) {
        return Reason.NameConflict.problem(
                path(loser, name.space()),
                "name-reserved",
                "'%s' is an entry tool of the server".formatted(name.name()),
                another(loser, name.space()) + ", or give the entry tool another in the server's search.tools");
    }

    private static String another(Candidate loser, Space space) {
        if (loser.identity().item().isEmpty()) {
            return "choose another name";
        }
        return switch (space) {
            case TOOL, PROMPT -> "name it in overrides, set a prefix";
            // Its URI is that of the other server.
            case RESOURCE, RESOURCE_TEMPLATE -> "leave it out by select or overrides";
        };
    }

    private static String path(Candidate loser, Space space) {
        // The name of an item is no field of its object.
        return loser.identity().item().isPresent()
                ? "spec"
                : switch (space) {
                    case TOOL, PROMPT -> "spec.name";
                    case RESOURCE -> "spec.uri";
                    case RESOURCE_TEMPLATE -> "spec.uriTemplate";
                };
    }
}
