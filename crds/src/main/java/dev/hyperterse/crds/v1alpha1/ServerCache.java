package dev.hyperterse.crds.v1alpha1;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.fabric8.generator.annotation.Pattern;
import io.fabric8.generator.annotation.Size;
import java.util.Optional;

/** Not supported yet: how long results of statements are kept. */
@JsonInclude(JsonInclude.Include.NON_EMPTY)
public record ServerCache(
        @JsonPropertyDescription(
                "Not supported yet: Disabled (default) or Enabled, for Tools that say nothing themselves.")
        Optional<CacheMode> mode,

        @JsonPropertyDescription("Not supported yet: how long a result is kept. Default 120s.")
        @Size(max = Bounds.DURATION)
        @Pattern(Formats.DURATION)
        Optional<String> ttl,

        @JsonPropertyDescription(
                "Not supported yet: memory of one replica for kept results, such as 128Mi. Default 128Mi.")
        @Size(max = Bounds.QUANTITY)
        @Pattern(Formats.QUANTITY)
        Optional<String> maxSize) {
    public ServerCache {
        mode = Absent.orEmpty(mode);
        ttl = Absent.orEmpty(ttl);
        maxSize = Absent.orEmpty(maxSize);
    }
}
