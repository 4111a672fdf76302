package dev.hyperterse.crds.v1alpha1.input;

import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import dev.hyperterse.crds.schema.AtomicList;
import dev.hyperterse.crds.v1alpha1.shared.Bounds;
import dev.hyperterse.crds.v1alpha1.shared.Formats;
import io.fabric8.generator.annotation.Pattern;
import io.fabric8.generator.annotation.Required;
import io.fabric8.generator.annotation.Size;
import java.util.List;
import java.util.Optional;

/** One argument of a prompt or of a resource template. */
public record Argument(
        @JsonPropertyDescription("Name of the argument, used as {{ name }} in texts.")
        @Required
        @Size(min = 1, max = Bounds.IDENTIFIER)
        @Pattern(Formats.IDENTIFIER)
        String name,

        @JsonPropertyDescription("Name shown to people.") @Size(max = Bounds.TITLE)
        Optional<String> title,

        @JsonPropertyDescription("What the argument means.") @Size(max = Bounds.DESCRIPTION)
        Optional<String> description,

        @JsonPropertyDescription("Whether a call without it is an error. Default false: it is then empty.")
        Optional<Boolean> required,

        @JsonPropertyDescription("Values offered to clients that ask for completion, in this order.")
        @AtomicList
        @Size(max = 128)
        List<@Size(max = Bounds.COMPLETION) String> completion) {}
