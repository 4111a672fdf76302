package dev.hyperterse.catalog.server;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import dev.hyperterse.catalog.script.FetchGrant.Addresses;
import dev.hyperterse.catalog.values.ValueKey;
import java.util.List;
import java.util.Optional;

/** The tokens that requests of an adapter have. */
@JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "type")
@JsonSubTypes(@JsonSubTypes.Type(value = ApiAuth.ClientCredentials.class, name = "client-credentials"))
public sealed interface ApiAuth {
    /**
     * A token of the adapter itself, by the grant {@code client_credentials}.
     *
     * @param addresses where the host of the token endpoint may be
     * @param ca the authorities that its certificate may come from; without it those of the platform
     */
    record ClientCredentials(
            String tokenUrl,
            ValueKey clientId,
            ValueKey clientSecret,
            ClientAuthentication clientAuthentication,
            @JsonInclude(JsonInclude.Include.NON_EMPTY) List<String> scopes,
            Optional<String> audience,
            Optional<String> resource,
            Addresses addresses,
            Optional<ValueKey> ca)
            implements ApiAuth {
        public ClientCredentials {
            scopes = scopes == null ? List.of() : List.copyOf(scopes);
        }
    }

    /** How a client sends its secret: {@code client_secret_basic} or {@code client_secret_post}. */
    enum ClientAuthentication {
        Basic,
        Post
    }
}
