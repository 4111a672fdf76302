package dev.hyperterse.calls;

/** The stages at which a call can end early. Logs and metrics show the spelling. */
public enum Stage {
    /** The rate limit is exceeded. */
    RATE_LIMITED("rate-limited"),
    /** No definition of that name exists for this caller. */
    RESOLVE("resolve"),
    AUTH("auth"),
    INPUT_TRANSFORM("input-transform"),
    VALIDATION("validation"),
    /** The user of the client has not confirmed the call. */
    CONFIRMATION("confirmation"),
    BINDING("binding"),
    EXECUTION("execution"),
    OUTPUT_TRANSFORM("output-transform"),
    RESULT("result"),
    /** The replica is at a limit: buffers, connections or calls are exhausted. A later retry may succeed. */
    BUSY("busy"),
    CANCELLED("cancelled"),
    TIMEOUT("timeout"),
    /** The adapter has no connection; a later retry may succeed. */
    UNAVAILABLE("unavailable"),
    /** An internal error; the message has no details. */
    INTERNAL("internal");

    private final String spelling;

    Stage(String spelling) {
        this.spelling = spelling;
    }

    public String spelling() {
        return spelling;
    }
}
