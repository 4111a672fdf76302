package dev.hyperterse.crds.v1alpha1;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import dev.hyperterse.crds.schema.ListSet;
import io.fabric8.generator.annotation.Size;
import java.util.List;

/** Limits the origins and host names of requests. */
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
        List<@Size(min = 1, max = Bounds.OBJECT_NAME) String> allowedHosts) {
    public Http {
        allowedOrigins = Absent.orEmpty(allowedOrigins);
        allowedHosts = Absent.orEmpty(allowedHosts);
    }
}
