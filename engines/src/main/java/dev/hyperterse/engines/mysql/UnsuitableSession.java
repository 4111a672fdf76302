package dev.hyperterse.engines.mysql;

import java.sql.SQLException;

/** The server accepts connections, but its sessions would misread compiled statements; the message has the remedy. */
final class UnsuitableSession extends SQLException {
    private static final long serialVersionUID = 1L;

    UnsuitableSession(String message) {
        super(message);
    }
}
