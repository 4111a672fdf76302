package dev.hyperterse.catalog.server.auth;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import dev.hyperterse.catalog.script.FetchGrant;
import dev.hyperterse.catalog.values.ValueKey;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Stream;

/** A way to authenticate a call. */
@JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "type")
@JsonSubTypes({
    @JsonSubTypes.Type(value = AuthPlugin.AllowAll.class, name = "allowAll"),
    @JsonSubTypes.Type(value = AuthPlugin.ApiKeys.class, name = "apiKeys"),
    @JsonSubTypes.Type(value = AuthPlugin.Tokens.class, name = "tokens"),
    @JsonSubTypes.Type(value = AuthPlugin.Script.class, name = "script")
})
public sealed interface AuthPlugin {
    /** The name that the server's owner gives it. */
    String name();

    /** Every call passes, without an identity. */
    record AllowAll() implements AuthPlugin {
        @Override
        public String name() {
            return "allow_all";
        }
    }

    /**
     * A key in a header.
     *
     * @param keys the digests of the keys and whose they are, as {@link ApiKeyDigests} writes them
     */
    record ApiKeys(String name, String header, ValueKey keys) implements AuthPlugin {}

    /**
     * A bearer token that an issuer has signed (RFC 9068).
     *
     * @param audiences a token names one of them
     * @param keysUrl where the issuer's keys are read; found through its metadata when it is not given
     * @param scopesClaim the claim with the scopes; dots lead into nested claims
     * @param groupsClaim the same with the groups; {@code groups} where it is not given
     * @param authority the only certificate authority that the issuer's certificate may come from
     */
    record Tokens(
            String name,
            String issuer,
            List<String> audiences,
            Optional<String> keysUrl,
            String scopesClaim,
            Optional<String> groupsClaim,
            Optional<ValueKey> authority)
            implements AuthPlugin {
        public Tokens {
            audiences = List.copyOf(audiences);
            groupsClaim = groupsClaim == null ? Optional.empty() : groupsClaim;
        }
    }

    /**
     * A script that authenticates callers. Its code and its variables are values of the catalog, so that the value set
     * identifies everything that a result of the script depends on.
     *
     * @param headers that the script is given, in lower case
     * @param code the compiled script, as {@code CatalogCodec} writes it
     * @param environment the variables that it reads
     * @param fetch what it may fetch
     * @param authorizationServers the issuers of the tokens that it accepts, published to clients as RFC 9728 metadata
     */
    record Script(
            String name,
            List<String> headers,
            ValueKey code,
            SortedMap<String, ValueKey> environment,
            List<FetchGrant> fetch,
            @JsonInclude(JsonInclude.Include.NON_EMPTY) List<String> authorizationServers)
            implements AuthPlugin {
        public Script {
            headers = List.copyOf(headers);
            environment = environment == null
                    ? Collections.emptySortedMap()
                    : Collections.unmodifiableSortedMap(new TreeMap<>(environment));
            fetch = fetch == null ? List.of() : List.copyOf(fetch);
            authorizationServers = authorizationServers == null ? List.of() : List.copyOf(authorizationServers);
        }

        /** Everything of the value set that it depends on. */
        public Stream<ValueKey> values() {
            return Stream.of(
                            Stream.of(code),
                            environment.values().stream(),
                            fetch.stream().flatMap(it -> it.ca().stream()))
                    .flatMap(keys -> keys);
        }
    }
}
