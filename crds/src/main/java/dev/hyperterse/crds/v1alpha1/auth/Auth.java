package dev.hyperterse.crds.v1alpha1.auth;

import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import dev.hyperterse.crds.schema.ListMap;
import dev.hyperterse.crds.schema.ListSet;
import dev.hyperterse.crds.v1alpha1.shared.Bounds;
import dev.hyperterse.crds.v1alpha1.shared.Formats;
import io.fabric8.generator.annotation.Pattern;
import io.fabric8.generator.annotation.Size;
import io.fabric8.generator.annotation.ValidationRule;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The callers of a server. */
@ValidationRule(
        value = "!has(self.mode) || self.mode != 'Required' || (has(self.required) && size(self.required) > " + "0)",
        message = "mode Required needs at least one plugin in required")
@ValidationRule(
        value = "!has(self.mode) || self.mode != 'Anonymous' || !has(self.required) || size(self.required) ==" + " 0",
        message = "mode Anonymous requires no plugin: remove required, or choose mode Required")
@ValidationRule(
        value = "!has(self.required) || self.required.all(name, name == 'allow_all' || (has(self.plugins) && "
                + "self.plugins.exists(plugin, plugin.name == name)))",
        message = "every name in required must be allow_all or the name of a plugin")
@ValidationRule(
        value = "!has(self.plugins) || has(self.resource) || !self.plugins.exists(plugin, has(plugin.jwt))",
        message = "a jwt plugin needs resource, the identity that tokens must be meant for")
@ValidationRule(
        value = "!has(self.plugins) || has(self.resource) || !self.plugins.exists(plugin, has(plugin.script) && "
                + "has(plugin.script.authorizationServers) && size(plugin.script.authorizationServers) > 0)",
        message = "authorizationServers needs resource, the identity that tokens must be meant for")
public record Auth(
        @JsonPropertyDescription(
                "Anonymous: declared open to any client. Required: every call must pass one of required. Default: "
                        + "Required where required names a plugin; else open, with the condition AnonymousAccess.")
        Optional<Mode> mode,

        @JsonPropertyDescription("Names of plugins of which a call must pass one.") @ListSet @Size(max = 16)
        List<@Size(min = 1, max = Bounds.LABEL) @Pattern(Formats.PLUGIN_REF) String> required,

        @JsonPropertyDescription(
                "Identity of the endpoint (RFC 9728), such as https://shop.example.com/mcp. Needed with a jwt"
                        + " plugin and with authorizationServers; never taken from the Host header.")
        @Size(max = Bounds.URL)
        @Pattern(Formats.HTTP_URL)
        Optional<String> resource,

        @JsonPropertyDescription(
                "Scopes that clients may ask the authorization server for, published as scopes_supported in"
                        + " the metadata of the resource. Default: those of policy. Up to 64.")
        @ListSet
        @Size(max = 64)
        List<@Size(min = 1, max = Bounds.TITLE) @Pattern(Formats.SCOPE) String> scopes,

        @JsonPropertyDescription(
                "What every caller must be, besides authenticated. The auth of a Tool, Prompt or Resource asks for more, "
                        + "never for less. " + LeafAuth.POLICY)
        @Size(max = 32)
        Map<String, @Size(max = Bounds.SETTING) String> policy,

        @JsonPropertyDescription(
                "Rules that apply to every definition of the server in addition to its own. " + LeafAuth.RULES)
        @ListMap("name")
        @Size(max = 16)
        List<AccessRule> rules,

        @JsonPropertyDescription(
                "Decision point that is asked about each call, read and get, after policies and rules.")
        Optional<Decision> decision,

        @JsonPropertyDescription("Ways to authenticate a call, in addition to the built-in allow_all. Up to 16.")
        @ListMap("name")
        @Size(max = 16)
        List<AuthPlugin> plugins) {
    /** Whether a call must authenticate. */
    public enum Mode {
        Required,
        Anonymous,
        Unrecognized
    }
}
