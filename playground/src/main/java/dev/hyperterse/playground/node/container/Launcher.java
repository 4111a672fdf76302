package dev.hyperterse.playground.node.container;

import dev.hyperterse.controlplane.ChildProcess;
import dev.hyperterse.playground.node.volume.CannotStart;
import dev.hyperterse.playground.node.volume.ContainerEnvironment;
import dev.hyperterse.playground.node.volume.PodFolder;
import dev.hyperterse.playground.node.volume.Volumes;
import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.Quantity;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Turns the containers of one pod into processes. */
public record Launcher(Images images, Volumes volumes, ContainerEnvironment environment, PodFolder folder) {
    private static final String NO_IMAGE = "ErrImagePull";
    private static final int HALF = 2;
    private static final int MEBI = 1024 * 1024;

    ChildProcess launch(Container container) throws CannotStart {
        var mainClass = mainClass(container);
        if (!container.getCommand().isEmpty()) {
            throw new CannotStart(
                    CannotStart.CONFIGURATION,
                    "the playground's node runs the entry point of the image, no other command");
        }
        volumes.refresh();
        var command = new ArrayList<>(List.of(images.java()));
        command.addAll(images.options());
        heap(container).ifPresent(command::add);
        volumes.real(container, "/tmp").ifPresent(real -> command.add("-Djava.io.tmpdir=" + real));
        command.addAll(List.of("-cp", images.classPath(), mainClass));
        command.addAll(container.getArgs());
        return ChildProcess.start(command, environment.of(container), folder.root(), log(container));
    }

    private String mainClass(Container container) throws CannotStart {
        return images.mainClass(container.getImage())
                .orElseThrow(() -> new CannotStart(
                        NO_IMAGE,
                        "the playground pulls no images; it has "
                                + String.join(", ", images.mainClasses().keySet()) + ", not \"" + container.getImage()
                                + "\""));
    }

    /** Nothing limits the memory of a process here but its own heap; half of the limit leaves the rest to the JVM. */
    private static Optional<String> heap(Container container) {
        return Optional.ofNullable(container.getResources())
                .map(resources -> resources.getLimits())
                .map(limits -> limits.get("memory"))
                .map(Quantity::getNumericalAmount)
                .map(bytes -> "-Xmx" + Math.max(1, bytes.longValue() / HALF / MEBI) + "m");
    }

    private Path log(Container container) throws CannotStart {
        try {
            var log = folder.log(container.getName());
            Files.createDirectories(log.getParent());
            return log;
        } catch (IOException unwritable) {
            throw new CannotStart(CannotStart.CONFIGURATION, "no log file: " + unwritable);
        }
    }
}
