package dev.hyperterse.crds.v1alpha1.auth;

import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import dev.hyperterse.crds.schema.ListMap;
import dev.hyperterse.crds.v1alpha1.shared.Bounds;
import dev.hyperterse.crds.v1alpha1.shared.Formats;
import io.fabric8.generator.annotation.Pattern;
import io.fabric8.generator.annotation.Required;
import io.fabric8.generator.annotation.Size;
import java.util.List;
import java.util.Map;

/** Which of the callers of a server may see and use a Tool, Prompt or Resource. */
public record LeafAuth(
        @JsonPropertyDescription(
                "The plugin that must have authenticated the caller: one of the server's auth.required, or the built-in allow_all "
                        + "for any of them.")
        @Required
        @Size(min = 1, max = Bounds.LABEL)
        @Pattern(Formats.PLUGIN_REF)
        String plugin,

        @JsonPropertyDescription(LeafAuth.POLICY) @Size(max = 32)
        Map<String, @Size(max = Bounds.SETTING) String> policy,

        @JsonPropertyDescription(LeafAuth.RULES) @ListMap("name") @Size(max = 16)
        List<AccessRule> rules) {
    static final String POLICY =
            "What the caller must be, all of it: scopes (separated by spaces, each is needed), groups and subjects "
                    + "(separated by commas, one is enough), claims.NAME (the value of that claim, or an item of it). Up "
                    + "to 32 entries.";

    static final String RULES = "Further conditions in CEL, all of which must be true. Up to 16.";
}
