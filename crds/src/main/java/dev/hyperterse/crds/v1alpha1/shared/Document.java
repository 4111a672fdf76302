package dev.hyperterse.crds.v1alpha1.shared;

import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.fabric8.generator.annotation.Size;
import io.fabric8.generator.annotation.ValidationRule;
import java.util.Optional;

/** A longer text of a definition: a statement, a script, the text of a message. */
@ValidationRule(
        value = "has(self.inline) != has(self.configMapKeyRef)",
        message = "exactly one of inline and configMapKeyRef must be set")
public record Document(
        @JsonPropertyDescription("The text itself, up to 128 KiB.") @Size(max = Bounds.INLINE)
        Optional<String> inline,

        @JsonPropertyDescription(
                "A key of a ConfigMap labelled hyperterse.dev/readable=true, which holds the text; a change there is a change of this object.")
        Optional<KeyRef> configMapKeyRef) {}
