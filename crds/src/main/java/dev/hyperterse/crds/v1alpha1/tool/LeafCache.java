package dev.hyperterse.crds.v1alpha1.tool;

import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import dev.hyperterse.crds.v1alpha1.shared.Bounds;
import dev.hyperterse.crds.v1alpha1.shared.CacheMode;
import dev.hyperterse.crds.v1alpha1.shared.Formats;
import io.fabric8.generator.annotation.Pattern;
import io.fabric8.generator.annotation.Size;
import java.util.Optional;

/** Whether results are kept, and for how long. */
public record LeafCache(
        @JsonPropertyDescription(
                "Enabled or Disabled. Enabled needs a statement that only reads, on an adapter with access ReadOnly. "
                        + "Default: as the server says.")
        Optional<CacheMode> mode,

        @JsonPropertyDescription("How long a result is cached, as in 500ms, 30s, 5m. Default: the server's.")
        @Size(max = Bounds.DURATION)
        @Pattern(Formats.DURATION)
        Optional<String> ttl) {}
