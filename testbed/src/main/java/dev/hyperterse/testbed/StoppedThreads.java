package dev.hyperterse.testbed;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;

/** Reads what Linux tells of the threads of a process; elsewhere there is nothing to read, and nothing to wait for. */
final class StoppedThreads {
    private StoppedThreads() {}

    /** Whether none of its threads can run before the process is told to go on. */
    static boolean areAll(ProcessHandle process) {
        var threads = Path.of("/proc", Long.toString(process.pid()), "task");
        try (var each = Files.list(threads)) {
            return each.allMatch(StoppedThreads::isStopped);
        } catch (NoSuchFileException ended) {
            return true;
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }

    /** The state follows the name, which is in brackets and may contain brackets. */
    private static boolean isStopped(Path thread) {
        try {
            var status = Files.readString(thread.resolve("stat"));
            var state = status.charAt(status.lastIndexOf(')') + 2);
            return "TtZX".indexOf(state) >= 0;
        } catch (IOException ended) {
            return true;
        }
    }
}
