package dev.hyperterse.runtime.call;

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
    /** The replica has no room: buffers, connections or calls are exhausted. Retrying later helps. */
    BUSY("busy"),
    CANCELLED("cancelled"),
    TIMEOUT("timeout"),
    /** The adapter has no connection; trying again later helps. */
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
