package dev.hyperterse.runtime.connector.postgres.wire;

import java.io.IOException;

/** The engine does not let this client in, or the client does not go on with that engine. */
public final class ConnectionRefused extends IOException {
    /** The engine offers no encryption, or no authentication that is known here. */
    static final String REJECTED = "08004";

    static final String AUTHENTICATION = "28000";

    private static final long serialVersionUID = 1L;

    private final String sqlState;
    private final boolean byEngine;

    /** The client does not go on. */
    ConnectionRefused(String sqlState, String message) {
        this(sqlState, message, false);
    }

    private ConnectionRefused(String sqlState, String message, boolean byEngine) {
        super(message);
        this.sqlState = sqlState;
        this.byEngine = byEngine;
    }

    static ConnectionRefused byEngine(ServerError error) {
        return new ConnectionRefused(error.sqlState(), error.message(), true);
    }

    /** Whether the engine said so. */
    boolean byEngine() {
        return byEngine;
    }

    public String sqlState() {
        return sqlState;
    }
}
