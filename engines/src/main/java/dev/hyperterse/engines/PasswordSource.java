package dev.hyperterse.engines;

import java.util.Optional;

/** The password of a connection at the time when it is opened. */
@FunctionalInterface
public interface PasswordSource {
    /** @throws UnreadablePassword when there is one and it cannot be read now */
    Optional<String> current() throws UnreadablePassword;

    static PasswordSource fixed(Optional<String> password) {
        return () -> password;
    }
}
