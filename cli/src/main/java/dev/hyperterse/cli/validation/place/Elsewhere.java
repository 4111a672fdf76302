package dev.hyperterse.cli.validation.place;

import dev.hyperterse.cli.diagnostics.Severity;

/** Whether a missing object may exist elsewhere: in the cluster, when only a directory is read. */
public enum Elsewhere {
    POSSIBLE,
    IMPOSSIBLE;

    /** Of a reference that leads nowhere. */
    public Severity severity() {
        return switch (this) {
            case POSSIBLE -> Severity.WARNING;
            case IMPOSSIBLE -> Severity.ERROR;
        };
    }
}
