package dev.hyperterse.crds.v1alpha1;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import dev.hyperterse.crds.schema.AtomicList;
import dev.hyperterse.crds.schema.ListSet;
import io.fabric8.generator.annotation.Pattern;
import io.fabric8.generator.annotation.Required;
import io.fabric8.generator.annotation.Size;
import io.fabric8.generator.annotation.ValidationRule;
import java.util.List;
import java.util.Optional;

/** A way to authenticate a call. */
@ValidationRule(
        value = "[has(self.apiKey), has(self.jwt), has(self.script)].filter(set, set).size() == 1",
        message = "exactly one of apiKey, jwt and script must be set")
@ValidationRule(value = "!has(self.headers) || has(self.script)", message = "headers is only read by a script plugin")
@JsonInclude(JsonInclude.Include.NON_EMPTY)
public record AuthPlugin(
        @JsonPropertyDescription("Not supported yet: the name that auth.required and the auth of Tools use.")
        @Required
        @Size(min = 1, max = Bounds.LABEL)
        @Pattern(Formats.LABEL)
        String name,

        @JsonPropertyDescription("Not supported yet: whose Tools may ask for it. Default: Same.")
        Optional<Grant> namespaces,

        @JsonPropertyDescription("Not supported yet: request headers that a script plugin is given.")
        @ListSet
        @Size(max = 32)
        List<@Size(min = 1, max = Bounds.HEADER) @Pattern(Formats.HEADER) String> headers,

        @JsonPropertyDescription("Not supported yet: a key in a request header.")
        Optional<ApiKeys> apiKey,

        @JsonPropertyDescription("Not supported yet: a bearer token signed by an OAuth or OpenID Connect issuer.")
        Optional<Jwt> jwt,

        @JsonPropertyDescription("Not supported yet: a script that decides.")
        Optional<ScriptPlugin> script) {
    public AuthPlugin {
        name = Absent.orEmpty(name);
        namespaces = Absent.orEmpty(namespaces);
        headers = Absent.orEmpty(headers);
        apiKey = Absent.orEmpty(apiKey);
        jwt = Absent.orEmpty(jwt);
        script = Absent.orEmpty(script);
    }

    /** Keys that callers send in a header. */
    @ValidationRule(
            value = "has(self.keysFrom) || (has(self.keys) && size(self.keys) > 0)",
            message = "at least one of keys and keysFrom must be set")
    @JsonInclude(JsonInclude.Include.NON_EMPTY)
    public record ApiKeys(
            @JsonPropertyDescription("Not supported yet: name of the header. Default X-API-Key.")
            @Size(max = Bounds.HEADER)
            @Pattern(Formats.HEADER)
            Optional<String> header,

            @JsonPropertyDescription(
                    "Not supported yet: keys one by one, each for a principal. Two for the same principal allow "
                            + "rotation. Up to 256.")
            @AtomicList
            @Size(max = 256)
            List<ApiKey> keys,

            @JsonPropertyDescription(
                    "Not supported yet: keys of a whole Secret; each entry is a principal and its key.")
            Optional<KeysFrom> keysFrom) {
        public ApiKeys {
            header = Absent.orEmpty(header);
            keys = Absent.orEmpty(keys);
            keysFrom = Absent.orEmpty(keysFrom);
        }
    }

    /** One key and whose it is. */
    @JsonInclude(JsonInclude.Include.NON_EMPTY)
    public record ApiKey(
            @JsonPropertyDescription("Not supported yet: who calls with this key.")
            @Required
            @Size(min = 1, max = Bounds.PRINCIPAL)
            String principal,

            @JsonPropertyDescription("Not supported yet: where the key is read from.") @Required
            ValueSource valueFrom) {
        public ApiKey {
            principal = Absent.orEmpty(principal);
        }
    }

    /** Many keys at once. */
    @JsonInclude(JsonInclude.Include.NON_EMPTY)
    public record KeysFrom(
            @JsonPropertyDescription("Not supported yet: the Secret whose entries are principals and keys.") @Required
            SecretRef secretRef) {}

    /** Tokens of an issuer. */
    @JsonInclude(JsonInclude.Include.NON_EMPTY)
    public record Jwt(
            @JsonPropertyDescription("Not supported yet: the issuer that tokens must name.")
            @Required
            @Size(min = 1, max = Bounds.URL)
            @Pattern(Formats.HTTP_URL)
            String issuer,

            @JsonPropertyDescription("Not supported yet: audiences of which a token must name one. Default: resource.")
            @ListSet
            @Size(max = 16)
            List<@Size(min = 1, max = Bounds.URL) String> audiences,

            @JsonPropertyDescription(
                    "Not supported yet: where the issuer's keys are read. Default: found through the issuer's "
                            + "metadata.")
            @Size(max = Bounds.URL)
            @Pattern(Formats.HTTP_URL)
            Optional<String> jwksUri,

            @JsonPropertyDescription("Not supported yet: claim that holds the scopes. Default scope.")
            @Size(min = 1, max = Bounds.LABEL)
            Optional<String> scopesClaim) {
        public Jwt {
            issuer = Absent.orEmpty(issuer);
            audiences = Absent.orEmpty(audiences);
            jwksUri = Absent.orEmpty(jwksUri);
            scopesClaim = Absent.orEmpty(scopesClaim);
        }
    }

    /** A script that decides who calls. */
    @JsonInclude(JsonInclude.Include.NON_EMPTY)
    public record ScriptPlugin(
            @JsonPropertyDescription(
                    "Not supported yet: an ES module whose default export gets {tool, policy, headers} and "
                            + "returns {subject, scopes, claims} or throws.")
            @Required
            ServerDocument source) {}
}
