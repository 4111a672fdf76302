package dev.hyperterse.crds.v1alpha1.shared;

import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import dev.hyperterse.crds.schema.ListSet;
import io.fabric8.generator.annotation.Required;
import io.fabric8.generator.annotation.Size;
import io.fabric8.generator.annotation.ValidationRule;
import java.util.List;

/** One requirement on a label. */
@ValidationRule(
        value = "(self.operator in ['In', 'NotIn']) == (has(self.values) && size(self.values) > 0)",
        message = "values are needed for In and NotIn, and not allowed for Exists and DoesNotExist")
public record LabelRequirement(
        @JsonPropertyDescription("Key of the label.") @Required @Size(min = 1, max = Bounds.LABEL_KEY)
        String key,

        @JsonPropertyDescription("In and NotIn compare with values; Exists and DoesNotExist look at the key alone.")
        @Required
        Operator operator,

        @JsonPropertyDescription("Values to compare with; needed for In and NotIn only.") @ListSet @Size(max = 32)
        List<@Size(max = Bounds.LABEL) String> values) {
    /** How a label is compared. */
    public enum Operator {
        In,
        NotIn,
        Exists,
        DoesNotExist,
        Unrecognized
    }
}
