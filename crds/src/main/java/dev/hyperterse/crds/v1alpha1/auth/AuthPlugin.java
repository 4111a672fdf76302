package dev.hyperterse.crds.v1alpha1.auth;

import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import dev.hyperterse.crds.schema.AtomicList;
import dev.hyperterse.crds.schema.ListSet;
import dev.hyperterse.crds.v1alpha1.action.Script;
import dev.hyperterse.crds.v1alpha1.shared.Bounds;
import dev.hyperterse.crds.v1alpha1.shared.Document;
import dev.hyperterse.crds.v1alpha1.shared.Formats;
import dev.hyperterse.crds.v1alpha1.shared.Grant;
import dev.hyperterse.crds.v1alpha1.shared.SecretRef;
import dev.hyperterse.crds.v1alpha1.shared.ServerDocument;
import dev.hyperterse.crds.v1alpha1.shared.ValueSource;
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
@ValidationRule(
        value = "!has(self.script) || (has(self.headers) && size(self.headers) > 0)",
        message = "a script plugin needs headers, the ones that it is given")
public record AuthPlugin(
        @JsonPropertyDescription("The name that auth.required uses.")
        @Required
        @Size(min = 1, max = Bounds.LABEL)
        @Pattern(Formats.LABEL)
        String name,

        @JsonPropertyDescription(
                "Namespaces whose Tools, Prompts and Resources may name it in auth.plugin. Default: Same.")
        Optional<Grant> namespaces,

        @JsonPropertyDescription(
                "Headers of the request that a script plugin is given, and no others. Without any of them a call has no "
                        + "credentials for it, and it does not run.")
        @ListSet
        @Size(max = 32)
        List<@Size(min = 1, max = Bounds.HEADER) @Pattern(Formats.HEADER) String> headers,

        @JsonPropertyDescription("A key in a request header.")
        Optional<ApiKeys> apiKey,

        @JsonPropertyDescription("A bearer token signed by an OAuth or OpenID Connect issuer.")
        Optional<Jwt> jwt,

        @JsonPropertyDescription("A script that says who calls.")
        Optional<ScriptPlugin> script) {
    /** Keys that callers send in a header. */
    @ValidationRule(
            value = "has(self.keysFrom) || (has(self.keys) && size(self.keys) > 0)",
            message = "at least one of keys and keysFrom must be set")
    public record ApiKeys(
            @JsonPropertyDescription("Name of the header. Default X-API-Key.")
            @Size(max = Bounds.HEADER)
            @Pattern(Formats.HEADER)
            Optional<String> header,

            @JsonPropertyDescription(
                    "Keys one by one, each for a principal. Two for the same principal allow " + "rotation. Up to 256.")
            @AtomicList
            @Size(max = 256)
            List<ApiKey> keys,

            @JsonPropertyDescription("Keys of a whole Secret; each entry is a principal and its key.")
            Optional<KeysFrom> keysFrom) {}

    /** One key and whose it is. */
    public record ApiKey(
            @JsonPropertyDescription("Who calls with this key.") @Required @Size(min = 1, max = Bounds.PRINCIPAL)
            String principal,

            @JsonPropertyDescription("Where the key is read from.") @Required
            ValueSource valueFrom) {}

    /** Many keys at once. */
    public record KeysFrom(
            @JsonPropertyDescription("The Secret whose entries are principals and keys.") @Required
            SecretRef secretRef) {}

    /** Tokens of an issuer. */
    public record Jwt(
            @JsonPropertyDescription("The issuer that tokens must name.")
            @Required
            @Size(min = 1, max = Bounds.URL)
            @Pattern(Formats.HTTP_URL)
            String issuer,

            @JsonPropertyDescription("Audiences of which a token must name one. Default: resource.")
            @ListSet
            @Size(max = 16)
            List<@Size(min = 1, max = Bounds.URL) String> audiences,

            @JsonPropertyDescription(
                    "Where the issuer's keys are read. Default: found through the issuer's " + "metadata.")
            @Size(max = Bounds.URL)
            @Pattern(Formats.HTTP_URL)
            Optional<String> jwksUri,

            @JsonPropertyDescription(
                    "Claim that holds the scopes, as a text with spaces or a list; dots lead into nested claims. Default "
                            + "scope, and scp where a token has none.")
            @Size(min = 1, max = Bounds.LABEL)
            Optional<String> scopesClaim,

            @JsonPropertyDescription(
                    "Claim that holds the groups of the caller, as a text or a list; dots lead into nested claims. Default "
                            + "groups.")
            @Size(min = 1, max = Bounds.LABEL)
            Optional<String> groupsClaim,

            @JsonPropertyDescription(
                    "Certificates of the authorities that the issuer's certificate may come from, in PEM. Default: "
                            + "those of the platform.")
            Optional<ServerDocument> ca) {}

    /** A script that says who calls. */
    public record ScriptPlugin(
            @JsonPropertyDescription("JavaScript or TypeScript, as for the script of a Tool.")
            Optional<Script.Language> language,

            @JsonPropertyDescription(
                    "An ES module whose default export gets {headers, plugin} and a context, and returns {subject, scopes, groups, "
                            + "claims, expires}, or null for credentials that it does not accept. With its imports up to 64 KiB. A "
                            + "ConfigMap of the server needs no label.")
            @Required
            Document source,

            @JsonPropertyDescription(
                    "Variables of spec.env that it can read in ctx.env; grants of the variables do not apply.")
            @ListSet
            @Size(max = 32)
            List<@Size(min = 1, max = Bounds.IDENTIFIER) @Pattern(Formats.IDENTIFIER) String> env,

            @JsonPropertyDescription(
                    "Issuers of the tokens that it accepts, published as authorization_servers in the metadata of the resource, "
                            + "so that clients learn where to get a token. Needs resource, and the header Authorization.")
            @ListSet
            @Size(max = 16)
            List<@Size(min = 1, max = Bounds.URL) @Pattern(Formats.HTTP_URL) String> authorizationServers) {}
}
