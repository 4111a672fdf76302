package dev.hyperterse.operator.read.kind;

import dev.hyperterse.compiler.resolve.ServerKey;
import dev.hyperterse.operator.model.WorkloadNames;
import io.fabric8.kubernetes.api.model.HasMetadata;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Stream;

/** One event of a watch. A created object has no {@code before}, a deleted one no {@code after}. */
public record ObjectChange<T extends HasMetadata>(Optional<T> before, Optional<T> after) {
    /** As it is, or as it was when it was deleted. */
    public T object() {
        return after.or(() -> before).orElseThrow();
    }

    /** Created, deleted, or deleted and created again: a list after a lost watch shows both at once. */
    public boolean replaced() {
        return differs(it -> it.getMetadata().getUid());
    }

    /** Whether it is to be something else now; a status decides nothing. */
    public boolean edited() {
        return replaced() || differs(it -> it.getMetadata().getGeneration());
    }

    /** The server of an object that carries the label of one, and the one before where its label was edited. */
    public Stream<ServerKey> labelledServers() {
        return Stream.of(before, after)
                .flatMap(it -> it.map(WorkloadNames::server).stream())
                .distinct();
    }

    /** Whether a part of it is another than before. */
    public boolean differs(Function<? super T, ?> part) {
        return !before.map(part).equals(after.map(part));
    }
}
