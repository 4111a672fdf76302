package dev.hyperterse.runtime.mcp.seal;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hyperterse.calls.Principal;
import dev.hyperterse.catalog.Digest;
import java.security.SecureRandom;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class CallerSealTest {
    private final SealingKey key = SealingKey.random(new SecureRandom());

    @Test
    void replicasOfAServerComputeTheSameHash() {
        assertThat(seal("uid", key).of(Principal.named("sso", "ann")))
                .hasValueSatisfying(hash -> assertThat(hash).matches("[0-9a-f]{16}"))
                .isEqualTo(seal("uid", key).of(Principal.named("sso", "ann")));
    }

    @Test
    void differentCallersHaveDifferentHashes() {
        assertThat(Stream.of(
                        seal("uid", key).of(Principal.named("sso", "ann")),
                        seal("uid", key).of(Principal.named("sso", "bob")),
                        seal("uid", key).of(Principal.named("sso", "")),
                        seal("uid", key).of(Principal.named("ssoann", "")),
                        seal("uid", key).of(Principal.named("other", "ann")),
                        seal("another", key).of(Principal.named("sso", "ann")),
                        seal("uid", SealingKey.random(new SecureRandom())).of(Principal.named("sso", "ann"))))
                .doesNotHaveDuplicates()
                .doesNotContain(Optional.empty());
    }

    /** A reader of statements must not find a caller by trying names. */
    @Test
    void hashIsNotADigestOfGuessableText() {
        var hash = seal("uid", key).of(Principal.named("sso", "ann")).orElseThrow();

        assertThat(Stream.of("ann", "sso ann", "sso/ann", "sso\0ann", "uid\0sso\0ann")
                        .map(Digest::of))
                .noneMatch(digest -> digest.startsWith(hash));
    }

    @Test
    void anonymousCallerHasNoHash() {
        assertThat(seal("uid", key).of(Principal.ANONYMOUS)).isEmpty();
    }

    private static CallerSeal seal(String uid, SealingKey key) {
        var ring = KeyRing.of(key);
        return new CallerSeal(uid, () -> ring);
    }
}
