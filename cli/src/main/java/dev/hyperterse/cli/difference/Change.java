package dev.hyperterse.cli.difference;

import java.util.Objects;

/**
 * One thing that is not as it was.
 *
 * @param path the field of the manifest that decides it; empty for the object as a whole
 */
public record Change(Impact impact, String path, String message) {
    public Change {
        Objects.requireNonNull(impact, "impact");
        Objects.requireNonNull(path, "path");
        Objects.requireNonNull(message, "message");
    }

    static Change breaking(String path, String message) {
        return new Change(Impact.BREAKING, path, message);
    }

    static Change rights(String path, String message) {
        return new Change(Impact.RIGHTS, path, message);
    }

    static Change behaviour(String path, String message) {
        return new Change(Impact.BEHAVIOUR, path, message);
    }

    static Change compatible(String path, String message) {
        return new Change(Impact.COMPATIBLE, path, message);
    }
}
