package dev.hyperterse.crds.v1alpha1.server;

import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import dev.hyperterse.crds.v1alpha1.shared.Bounds;
import dev.hyperterse.crds.v1alpha1.shared.CacheMode;
import dev.hyperterse.crds.v1alpha1.shared.Formats;
import io.fabric8.generator.annotation.Pattern;
import io.fabric8.generator.annotation.Size;
import io.fabric8.kubernetes.api.model.Quantity;
import java.util.Optional;

/** How long results of statements that only read are kept, and in how much memory. */
public record ServerCache(
        @JsonPropertyDescription(
                "Disabled (default) or Enabled, for Tools without a cache.mode of their own. Enabled skips statements that write and adapters that may.")
        Optional<CacheMode> mode,

        @JsonPropertyDescription("How long a result is cached, as in 500ms, 30s, 5m. Default 120s.")
        @Size(max = Bounds.DURATION)
        @Pattern(Formats.DURATION)
        Optional<String> ttl,

        @JsonPropertyDescription(
                "Memory of one replica for cached results, such as 128Mi, out of limits.bufferSize: at most three quarters "
                        + "of that, and less while calls need it. Default 128Mi.")
        Optional<Quantity> maxSize) {}
