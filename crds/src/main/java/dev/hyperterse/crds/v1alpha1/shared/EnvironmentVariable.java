package dev.hyperterse.crds.v1alpha1.shared;

import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.fabric8.generator.annotation.Pattern;
import io.fabric8.generator.annotation.Required;
import io.fabric8.generator.annotation.Size;
import io.fabric8.generator.annotation.ValidationRule;
import java.util.Optional;

/** One named value of a server. */
@ValidationRule(
        value = "has(self.value) != has(self.valueFrom)",
        message = "exactly one of value and valueFrom must be set")
public record EnvironmentVariable(
        @JsonPropertyDescription("Name, used as {{ env.NAME }}.")
        @Required
        @Size(min = 1, max = Bounds.IDENTIFIER)
        @Pattern(Formats.IDENTIFIER)
        String name,

        @JsonPropertyDescription("The value itself.") @Size(max = Bounds.SETTING)
        Optional<String> value,

        @JsonPropertyDescription("Where the value is read from; a change there is picked up without a restart.")
        Optional<ValueSource> valueFrom,

        @JsonPropertyDescription(
                "Namespaces whose statements and scripts may read it. Default: None, only the server's own settings.")
        Optional<Grant> namespaces) {}
