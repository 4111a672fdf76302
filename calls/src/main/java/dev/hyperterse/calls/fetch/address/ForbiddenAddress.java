package dev.hyperterse.calls.fetch.address;

import java.io.IOException;

/** A host is at an address that requests may not be sent to. */
public final class ForbiddenAddress extends IOException {
    private static final long serialVersionUID = 1L;
}
