package dev.hyperterse.operator.read;

import dev.hyperterse.operator.resolve.ResourceVersions;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.client.CustomResource;
import io.fabric8.kubernetes.client.informers.cache.Cache;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.BiConsumer;

/**
 * Whether the states of each object can follow one another: versions and generations grow, and a generation has one spec.
 * Where they cannot, the API server was restored from a backup, and what was derived from earlier states, by generation for
 * example, is of no use any more. A generation is given twice when an object is edited before the restore and after it.
 */
final class VersionOrder {
    private final CompletableFuture<String> broken = new CompletableFuture<>();

    /** Completes with the first contradiction. */
    CompletableFuture<String> broken() {
        return broken;
    }

    /** Looks at each change before the listener gets it; from the first contradiction on it gets none. */
    <T extends HasMetadata> BiConsumer<Optional<T>, Optional<T>> checking(
            BiConsumer<Optional<T>, Optional<T>> changed) {
        return (before, after) -> {
            before.flatMap(from -> after.flatMap(to -> contradiction(from, to))).ifPresent(broken::complete);
            if (!broken.isDone()) {
                changed.accept(before, after);
            }
        };
    }

    private static Optional<String> contradiction(HasMetadata before, HasMetadata after) {
        return wentBack(before, after)
                .or(() -> changedInOneGeneration(before, after))
                .map(reason -> "%s %s %s".formatted(after.getKind(), Cache.metaNamespaceKeyFunc(after), reason));
    }

    private static Optional<String> wentBack(HasMetadata before, HasMetadata after) {
        var from = before.getMetadata().getResourceVersion();
        var to = after.getMetadata().getResourceVersion();
        return ResourceVersions.isBefore(to, from)
                ? Optional.of("went back from version %s to %s".formatted(from, to))
                : Optional.empty();
    }

    /** Also after an upgrade of the CRD that gives a field another default; starting again is harmless then. */
    private static Optional<String> changedInOneGeneration(HasMetadata before, HasMetadata after) {
        var from = before.getMetadata();
        var to = after.getMetadata();
        if (from.getGeneration() == null || to.getGeneration() == null || !Objects.equals(from.getUid(), to.getUid())) {
            return Optional.empty();
        }
        if (to.getGeneration() < from.getGeneration()) {
            return Optional.of(
                    "went back from generation %d to %d".formatted(from.getGeneration(), to.getGeneration()));
        }
        return from.getGeneration().equals(to.getGeneration()) && specDiffers(before, after)
                ? Optional.of("has another spec in the same generation %d".formatted(to.getGeneration()))
                : Optional.empty();
    }

    /** Cheap where nothing changed: equal specs are one object in the store of a watch. */
    private static boolean specDiffers(HasMetadata before, HasMetadata after) {
        return before instanceof CustomResource<?, ?> was
                && after instanceof CustomResource<?, ?> is
                && !Objects.equals(was.getSpec(), is.getSpec());
    }
}
