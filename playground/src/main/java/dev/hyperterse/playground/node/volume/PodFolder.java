package dev.hyperterse.playground.node.volume;

import io.fabric8.kubernetes.api.model.Pod;
import java.nio.file.Path;

/**
 * The folders of one pod's files.
 *
 * @param root goes with the pod
 * @param logs stays after it
 */
public record PodFolder(Path root, Path logs) {
    public static PodFolder of(Path home, Pod pod) {
        var metadata = pod.getMetadata();
        return new PodFolder(
                home.resolve("pods").resolve(metadata.getUid()),
                home.resolve("logs").resolve(metadata.getNamespace()).resolve(metadata.getName()));
    }

    public Path volumes() {
        return root.resolve("volumes");
    }

    /** Of all runs of that container, one after the other. */
    public Path log(String container) {
        return logs.resolve(container + ".log");
    }
}
