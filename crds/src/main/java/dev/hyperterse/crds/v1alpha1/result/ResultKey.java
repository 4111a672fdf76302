package dev.hyperterse.crds.v1alpha1.result;

import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import dev.hyperterse.crds.v1alpha1.input.ItemType;
import dev.hyperterse.crds.v1alpha1.shared.Bounds;
import dev.hyperterse.crds.v1alpha1.shared.Formats;
import io.fabric8.generator.annotation.Pattern;
import io.fabric8.generator.annotation.Required;
import io.fabric8.generator.annotation.Size;

/** A column that pages of a result are ordered by. */
public record ResultKey(
        @JsonPropertyDescription("Name of the column in the result; {{ inputs.CURSOR.NAME }} is its value in a cursor.")
        @Required
        @Size(min = 1, max = Bounds.IDENTIFIER)
        @Pattern(Formats.IDENTIFIER)
        String name,

        @JsonPropertyDescription("string, int, float, boolean or datetime.") @Required
        ItemType type) {}
