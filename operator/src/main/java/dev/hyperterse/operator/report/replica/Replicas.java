package dev.hyperterse.operator.report.replica;

import dev.hyperterse.catalog.LeafIdentity;
import dev.hyperterse.catalog.Revision;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * The pods of a server, and what each running pod reports that it serves. Terminating pods are left out.
 *
 * @param existing how many there are, also those that have not begun to run
 */
public record Replicas(int existing, List<Replica> running) {
    /** Before any pod has been observed. */
    public static final Replicas NONE = new Replicas(0, List.of());

    /** Whether each that could serve it, and at least one, serves that revision or something later. */
    public boolean reached(Revision revision) {
        var counted = running.stream().filter(Replica::counts).toList();
        return !counted.isEmpty() && counted.stream().allMatch(it -> it.serves(revision));
    }

    /** Whether any of them could serve something: not one that has begun to answer and reads its first catalog still. */
    public boolean any() {
        return running.stream().anyMatch(it -> it.ready() || it.revision().isPresent());
    }

    public List<Replica> behind(Revision revision) {
        return running.stream().filter(it -> !it.serves(revision)).toList();
    }

    public long ready() {
        return running.stream().filter(Replica::ready).count();
    }

    /** Whether each has answered or failed to. */
    public boolean heard() {
        return running.stream().allMatch(Replica::asked);
    }

    /** The versions of their runtime; empty where none says. */
    public Optional<String> version() {
        var versions = running.stream()
                .map(Replica::version)
                .filter(version -> !version.isEmpty())
                .distinct()
                .sorted()
                .collect(Collectors.joining(", "));
        return Optional.of(versions).filter(it -> !it.isEmpty());
    }

    /** Whether any of them says something against a definition. */
    boolean complain() {
        for (var replica : running) {
            if (replica.answer().isPresent() && replica.answer().get().complains()) {
                return true;
            }
        }
        return false;
    }

    /** The objection of a database to the statement of a leaf that is in the catalog since that revision. */
    Optional<ReplicaAnswer.Unverified> unverified(LeafIdentity leaf, Revision since) {
        if (!complain()) {
            return Optional.empty();
        }
        var display = leaf.display();
        return running.stream()
                .filter(it -> it.serves(since))
                .flatMap(it -> it.answer().map(answer -> answer.unverified().get(display)).stream())
                .filter(it -> it.generation() == leaf.generation())
                .min(Comparator.comparing(ReplicaAnswer.Unverified::message));
    }

    /** Why a runtime does not serve a leaf that is in the catalog since that revision. */
    Optional<Refusal> refusal(LeafIdentity leaf, Revision since) {
        if (!complain()) {
            return Optional.empty();
        }
        var display = leaf.display();
        return running.stream()
                .filter(it -> it.serves(since))
                .flatMap(it -> it
                        .answer()
                        .map(answer -> answer.refused().get(display))
                        .map(reason -> new Refusal(it.version(), reason))
                        .stream())
                .min(Comparator.comparing(Refusal::version).thenComparing(Refusal::reason));
    }

    /**
     * A pod that runs.
     *
     * @param version of its runtime, as its label says
     * @param ready whether clients are sent to it
     * @param asked whether it has answered, or was found not to
     * @param answer what it said last; empty while it does not answer
     */
    public record Replica(String pod, String version, boolean ready, boolean asked, Optional<ReplicaAnswer> answer) {
        /**
         * Whether it has a say. One that clients are not sent to and that does not answer is starting, hangs, or lies on
         * a lost node; it reads the index before it becomes ready.
         */
        boolean counts() {
            return ready || answer.isPresent();
        }

        Optional<Revision> revision() {
            return answer.flatMap(ReplicaAnswer::revision);
        }

        /** Numbers order only inside an epoch; equal content is equal in any epoch. */
        boolean serves(Revision wanted) {
            return revision()
                    .filter(it -> it.sha256().equals(wanted.sha256())
                            || it.atLeast(wanted).orElse(false))
                    .isPresent();
        }
    }

    /** A runtime's word that it cannot serve a leaf. */
    public record Refusal(String version, String reason) {
        public String message() {
            return "runtime%s cannot serve it: %s; upgrade the runtime of the server"
                    .formatted(version.isEmpty() ? "" : " " + version, reason);
        }
    }
}
