package dev.hyperterse.runtime.connector;

/** A connection was dead when a call used it. */
final class ConnectionLost extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final boolean harmless;

    /**
     * @param harmless whether running the statement again can do no harm
     */
    ConnectionLost(boolean harmless) {
        super(null, null, false, false);
        this.harmless = harmless;
    }

    boolean harmless() {
        return harmless;
    }
}
