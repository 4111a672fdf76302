package dev.hyperterse.catalog.server;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.util.List;
import java.util.Optional;

/**
 * Which browsers and host names may talk to the endpoint, and where it is; {@code *} allows any.
 *
 * @param segments names of those that every URL has behind the path of the endpoint, in their order
 * @param card by which clients know the server before they connect
 */
public record Http(
        List<String> allowedOrigins,
        List<String> allowedHosts,
        @JsonInclude(JsonInclude.Include.NON_EMPTY) List<String> segments,
        Optional<Card> card) {
    /**
     * @param name with the domain of its publisher
     * @param url of the endpoint without segments and toolset, for clients
     */
    public record Card(String name, String url) {}

    public Http {
        allowedOrigins = allowedOrigins == null ? List.of() : List.copyOf(allowedOrigins);
        allowedHosts = allowedHosts == null ? List.of() : List.copyOf(allowedHosts);
        segments = segments == null ? List.of() : List.copyOf(segments);
    }

    /** Of a server whose path has no segments, and which has no card. */
    public Http(List<String> allowedOrigins, List<String> allowedHosts) {
        this(allowedOrigins, allowedHosts, List.of(), Optional.empty());
    }
}
