package dev.hyperterse.playground.daemon;

import dev.hyperterse.controlplane.Directories;
import dev.hyperterse.playground.PlaygroundException;
import io.fabric8.kubernetes.client.utils.Serialization;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Optional;

/** The folder of a playground in the background. */
record DaemonFolder(Path root) {
    Path home() {
        return root.resolve("home");
    }

    Path libraries() {
        return root.resolve("lib");
    }

    Path log() {
        return root.resolve("playground.log");
    }

    Optional<DaemonIdentity> identity() {
        return read("process.json", DaemonIdentity.class);
    }

    void identity(DaemonIdentity identity) {
        write("process.json", identity);
    }

    Optional<PlaygroundStatus> status() {
        return read("status.json", PlaygroundStatus.class);
    }

    void status(PlaygroundStatus status) {
        write("status.json", status);
    }

    void create() {
        try {
            Files.createDirectories(root);
        } catch (IOException unwritable) {
            throw new PlaygroundException("cannot write to " + root, unwritable);
        }
    }

    void delete() {
        try {
            Directories.delete(root);
        } catch (IOException left) {
            throw new PlaygroundException("cannot delete " + root + ": " + left.getMessage(), left);
        }
    }

    private <T> Optional<T> read(String file, Class<T> type) {
        try {
            return Optional.of(Serialization.unmarshal(Files.readString(root.resolve(file)), type));
        } catch (NoSuchFileException notYet) {
            return Optional.empty();
        } catch (IOException unreadable) {
            throw new PlaygroundException("cannot read " + root.resolve(file), unreadable);
        }
    }

    /** Readers see the file before or the file after, never half of it. */
    private void write(String file, Object content) {
        try {
            var unfinished = root.resolve("." + file);
            Files.writeString(unfinished, Serialization.asJson(content));
            Files.move(unfinished, root.resolve(file), StandardCopyOption.ATOMIC_MOVE);
        } catch (IOException unwritable) {
            throw new PlaygroundException("cannot write " + root.resolve(file), unwritable);
        }
    }
}
