package dev.hyperterse.catalog.server;

import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import dev.hyperterse.catalog.values.ValueKey;
import java.util.List;
import java.util.Optional;

/** A way to authenticate a call. */
@JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "type")
@JsonSubTypes({
    @JsonSubTypes.Type(value = AuthPlugin.AllowAll.class, name = "allowAll"),
    @JsonSubTypes.Type(value = AuthPlugin.ApiKeys.class, name = "apiKeys"),
    @JsonSubTypes.Type(value = AuthPlugin.Tokens.class, name = "tokens")
})
public sealed interface AuthPlugin {
    /** What the server's owner calls it. */
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
}
