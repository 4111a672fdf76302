package dev.hyperterse.engines.http.token;

import java.io.IOException;

/**
 * There is no token for this caller, or the call has ended while it waited for one, so the request was not sent; but one that
 * was refused with another token before was. The message names no host and no secret.
 */
public final class NotExchanged extends IOException {
    private static final long serialVersionUID = 1L;

    private final boolean refused;

    NotExchanged(String why) {
        this(why, false);
    }

    private NotExchanged(String why, boolean refused) {
        super(why);
        this.refused = refused;
    }

    /** The failure of a request that was refused with another token. */
    NotExchanged afterRefusal() {
        return new NotExchanged(getMessage(), true);
    }

    /** Whether the other side has got the request, and has refused its token. */
    public boolean wasSent() {
        return refused;
    }
}
