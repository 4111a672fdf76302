package dev.hyperterse.catalog.server.adapter;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import dev.hyperterse.catalog.script.FetchGrant.Addresses;
import dev.hyperterse.catalog.values.ValueKey;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;

/** The tokens that requests of an adapter have. */
@JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "type")
@JsonSubTypes({
    @JsonSubTypes.Type(value = ApiAuth.ClientCredentials.class, name = "client-credentials"),
    @JsonSubTypes.Type(value = ApiAuth.TokenExchange.class, name = "token-exchange")
})
public sealed interface ApiAuth {
    /** The client that asks for them. */
    OAuthClient client();

    /** A token of the adapter itself, by the grant {@code client_credentials}. */
    record ClientCredentials(OAuthClient client) implements ApiAuth {}

    /**
     * A token for each caller, by the grant {@code token-exchange}.
     *
     * @param plugins the names of those that verify tokens: only such a token is exchanged
     */
    record TokenExchange(OAuthClient client, SortedSet<String> plugins) implements ApiAuth {
        public TokenExchange {
            plugins = Collections.unmodifiableSortedSet(new TreeSet<>(plugins));
        }
    }

    /**
     * A client of an OAuth server.
     *
     * @param addresses where the host of the token endpoint may be
     * @param ca the authorities that its certificate may come from; without it those of the platform
     */
    record OAuthClient(
            String tokenUrl,
            ValueKey clientId,
            ValueKey clientSecret,
            ClientAuthentication clientAuthentication,
            @JsonInclude(JsonInclude.Include.NON_EMPTY) List<String> scopes,
            Optional<String> audience,
            Optional<String> resource,
            Addresses addresses,
            Optional<ValueKey> ca) {
        public OAuthClient {
            scopes = scopes == null ? List.of() : List.copyOf(scopes);
        }
    }

    /** How a client sends its secret: {@code client_secret_basic} or {@code client_secret_post}. */
    enum ClientAuthentication {
        Basic,
        Post
    }
}
