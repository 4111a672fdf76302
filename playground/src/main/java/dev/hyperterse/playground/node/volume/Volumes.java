package dev.hyperterse.playground.node.volume;

import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.VolumeMount;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/** The volumes of one pod: a folder each. */
public final class Volumes {
    private final Path folder;
    private final Pod pod;
    private final VolumeContent content;
    private final Map<String, AtomicFolder> folders = new HashMap<>();

    public Volumes(Path folder, Pod pod, VolumeContent content) {
        this.folder = folder;
        this.pod = pod;
        this.content = content;
    }

    /** Brings every volume up to date; the first time this makes them. */
    public void refresh() throws CannotStart {
        for (var volume : pod.getSpec().getVolumes()) {
            var path = folder.resolve(volume.getName());
            try {
                var files = content.of(volume);
                if (files.isPresent()) {
                    folders.computeIfAbsent(volume.getName(), _ -> new AtomicFolder(path))
                            .write(files.get());
                } else {
                    Files.createDirectories(path);
                }
            } catch (IOException unwritable) {
                throw new CannotStart(CannotStart.CREATING, "volume " + volume.getName() + ": " + unwritable);
            }
        }
    }

    /** There is no mount namespace: a path of the container that lies in a mount is really in the folder of that volume. */
    public Optional<Path> real(Container container, String path) {
        return container.getVolumeMounts().stream()
                .filter(mount -> lies(path, mount.getMountPath()))
                .max(Comparator.comparingInt(mount -> mount.getMountPath().length()))
                .map(mount -> real(mount, path));
    }

    private Path real(VolumeMount mount, String path) {
        var within = path.substring(mount.getMountPath().length()).replaceFirst("^/+", "");
        return folder.resolve(mount.getName()).resolve(within);
    }

    private static boolean lies(String path, String mountPath) {
        return path.equals(mountPath) || path.startsWith(mountPath.endsWith("/") ? mountPath : mountPath + "/");
    }
}
