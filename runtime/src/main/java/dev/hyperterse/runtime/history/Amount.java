package dev.hyperterse.runtime.history;

import java.util.OptionalLong;

/** The values of inputs that rules sum up, in millionths. */
public final class Amount {
    /** The largest value; more than nine million of them fit into a series. */
    public static final long MOST = 1_000_000_000_000L;

    static final long ONE = 1_000_000;

    private Amount() {}

    /**
     * The amount of a call. A negative one does not make room for others, and a smaller one than a millionth does not pass
     * as nothing.
     *
     * @return empty if it is too large
     */
    public static OptionalLong of(double value) {
        if (!(value <= MOST)) {
            return OptionalLong.empty();
        }
        return OptionalLong.of(value <= 0 ? 0 : Math.max(1, Math.round(value * ONE)));
    }
}
