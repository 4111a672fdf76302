package dev.hyperterse.crds.v1alpha1.shared;

import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.fabric8.generator.annotation.Size;
import io.fabric8.generator.annotation.ValidationRule;
import java.util.Optional;

/** A longer text of a server, which alone may also keep it in a Secret. */
@ValidationRule(
        value = "[has(self.inline), has(self.configMapKeyRef), has(self.secretKeyRef)].filter(set, "
                + "set).size() == 1",
        message = "exactly one of inline, configMapKeyRef and secretKeyRef must be set")
public record ServerDocument(
        @JsonPropertyDescription("The text itself, up to 128 KiB.") @Size(max = Bounds.INLINE)
        Optional<String> inline,

        @JsonPropertyDescription("A key of a ConfigMap that holds the text.")
        Optional<KeyRef> configMapKeyRef,

        @JsonPropertyDescription("A key of a Secret that holds the text.")
        Optional<KeyRef> secretKeyRef) {}
