package dev.hyperterse.crds.v1alpha1.server;

import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import dev.hyperterse.crds.schema.ListSet;
import dev.hyperterse.crds.v1alpha1.shared.Bounds;
import dev.hyperterse.crds.v1alpha1.shared.Formats;
import dev.hyperterse.crds.v1alpha1.shared.NamespaceSelector;
import io.fabric8.generator.annotation.Pattern;
import io.fabric8.generator.annotation.Required;
import io.fabric8.generator.annotation.Size;
import io.fabric8.generator.annotation.ValidationRule;
import java.util.List;
import java.util.Optional;

/** The namespaces whose definitions may attach to a server; never none. */
@ValidationRule(value = "!has(self.names) || self.from == 'Names'", message = "names is only read when from is Names")
@ValidationRule(
        value = "self.from != 'Names' || (has(self.names) && size(self.names) > 0)",
        message = "from Names needs at least one entry in names")
@ValidationRule(
        value = "(self.from == 'Selector') == has(self.selector)",
        message = "selector is needed when from is Selector, and only then")
public record AttachmentGrant(
        @JsonPropertyDescription(
                "Which namespaces: Same (the server's own), Names (those listed in names), Selector (those "
                        + "whose labels match selector), All.")
        @Required
        AttachmentSource from,

        @JsonPropertyDescription("Namespaces that are admitted; read only when from is Names.") @ListSet @Size(max = 64)
        List<@Size(min = 1, max = Bounds.LABEL) @Pattern(Formats.LABEL) String> names,

        @JsonPropertyDescription("Labels of the namespaces that are admitted; read only when from is Selector.")
        Optional<NamespaceSelector> selector) {}
