package dev.hyperterse.runtime.connector.jdbc;

/** A connection was dead when a call used it. */
public final class ConnectionLost extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final boolean harmless;

    /**
     * @param harmless whether running the statement again can do no harm
     */
    public ConnectionLost(boolean harmless) {
        super(null, null, false, false);
        this.harmless = harmless;
    }

    public boolean harmless() {
        return harmless;
    }
}
