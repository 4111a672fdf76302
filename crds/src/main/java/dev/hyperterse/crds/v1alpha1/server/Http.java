package dev.hyperterse.crds.v1alpha1.server;

import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import dev.hyperterse.crds.schema.ListSet;
import dev.hyperterse.crds.v1alpha1.shared.Bounds;
import dev.hyperterse.crds.v1alpha1.shared.Formats;
import io.fabric8.generator.annotation.Pattern;
import io.fabric8.generator.annotation.Size;
import java.util.List;
import java.util.Optional;

/** Where the endpoint is, and the origins and host names of requests. */
public record Http(
        @JsonPropertyDescription(
                "Origins of browser pages that may call, such as https://app.example.com, or * for any. "
                        + "Default: any.")
        @ListSet
        @Size(max = 64)
        List<@Size(min = 1, max = Bounds.URL) String> allowedOrigins,

        @JsonPropertyDescription("Host names, without port, that requests may name, or * for any. Default: any.")
        @ListSet
        @Size(max = 64)
        List<@Size(min = 1, max = Bounds.OBJECT_NAME) String> allowedHosts,

        @JsonPropertyDescription(
                "Path of the endpoint: /mcp, and up to four segments behind it, such as /mcp/{tenant}. A Tool binds one to an "
                        + "input with source.path. Requests without exactly these segments are answered 404. Default: /mcp.")
        @Size(max = Bounds.ENDPOINT_PATH)
        @Pattern(Formats.ENDPOINT_PATH)
        Optional<String> path,

        @JsonPropertyDescription(
                "Describes the server to clients before they connect, at /server-card behind the URL of the "
                        + "endpoint and of each toolset, without credentials. Default: no card.")
        Optional<Card> serverCard) {
    /** A card as SEP-2127 defines it; title, description, version, page and icons are those of serverInfo. */
    public record Card(
            @JsonPropertyDescription("A domain of the publisher backwards, a slash, and a name: com.example/orders.")
            @Size(min = 3, max = Bounds.CARD_NAME)
            @Pattern(Formats.CARD_NAME)
            String name,

            @JsonPropertyDescription(
                    "Address at which clients reach /mcp, such as https://mcp.example.com/mcp; segments and toolsets are appended.")
            @Size(max = Bounds.URL)
            @Pattern(Formats.CARD_URL)
            String url) {}
}
