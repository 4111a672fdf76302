package dev.hyperterse.playground;

import dev.hyperterse.playground.node.container.Images;
import dev.hyperterse.playground.node.container.NodeTiming;
import java.nio.file.Path;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * The options of a playground.
 *
 * @param home keeps everything it writes; without one it is a temporary folder
 * @param images what containers can run
 * @param operators how many operators to install and wait for; nothing is installed without a number
 * @param audited whether the API server records what ServiceAccounts ask of it
 * @param progress notified of each step
 */
public record PlaygroundOptions(
        Optional<Path> home,
        Images images,
        Optional<Integer> operators,
        NodeTiming timing,
        boolean audited,
        Consumer<String> progress) {

    /** A control plane and a node that can run these images; nothing is installed. */
    public static PlaygroundOptions empty(Images images) {
        return new PlaygroundOptions(
                Optional.empty(), images, Optional.empty(), NodeTiming.ofKubelet(), false, _ -> {});
    }

    /** Hyperterse as a user installs it, with one operator; operator and runtime run from the class path of this JVM. */
    public static PlaygroundOptions product() {
        return uninstalled().withOperators(1);
    }

    /** The images of Hyperterse, for an installation by other means. */
    public static PlaygroundOptions uninstalled() {
        return empty(Product.images());
    }

    public PlaygroundOptions in(Path folder) {
        return new PlaygroundOptions(Optional.of(folder), images, operators, timing, audited, progress);
    }

    public PlaygroundOptions withOperators(int replicas) {
        return new PlaygroundOptions(home, images, Optional.of(replicas), timing, audited, progress);
    }

    public PlaygroundOptions withTiming(NodeTiming other) {
        return new PlaygroundOptions(home, images, operators, other, audited, progress);
    }

    /** With {@code ControlPlane.auditLog()}. */
    public PlaygroundOptions withAudit() {
        return new PlaygroundOptions(home, images, operators, timing, true, progress);
    }

    public PlaygroundOptions telling(Consumer<String> listener) {
        return new PlaygroundOptions(home, images, operators, timing, audited, listener);
    }
}
