package dev.hyperterse.operator.report;

import dev.hyperterse.catalog.Revision;
import java.util.List;
import java.util.Optional;

/** The pods of a server that run and were not asked to end, and what each says it serves. */
public record Replicas(List<Replica> running) {
    /** Before anything was heard of. */
    public static final Replicas NONE = new Replicas(List.of());

    public Replicas {
        running = List.copyOf(running);
    }

    /** Whether each of them, and at least one, serves that revision or something later. */
    public boolean reached(Revision revision) {
        return !running.isEmpty() && behind(revision).isEmpty();
    }

    public List<Replica> behind(Revision revision) {
        return running.stream().filter(it -> !it.serves(revision)).toList();
    }

    public long ready() {
        return running.stream().filter(Replica::ready).count();
    }

    /** @param revision what it serves; empty while it serves nothing or does not answer */
    public record Replica(String pod, boolean ready, Optional<Revision> revision) {
        /** Numbers order only inside an epoch; equal content is equal whoever published it. */
        boolean serves(Revision wanted) {
            return revision.filter(it -> it.sha256().equals(wanted.sha256())
                            || it.atLeast(wanted).orElse(false))
                    .isPresent();
        }
    }
}
