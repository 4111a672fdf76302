package dev.hyperterse.engines.postgres.wire;

import dev.hyperterse.engines.postgres.wire.message.ServerError;
import java.io.IOException;

/** The engine refuses the connection, or the client does not accept the engine. */
public final class ConnectionRefused extends IOException {
    /** The engine offers no encryption, or no supported authentication. */
    static final String REJECTED = "08004";

    static final String AUTHENTICATION = "28000";

    private static final long serialVersionUID = 1L;

    private final String sqlState;
    private final boolean byEngine;

    /** The client refuses the connection. */
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

    /** Whether the engine refused, and not the client. */
    boolean byEngine() {
        return byEngine;
    }

    public String sqlState() {
        return sqlState;
    }
}
