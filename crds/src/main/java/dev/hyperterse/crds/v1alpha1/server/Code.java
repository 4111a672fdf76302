package dev.hyperterse.crds.v1alpha1.server;

import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import dev.hyperterse.crds.v1alpha1.shared.Bounds;
import dev.hyperterse.crds.v1alpha1.shared.Formats;
import io.fabric8.generator.annotation.Max;
import io.fabric8.generator.annotation.Min;
import io.fabric8.generator.annotation.Pattern;
import io.fabric8.generator.annotation.Size;
import io.fabric8.kubernetes.api.model.Quantity;
import java.util.Optional;

/** Programs that clients send. */
public record Code(
        @JsonPropertyDescription(
                "Whether there is an entry tool run that takes programs: Enabled or Disabled (default).")
        Optional<Mode> mode,

        @JsonPropertyDescription(
                "The tools that programs may call, of those that their caller may: ReadOnly (default, those with the hint readOnly) or All.")
        Optional<Effects> effects,

        @JsonPropertyDescription(
                "How long one program may take, 100ms to 1h. Default: scripts.timeout, which bounds it.")
        @Size(max = Bounds.DURATION)
        @Pattern(Formats.DURATION)
        Optional<String> timeout,

        @JsonPropertyDescription(
                "Bytes of memory that one program may hold, 4Mi to 1Gi; at most scripts.allocation. Default 32Mi.")
        Optional<Quantity> memory,

        @JsonPropertyDescription("Calls of tools and searches that one program may make. Default 50.") @Min(1) @Max(100)
        Optional<Integer> calls) {
    /** Whether clients may send programs. */
    public enum Mode {
        Enabled,
        Disabled,
        Unrecognized
    }

    /** The effects of the tools that a program calls. */
    public enum Effects {
        ReadOnly,
        All,
        Unrecognized
    }
}
