package dev.hyperterse.runtime.mcp.seal;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hyperterse.calls.Principal;
import dev.hyperterse.catalog.Digest;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class CallerSealTest {
    private final KeyRing keys = KeyRing.random();

    @Test
    void replicasOfAServerComputeTheSameHash() {
        assertThat(seal("uid", keys).of(Principal.named("sso", "ann")))
                .hasValueSatisfying(hash -> assertThat(hash).matches("[0-9a-f]{16}"))
                .isEqualTo(seal("uid", keys).of(Principal.named("sso", "ann")));
    }

    @Test
    void differentCallersHaveDifferentHashes() {
        assertThat(Stream.of(
                        seal("uid", keys).of(Principal.named("sso", "ann")),
                        seal("uid", keys).of(Principal.named("sso", "bob")),
                        seal("uid", keys).of(Principal.named("sso", "")),
                        seal("uid", keys).of(Principal.named("ssoann", "")),
                        seal("uid", keys).of(Principal.named("other", "ann")),
                        seal("another", keys).of(Principal.named("sso", "ann")),
                        seal("uid", KeyRing.random()).of(Principal.named("sso", "ann"))))
                .doesNotHaveDuplicates()
                .doesNotContain(Optional.empty());
    }

    /** A reader of statements must not find a caller by trying names. */
    @Test
    void hashIsNotADigestOfGuessableText() {
        var hash = seal("uid", keys).of(Principal.named("sso", "ann")).orElseThrow();

        assertThat(Stream.of("ann", "sso ann", "sso/ann", "sso\0ann", "uid\0sso\0ann")
                        .map(Digest::of))
                .noneMatch(digest -> digest.startsWith(hash));
    }

    @Test
    void anonymousCallerHasNoHash() {
        assertThat(seal("uid", keys).of(Principal.ANONYMOUS)).isEmpty();
    }

    private static CallerSeal seal(String uid, KeyRing keys) {
        return new CallerSeal(uid, () -> keys);
    }
}
