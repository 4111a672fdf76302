package dev.hyperterse.crds.v1alpha1.input;

import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import dev.hyperterse.crds.v1alpha1.shared.Bounds;
import dev.hyperterse.crds.v1alpha1.shared.Formats;
import io.fabric8.generator.annotation.Pattern;
import io.fabric8.generator.annotation.Required;
import io.fabric8.generator.annotation.Size;
import java.util.Optional;

/** A value that a script gives to a statement. */
public record QueryInput(
        @JsonPropertyDescription("Name of the value, used as {{ inputs.name }}.")
        @Required
        @Size(min = 1, max = Bounds.IDENTIFIER)
        @Pattern(Formats.IDENTIFIER)
        String name,

        @JsonPropertyDescription("string, int, float, boolean, datetime, array or object.") @Required
        InputType type,

        @JsonPropertyDescription("Whether it may be left out; it is then NULL. Default false.")
        Optional<Boolean> optional,

        @JsonPropertyDescription("Elements of an array. Default: strings.")
        Optional<ToolInput.Items> items) {}
