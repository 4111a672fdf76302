package dev.hyperterse.runtime.connector.mysql;

import java.sql.SQLException;

/** The engine admits a connection whose sessions statements cannot run in; the message says what to change. */
final class UnsuitableSession extends SQLException {
    private static final long serialVersionUID = 1L;

    UnsuitableSession(String message) {
        super(message);
    }
}
