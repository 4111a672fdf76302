package dev.hyperterse.crds.v1alpha1;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.fabric8.generator.annotation.Required;
import io.fabric8.generator.annotation.ValidationRule;
import java.util.Optional;

/** Not supported yet: scripts around a call. */
@ValidationRule(value = "has(self.input) || has(self.output)", message = "at least one of input and output must be set")
@JsonInclude(JsonInclude.Include.NON_EMPTY)
public record Transforms(
        @JsonPropertyDescription("Not supported yet: changes the arguments before they are validated.")
        Optional<Transform> input,

        @JsonPropertyDescription("Not supported yet: changes the result.")
        Optional<Transform> output) {
    public Transforms {
        input = Absent.orEmpty(input);
        output = Absent.orEmpty(output);
    }

    /** A script that changes arguments or a result. */
    @JsonInclude(JsonInclude.Include.NON_EMPTY)
    public record Transform(
            @JsonPropertyDescription("Not supported yet: JavaScript (default) or TypeScript.")
            Optional<Script.Language> language,

            @JsonPropertyDescription(
                    "Not supported yet: an ES module whose default export is the function (payload, ctx) => "
                            + "changed.")
            @Required
            Document source) {
        public Transform {
            language = Absent.orEmpty(language);
        }
    }
}
