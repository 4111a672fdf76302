package dev.hyperterse.engines.http.token;

import java.io.IOException;

/**
 * There is no token for this caller, or the call has ended while it waited for one, so the request was not sent. The message
 * names no host and no secret.
 */
public final class NotExchanged extends IOException {
    private static final long serialVersionUID = 1L;

    NotExchanged(String why) {
        super(why);
    }
}
