package dev.hyperterse.compiler;

import dev.hyperterse.compiler.resolve.Published.PublicName;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.UnaryOperator;

/**
 * Which of the leaves that can be served are served: each name once, within the quotas and the room of the catalog.
 *
 * @param entryTools the names of the server's own tools
 * @param mostPerNamespace how many leaves of one namespace the server takes
 * @param withRoom refuses what has no room
 */
record Admission(Set<String> entryTools, Optional<Integer> mostPerNamespace, UnaryOperator<List<Candidate>> withRoom) {
    /** An attempt packs slots; a namespace must not make one for each of its definitions. */
    private static final int MOST_ATTEMPTS = 8;

    List<Candidate> admit(List<Candidate> candidates) {
        var contestants = candidates;
        var admitted = attempt(contestants);
        for (var attempt = 1; attempt < MOST_ATTEMPTS; attempt++) {
            var withdrawn = withdrawn(contestants, admitted);
            if (withdrawn.isEmpty()) {
                return admitted;
            }
            // A name whose winner has no room goes to the next.
            contestants = contestants.stream()
                    .map(it -> withdrawn.getOrDefault(it.identity().uid(), it))
                    .toList();
            admitted = attempt(contestants);
        }
        return admitted;
    }

    private List<Candidate> attempt(List<Candidate> contestants) {
        return withRoom.apply(NameContest.settle(contestants, entryTools, mostPerNamespace));
    }

    /** Those that have won a name that others want, and have no room; refused, by uid. */
    private static Map<String, Candidate> withdrawn(List<Candidate> contestants, List<Candidate> admitted) {
        var wanting = new HashMap<PublicName, Integer>();
        contestants.stream()
                .filter(it -> it.result().served().isPresent())
                .flatMap(it -> it.name().stream())
                .forEach(name -> wanting.merge(name, 1, Integer::sum));
        var withdrawn = new HashMap<String, Candidate>();
        for (var index = 0; index < contestants.size(); index++) {
            var candidate = admitted.get(index);
            if (contestants.get(index).result().served().isPresent()
                    && candidate.hasNoRoom()
                    && candidate.name().filter(name -> wanting.get(name) > 1).isPresent()) {
                withdrawn.put(candidate.identity().uid(), candidate);
            }
        }
        return withdrawn;
    }
}
