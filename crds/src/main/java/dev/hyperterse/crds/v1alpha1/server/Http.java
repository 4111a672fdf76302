package dev.hyperterse.crds.v1alpha1.server;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import dev.hyperterse.crds.schema.ListSet;
import dev.hyperterse.crds.v1alpha1.shared.Absent;
import dev.hyperterse.crds.v1alpha1.shared.Bounds;
import dev.hyperterse.crds.v1alpha1.shared.Formats;
import io.fabric8.generator.annotation.Pattern;
import io.fabric8.generator.annotation.Size;
import java.util.List;
import java.util.Optional;

/** Where the endpoint is, and the origins and host names of requests. */
@JsonInclude(JsonInclude.Include.NON_EMPTY)
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
        Optional<String> path) {
    public Http {
        allowedOrigins = Absent.orEmpty(allowedOrigins);
        allowedHosts = Absent.orEmpty(allowedHosts);
        path = Absent.orEmpty(path);
    }
}
