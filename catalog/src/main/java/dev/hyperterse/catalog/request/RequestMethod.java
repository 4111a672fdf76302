package dev.hyperterse.catalog.request;

/** The methods that a tool can send. */
public enum RequestMethod {
    GET(true, true),
    HEAD(true, true),
    POST(false, false),
    PUT(false, true),
    PATCH(false, false),
    DELETE(false, true);

    private final boolean safe;
    private final boolean idempotent;

    RequestMethod(boolean safe, boolean idempotent) {
        this.safe = safe;
        this.idempotent = idempotent;
    }

    /** Whether it only reads. */
    public boolean isSafe() {
        return safe;
    }

    /** Whether a second request changes nothing more, so that a request may be sent again. */
    public boolean isIdempotent() {
        return idempotent;
    }
}
