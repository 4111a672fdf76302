package dev.hyperterse.engines.postgres.wire;

import java.io.IOException;

/** The engine's certificate is trusted, and is for another host. */
public final class WrongHostName extends IOException {
    private static final long serialVersionUID = 1L;

    WrongHostName() {
        super("the certificate is for another host name");
    }
}
