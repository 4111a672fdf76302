package dev.hyperterse.engines.http.token;

import java.time.Duration;

/**
 * An access token.
 *
 * @param freshUntil when another one is asked for in the background; a reading of the clock
 * @param usableUntil when it is not sent any more
 */
record Token(String value, long freshUntil, long usableUntil) {
    private static final Duration LONGEST = Duration.ofDays(1);
    private static final Duration MARGIN = Duration.ofSeconds(30);

    /** @param asked when its request was sent */
    static Token of(String value, Duration lifetime, long asked) {
        var counted = lifetime.compareTo(LONGEST) < 0 ? lifetime : LONGEST;
        var quarter = counted.dividedBy(4);
        var margin = quarter.compareTo(MARGIN) < 0 ? quarter : MARGIN;
        return new Token(
                value,
                asked + counted.minus(margin).toNanos(),
                asked + counted.minus(margin.dividedBy(4)).toNanos());
    }

    boolean isFresh(long now) {
        return now - freshUntil < 0;
    }

    boolean isUsable(long now) {
        return now - usableUntil < 0;
    }

    /** Without the value. */
    @Override
    public String toString() {
        return "Token[]";
    }
}
