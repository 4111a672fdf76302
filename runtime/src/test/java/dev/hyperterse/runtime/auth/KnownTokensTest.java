package dev.hyperterse.runtime.auth;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hyperterse.runtime.call.Principal;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.time.Duration;
import java.time.Instant;
import java.util.HexFormat;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class KnownTokensTest {
    private static final String TOKEN = "eyJhbGciOiJFUzI1NiJ9." + "x".repeat(400) + ".c2lnbmF0dXJl";
    private static final Instant BEGIN = Instant.parse("2026-11-23T08:00:00Z");

    private Instant now = BEGIN;
    private final KnownTokens known =
            new KnownTokens(() -> now, () -> Duration.between(BEGIN, now).toNanos());

    @Test
    void aTokenIsFoundByAllOfItAlone() {
        var ann = passed("ann", 3_600);
        known.keep(TOKEN, ann);

        assertThat(known.find(TOKEN)).contains(ann);
        for (var at = 0; at < TOKEN.length(); at++) {
            var other = TOKEN.substring(0, at) + (char) (TOKEN.charAt(at) ^ 1) + TOKEN.substring(at + 1);
            assertThat(known.find(other)).isEmpty();
            assertThat(known.find(TOKEN.substring(0, at))).isEmpty();
        }
        assertThat(known.find(TOKEN + " ")).isEmpty();
    }

    @Test
    void aTokenIsFoundUntilItEndsOrHasToBeLookedAtAgain() {
        known.keep(TOKEN, passed("ann", 60));
        known.keep("long", passed("bob", 86_400));

        now = BEGIN.plusSeconds(59);
        assertThat(known.find(TOKEN)).isPresent();
        now = BEGIN.plusSeconds(60);
        assertThat(known.find(TOKEN)).isEmpty();
        assertThat(known.find("long")).isPresent();
        now = BEGIN.plus(Duration.ofMinutes(5));
        assertThat(known.find("long")).isEmpty();
    }

    @Test
    void noTokenIsFoundAfterTheKeysOfItsIssuerChanged() {
        known.keep(TOKEN, passed("ann", 3_600));

        known.forgetAll();

        assertThat(known.find(TOKEN)).isEmpty();
    }

    @Test
    void allOfTheDigestIsCompared() throws Exception {
        var digest = TokenDigest.of("schlüssel");

        assertThat("%016x%016x%016x%016x".formatted(digest.first(), digest.second(), digest.third(), digest.fourth()))
                .isEqualTo(HexFormat.of()
                        .formatHex(MessageDigest.getInstance("SHA-256")
                                .digest("schlüssel".getBytes(StandardCharsets.UTF_8))));
        assertThat(digest)
                .isNotEqualTo(new TokenDigest(digest.first(), digest.second(), digest.third(), digest.fourth() ^ 1))
                .isNotEqualTo(
                        new TokenDigest(digest.first() ^ 1L << 63, digest.second(), digest.third(), digest.fourth()));
    }

    private static Verdict.Passed passed(String subject, long seconds) {
        return new Verdict.Passed(Principal.named("sso", subject), Optional.of(BEGIN.plusSeconds(seconds)));
    }
}
