package dev.hyperterse.crds.v1alpha1;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import io.fabric8.generator.annotation.Pattern;
import io.fabric8.generator.annotation.Required;
import io.fabric8.generator.annotation.Size;
import java.util.Map;

/** A plugin that a call must pass. */
@JsonInclude(JsonInclude.Include.NON_EMPTY)
public record ToolAuth(
        @JsonPropertyDescription("Name of a plugin in the server's auth.plugins, or the built-in allow_all.")
        @Required
        @Size(min = 1, max = Bounds.LABEL)
        @Pattern(Formats.PLUGIN_REF)
        String plugin,

        @JsonPropertyDescription(
                "What the plugin asks of the caller, such as scopes. Read by the plugin; up to 32 entries.")
        @Size(max = 32)
        Map<String, @Size(max = Bounds.SETTING) String> policy) {
    public ToolAuth {
        plugin = Absent.orEmpty(plugin);
        policy = Absent.orEmpty(policy);
    }
}
