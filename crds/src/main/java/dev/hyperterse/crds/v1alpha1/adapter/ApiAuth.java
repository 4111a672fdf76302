package dev.hyperterse.crds.v1alpha1.adapter;

import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import dev.hyperterse.crds.schema.ListSet;
import dev.hyperterse.crds.v1alpha1.server.ServerScripts;
import dev.hyperterse.crds.v1alpha1.shared.Bounds;
import dev.hyperterse.crds.v1alpha1.shared.Formats;
import dev.hyperterse.crds.v1alpha1.shared.ServerDocument;
import dev.hyperterse.crds.v1alpha1.shared.Setting;
import io.fabric8.generator.annotation.Pattern;
import io.fabric8.generator.annotation.Required;
import io.fabric8.generator.annotation.Size;
import io.fabric8.generator.annotation.ValidationRule;
import java.util.List;
import java.util.Optional;

/** The tokens that requests to an HTTP API or an MCP server are authenticated with. */
@ValidationRule(
        value = "[has(self.clientCredentials), has(self.tokenExchange)].filter(set, set).size() == 1",
        message = "exactly one of clientCredentials and tokenExchange must be set")
public record ApiAuth(
        @JsonPropertyDescription(
                "A token of the adapter itself, which replicas fetch and renew by the OAuth grant client_credentials.")
        Optional<OAuthClient> clientCredentials,

        @JsonPropertyDescription(
                "A token for the caller of each request, which replicas get for the caller's own by the OAuth grant "
                        + "token-exchange (RFC 8693). Callers without a token that a jwt plugin has verified are refused.")
        Optional<OAuthClient> tokenExchange) {
    /** A client of an OAuth server. */
    public record OAuthClient(
            @JsonPropertyDescription("URL of the token endpoint. https, or http on the loopback of the pod.")
            @Required
            @Size(min = 1, max = Bounds.URL)
            @Pattern(Formats.HTTP_URL)
            String tokenUrl,

            @JsonPropertyDescription("Identifier of the client.") @Required
            Setting clientId,

            @JsonPropertyDescription(
                    "Secret of the client. A change in its Secret is used as soon as it gives a token; until then the former one is.")
            @Required
            Setting clientSecret,

            @JsonPropertyDescription(
                    "How the secret is sent: Basic (default; client_secret_basic) or Post (client_secret_post).")
            Optional<ClientAuthentication> clientAuthentication,

            @JsonPropertyDescription("Scopes that the token is asked for.") @ListSet @Size(max = 32)
            List<@Size(min = 1, max = Bounds.URL) @Pattern(Formats.SCOPE) String> scopes,

            @JsonPropertyDescription("Parameter audience of the token request, for servers that read it.")
            @Size(min = 1, max = Bounds.URL)
            Optional<String> audience,

            @JsonPropertyDescription("Parameter resource of the token request (RFC 8707).")
            @Size(min = 1, max = Bounds.URL)
            @Pattern(Formats.URI)
            Optional<String> resource,

            @JsonPropertyDescription(
                    "Where the host of the token endpoint may be: Public (on the internet), or Private (also in private networks). "
                            + "An address in the URL itself is always allowed. Default: Public.")
            Optional<ServerScripts.Fetch.Addresses> addresses,

            @JsonPropertyDescription(
                    "Certificates of the authorities that the token endpoint's may come from, as PEM. Default: those of the runtime "
                            + "image.")
            Optional<ServerDocument> ca) {}

    /** How a client sends its secret. */
    public enum ClientAuthentication {
        Basic,
        Post,
        Unrecognized
    }
}
