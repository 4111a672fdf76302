package dev.hyperterse.calls.adapter;

import java.util.Optional;

/** The state of an adapter, for status and metrics; {@code message} names no host, user or secret. */
public record AdapterState(String name, Status status, Optional<String> message) {
    /** Whether calls can be served. */
    public enum Status {
        /** Not tried yet. */
        CONNECTING,
        UP,
        DOWN
    }

    public static AdapterState up(String name) {
        return new AdapterState(name, Status.UP, Optional.empty());
    }

    public static AdapterState connecting(String name) {
        return new AdapterState(name, Status.CONNECTING, Optional.empty());
    }

    public static AdapterState down(String name, String message) {
        return new AdapterState(name, Status.DOWN, Optional.of(message));
    }
}
