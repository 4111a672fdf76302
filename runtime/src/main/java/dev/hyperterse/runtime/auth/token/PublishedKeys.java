package dev.hyperterse.runtime.auth.token;

import com.nimbusds.jose.jwk.JWK;
import com.nimbusds.jose.jwk.JWKMatcher;
import com.nimbusds.jose.jwk.JWKSelector;
import com.nimbusds.jose.jwk.JWKSet;
import com.nimbusds.jose.jwk.KeyType;
import com.nimbusds.jose.jwk.KeyUse;
import java.io.IOException;
import java.text.ParseException;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The keys of an issuer, as read.
 *
 * @param number of the read; later reads have higher numbers
 * @param at the time of the read, by the ticker
 * @param withdrawn the ids of keys that the issuer published earlier
 */
record PublishedKeys(JWKSet set, long number, long at, Set<String> withdrawn) {
    private static final int MOST_WITHDRAWN = 256;

    private static final JWKSelector USABLE = new JWKSelector(new JWKMatcher.Builder()
            .keyTypes(KeyType.RSA, KeyType.EC)
            .keyUses(KeyUse.SIGNATURE, null)
            .build());

    /** Fails if no key of the document can verify a token: only a faulty issuer publishes such a document. */
    static JWKSet parse(String document) throws IOException {
        try {
            var set = JWKSet.parse(document);
            if (USABLE.select(set).isEmpty()) {
                throw new IOException("no key in it verifies a token");
            }
            return set;
        } catch (ParseException | RuntimeException malformed) {
            throw new IOException("its keys are malformed", malformed);
        }
    }

    /** The keys of a later read. */
    static PublishedKeys after(Optional<PublishedKeys> before, JWKSet set, long number, long at) {
        var withdrawn = new HashSet<String>();
        before.filter(known -> known.withdrawn().size() < MOST_WITHDRAWN)
                .ifPresent(known -> withdrawn.addAll(known.withdrawn()));
        before.ifPresent(known -> ids(known.set()).forEach(withdrawn::add));
        withdrawn.removeAll(ids(set).collect(Collectors.toSet()));
        return new PublishedKeys(set, number, at, Set.copyOf(withdrawn));
    }

    private static Stream<String> ids(JWKSet set) {
        return set.getKeys().stream().map(JWK::getKeyID).flatMap(Stream::ofNullable);
    }

    List<JWK> select(JWKSelector selector) {
        return selector.select(set);
    }

    /** Whether a token names a known key of another type or algorithm. */
    boolean hasUnfit(JWKSelector selector) {
        return asks(selector, ids(set).collect(Collectors.toSet()));
    }

    /** Whether a token names a key that the issuer has withdrawn. */
    boolean hasWithdrawn(JWKSelector selector) {
        return asks(selector, withdrawn);
    }

    private static boolean asks(JWKSelector selector, Set<String> ids) {
        return Optional.ofNullable(selector.getMatcher().getKeyIDs())
                .filter(asked -> !asked.isEmpty() && ids.containsAll(asked))
                .isPresent();
    }
}
