package dev.hyperterse.controlplane;

import java.nio.file.Path;

/** Whether this machine has the programs of a control plane. */
public sealed interface Provision {
    /** All that were asked for are there. */
    record Available(Path directory) implements Provision {
        public Path pathOf(Program program) {
            return directory.resolve(program.fileName());
        }
    }

    /** They are not there and cannot be built; the reason is a sentence for people. */
    record Unavailable(String reason) implements Provision {}
}
