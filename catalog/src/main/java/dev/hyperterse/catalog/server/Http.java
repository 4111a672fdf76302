package dev.hyperterse.catalog.server;

import java.util.List;

/** Which browsers and host names may talk to the endpoint; {@code *} allows any. */
public record Http(List<String> allowedOrigins, List<String> allowedHosts) {
    public Http {
        allowedOrigins = allowedOrigins == null ? List.of() : List.copyOf(allowedOrigins);
        allowedHosts = allowedHosts == null ? List.of() : List.copyOf(allowedHosts);
    }
}
