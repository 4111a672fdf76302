package dev.hyperterse.crds.v1alpha1;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.fabric8.generator.annotation.Pattern;
import io.fabric8.generator.annotation.Size;
import java.util.Optional;

/** Not supported yet: how long results are kept. */
@JsonInclude(JsonInclude.Include.NON_EMPTY)
public record LeafCache(
        @JsonPropertyDescription("Not supported yet: Enabled or Disabled. Default: as the server says.")
        Optional<CacheMode> mode,

        @JsonPropertyDescription("Not supported yet: how long a result is kept. Default: the server's.")
        @Size(max = Bounds.DURATION)
        @Pattern(Formats.DURATION)
        Optional<String> ttl) {
    public LeafCache {
        mode = Absent.orEmpty(mode);
        ttl = Absent.orEmpty(ttl);
    }
}
