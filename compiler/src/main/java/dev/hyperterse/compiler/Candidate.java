package dev.hyperterse.compiler;

import dev.hyperterse.catalog.Leaf;
import dev.hyperterse.catalog.LeafIdentity;
import dev.hyperterse.compiler.problem.Reason;
import dev.hyperterse.compiler.resolve.Published.PublicName;
import java.util.Comparator;
import java.util.Optional;

/**
 * A leaf that could be served, while it is compared with the others.
 *
 * @param name what clients would call it by; absent where it is refused already
 * @param created as the API server wrote it; absent in a directory
 * @param holder whether it is the one that is published under that name
 * @param published the version of it that is published
 */
record Candidate(
        LeafIdentity identity,
        Optional<PublicName> name,
        Optional<String> created,
        boolean holder,
        Optional<Leaf> published,
        EvaluationResult result) {
    /** Leaves without a creation time come last, ordered by name. */
    private static final Comparator<Candidate> OLDER = Comparator.comparing(
                    (Candidate candidate) -> candidate.created().isEmpty())
            .thenComparing(candidate -> candidate.created().orElse(""))
            .thenComparing(Candidate::identity);

    /**
     * The order in which contested names and places are given: to what is published under that name, then to what is
     * published under another, then to the older, then by name.
     */
    static final Comparator<Candidate> FOR_A_PLACE = Comparator.comparing((Candidate candidate) -> !candidate.holder())
            .thenComparing(candidate -> candidate.published().isEmpty())
            .thenComparing(OLDER);

    /** Priority for scarce room: leaves that have it already, so that none grows at a neighbour's expense; then as above. */
    static final Comparator<Candidate> FOR_ROOM = Comparator.comparing(
                    (Candidate candidate) -> !candidate.servedAsPublished())
            .thenComparing(FOR_A_PLACE);

    boolean servedAsPublished() {
        return published.isPresent() && published.equals(result.served());
    }

    /** Whether it is refused because the catalog, or its slot, is full. */
    boolean hasNoRoom() {
        return result instanceof EvaluationResult.Refuse(var _, var problems)
                && problems.stream().anyMatch(problem -> problem.reason() == Reason.CatalogFull);
    }

    Candidate with(EvaluationResult other) {
        return new Candidate(identity, name, created, holder, published, other);
    }
}
