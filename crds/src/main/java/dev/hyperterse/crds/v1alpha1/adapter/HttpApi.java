package dev.hyperterse.crds.v1alpha1.adapter;

import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import dev.hyperterse.crds.schema.ListMap;
import dev.hyperterse.crds.v1alpha1.server.ServerScripts;
import dev.hyperterse.crds.v1alpha1.shared.Bounds;
import dev.hyperterse.crds.v1alpha1.shared.Formats;
import dev.hyperterse.crds.v1alpha1.shared.ValueSource;
import io.fabric8.generator.annotation.Pattern;
import io.fabric8.generator.annotation.Required;
import io.fabric8.generator.annotation.Size;
import io.fabric8.generator.annotation.ValidationRule;
import java.util.List;
import java.util.Optional;

/** Settings that only a connection to an HTTP API or an MCP server has. */
public record HttpApi(
        @JsonPropertyDescription(
                "Where its host may be: Public (on the internet), or Private (also in private networks, such as those of the cluster). "
                        + "An address in the URL itself is always allowed. Default: Public.")
        Optional<ServerScripts.Fetch.Addresses> addresses,

        @JsonPropertyDescription(
                "Headers of every request, such as one with an API key. A tool cannot set them. Up to 16.")
        @ListMap("name")
        @Size(max = 16)
        List<Header> headers,

        @JsonPropertyDescription("Tokens in the header Authorization of every request.")
        Optional<ApiAuth> auth,

        @JsonPropertyDescription(
                "Whether the MCP server may ask the users of its tools, by forms (elicitation) that say that they come from it. "
                        + "Engine Mcp only. Forbidden (default) or Allowed.")
        Optional<Elicitation> elicitation) {
    /** Whether a stranger may ask the users of a server. */
    public enum Elicitation {
        Forbidden,
        Allowed,
        Unrecognized
    }

    /** One header of every request. */
    @ValidationRule(
            value = "has(self.value) != has(self.valueFrom)",
            message = "exactly one of value and valueFrom must be set")
    public record Header(
            @JsonPropertyDescription("Name of the header.")
            @Required
            @Size(min = 1, max = Bounds.HEADER)
            @Pattern(Formats.HEADER)
            String name,

            @JsonPropertyDescription("The value itself. May hold {{ env.NAME }}.") @Size(max = Bounds.SETTING)
            Optional<String> value,

            @JsonPropertyDescription("Where the value is read from; a change there is picked up without a restart.")
            Optional<ValueSource> valueFrom) {}
}
