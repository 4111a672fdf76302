package dev.hyperterse.runtime.connector.postgres.wire;

import java.io.IOException;

/** The engine does not let this client in, or the client does not go on with that engine. */
public final class ConnectionRefused extends IOException {
    /** The engine offers no encryption, or no authentication that is known here. */
    static final String REJECTED = "08004";

    static final String AUTHENTICATION = "28000";

    private static final long serialVersionUID = 1L;

    private final String sqlState;

    ConnectionRefused(String sqlState, String message) {
        super(message);
        this.sqlState = sqlState;
    }

    public String sqlState() {
        return sqlState;
    }
}
