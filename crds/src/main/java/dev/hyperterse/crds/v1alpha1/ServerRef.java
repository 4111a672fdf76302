package dev.hyperterse.crds.v1alpha1;

import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import dev.hyperterse.crds.v1alpha1.shared.Bounds;
import dev.hyperterse.crds.v1alpha1.shared.Formats;
import io.fabric8.generator.annotation.Pattern;
import io.fabric8.generator.annotation.Required;
import io.fabric8.generator.annotation.Size;
import java.util.Optional;

/** One server that a definition attaches to. */
public record ServerRef(
        @JsonPropertyDescription("Name of the HyperterseServer.")
        @Required
        @Size(min = 1, max = Bounds.LABEL)
        @Pattern(Formats.LABEL)
        String name,

        @JsonPropertyDescription(
                "Namespace of the HyperterseServer. Default: the namespace of this object. Another namespace "
                        + "needs that server's attachments.namespaces to admit this one.")
        @Size(min = 1, max = Bounds.LABEL)
        @Pattern(Formats.LABEL)
        Optional<String> namespace) {
    /** Rule of a list of references. Most name one server, and then there is nothing to compare. */
    static final String EACH_ONCE = "size(self) == 1 || self.all(ref, self.exists_one(other, other == ref))";
}
