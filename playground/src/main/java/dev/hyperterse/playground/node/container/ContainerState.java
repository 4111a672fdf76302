package dev.hyperterse.playground.node.container;

import dev.hyperterse.controlplane.ChildProcess;
import java.time.Instant;

/** The state of a container. */
public sealed interface ContainerState {
    /** To be started at {@code next}. */
    record Waiting(String reason, String message, Instant next) implements ContainerState {}

    record Running(ChildProcess process, Instant since) implements ContainerState {}

    /** Ended, and not to be started again. */
    record Terminated(int exitCode, Instant since, Instant until) implements ContainerState {
        /** As a kubelet calls it. */
        public String reason() {
            return exitCode == 0 ? "Completed" : "Error";
        }
    }
}
