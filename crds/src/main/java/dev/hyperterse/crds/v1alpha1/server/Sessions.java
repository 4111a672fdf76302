package dev.hyperterse.crds.v1alpha1.server;

import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import dev.hyperterse.crds.v1alpha1.shared.Bounds;
import dev.hyperterse.crds.v1alpha1.shared.Formats;
import io.fabric8.generator.annotation.Pattern;
import io.fabric8.generator.annotation.Size;
import java.util.Optional;

/** How long sessions of clients live. */
public record Sessions(
        @JsonPropertyDescription("How long a session id is accepted. Default 24h.")
        @Size(max = Bounds.DURATION)
        @Pattern(Formats.DURATION)
        Optional<String> maxAge,

        @JsonPropertyDescription(
                "What a replica remembers of an unused session is dropped after this time; the id stays "
                        + "valid. Default 30m.")
        @Size(max = Bounds.DURATION)
        @Pattern(Formats.DURATION)
        Optional<String> idleTimeout) {}
