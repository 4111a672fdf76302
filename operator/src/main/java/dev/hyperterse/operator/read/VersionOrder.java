package dev.hyperterse.operator.read;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.client.informers.cache.Cache;
import java.util.Optional;
import java.util.function.BiConsumer;

/**
 * Whether the versions of objects only grew. One that shrank was restored from a backup of the API server: what was
 * derived from later states of it, by generation for example, is of no use any more.
 */
final class VersionOrder {
    private volatile Optional<String> broken = Optional.empty();

    /** The first object that went back. */
    Optional<String> broken() {
        return broken;
    }

    /** Looks at each change before the listener gets it. */
    <T extends HasMetadata> BiConsumer<Optional<T>, Optional<T>> checking(
            BiConsumer<Optional<T>, Optional<T>> changed) {
        return (before, after) -> {
            if (before.isPresent() && after.isPresent()) {
                check(before.get(), after.get());
            }
            changed.accept(before, after);
        };
    }

    private void check(HasMetadata before, HasMetadata after) {
        var from = before.getMetadata().getResourceVersion();
        var to = after.getMetadata().getResourceVersion();
        if (broken.isEmpty() && HistoryWatch.isBefore(to, from)) {
            broken = Optional.of("%s %s went back from version %s to %s"
                    .formatted(after.getKind(), Cache.metaNamespaceKeyFunc(after), from, to));
        }
    }
}
