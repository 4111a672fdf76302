package dev.hyperterse.runtime.mcp.legacy.session;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hyperterse.runtime.mcp.legacy.session.SessionTicket.ClientCapability;
import dev.hyperterse.runtime.mcp.legacy.session.SessionTicket.ServerCapability;
import dev.hyperterse.runtime.mcp.seal.KeyRing;
import dev.hyperterse.runtime.mcp.seal.TestKeys;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.EnumSet;
import java.util.Set;
import org.junit.jupiter.api.Test;

class SessionSealTest {
    private static final SecureRandom RANDOM = new SecureRandom();
    private static final KeyRing KEYS = TestKeys.at(TestKeys.START);
    private static final SessionTicket TICKET = new SessionTicket(
            new SessionId(1, 2),
            PrincipalHash.of("acme"),
            1_800_000_000_123L,
            ProtocolVersion.V2025_06_18,
            Set.of(ClientCapability.SAMPLING),
            EnumSet.allOf(ServerCapability.class),
            new ClientInfo("Müller's client with a very long name indeed", "1.2.3-beta.4+build.5"));

    @Test
    void sealedSessionOpensOnAnyReplicaOfTheServer() {
        var id = seal("uid", KEYS).seal(TICKET);

        assertThat(id)
                .hasSizeLessThanOrEqualTo(SessionSeal.MAX_CHARACTERS)
                .startsWith(KEYS.current().id() + ".");
        assertThat(seal("uid", KEYS).open(id)).contains(TICKET);
    }

    /** Sessions continue while replicas are replaced. */
    @Test
    void idSealedByAnEarlierVersionOpens() {
        var id =
                "2eSzkFAG-691.pmraUHXZnHubKe9x.aZIvIMKYj6PzatrqZAVrs0JJHo6R3zDxTUXsVd6P1IxhN_te56SfL0Wwww65udJKn3VzfMjlm"
                        + "ARcfeE12GLEhKDCQWCXp0bD3-lSjrrDuR6R7vQm_PdgLLZ8-P1tUnN_CeApe7fPfijRQ6TsbYU";

        assertThat(seal("uid", KEYS).open(id)).contains(TICKET);
    }

    @Test
    void idHasNoSecondSpelling() {
        var id = seal("uid", KEYS).seal(TICKET);
        var alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";

        var opening = alphabet.chars()
                .mapToObj(last -> id.substring(0, id.length() - 1) + (char) last)
                .filter(spelling -> seal("uid", KEYS).open(spelling).isPresent());

        assertThat(opening).containsExactly(id);
        assertThat(seal("uid", KEYS).open(id + "=")).isEmpty();
    }

    @Test
    void twoSealsOfOneTicketDiffer() {
        var seal = seal("uid", KEYS);

        assertThat(seal.seal(TICKET)).isNotEqualTo(seal.seal(TICKET));
    }

    @Test
    void sealedSessionDoesNotOpenOnAnotherServer() {
        assertThat(seal("other", KEYS).open(seal("uid", KEYS).seal(TICKET))).isEmpty();
    }

    @Test
    void sealedSessionOpensInEveryLaterPeriodAndTheOneBefore() {
        var id = seal("uid", KEYS).seal(TICKET);

        for (var days : new int[] {-30, 0, 30, 3_000}) {
            var other = TestKeys.at(TestKeys.START.plus(Duration.ofDays(days)));
            assertThat(seal("uid", other).open(id)).as("after %d days", days).contains(TICKET);
        }
        assertThat(seal("uid", TestKeys.at(TestKeys.START.minusMillis(1).minus(Duration.ofDays(30))))
                        .open(id))
                .isEmpty();
    }

    @Test
    void sealedSessionDoesNotOpenWithAnotherSeed() {
        assertThat(seal("uid", KeyRing.random()).open(seal("uid", KEYS).seal(TICKET)))
                .isEmpty();
    }

    @Test
    void everyChangedCharacterIsDetected() {
        var seal = seal("uid", KEYS);
        var id = seal.seal(TICKET);
        for (int index = 0; index < id.length(); index++) {
            var changed = new StringBuilder(id);
            changed.setCharAt(index, id.charAt(index) == 'A' ? 'Q' : 'A');
            assertThat(seal.open(changed.toString())).as(changed.toString()).isEmpty();
        }
    }

    @Test
    void malformedIdIsNoSession() {
        var seal = seal("uid", KEYS);
        for (var nonsense : new String[] {
            "",
            ".",
            "..",
            "a.b.c",
            KEYS.current().id() + "..",
            KEYS.current().id() + ".AAAA.AAAA",
            "x".repeat(300),
            KEYS.current().id() + ".%.%"
        }) {
            assertThat(seal.open(nonsense)).as(nonsense).isEmpty();
        }
    }

    @Test
    void longestClientInfoFits() {
        var longest = new ClientInfo("\ud83d\ude00".repeat(100), "é".repeat(100));
        var ticket = new SessionTicket(
                TICKET.id(), TICKET.principal(), TICKET.issuedAt(), TICKET.version(), Set.of(), Set.of(), longest);

        var id = seal("uid", KEYS).seal(ticket);

        assertThat(id).hasSizeLessThanOrEqualTo(SessionSeal.MAX_CHARACTERS);
        assertThat(seal("uid", KEYS).open(id)).contains(ticket);
        assertThat(longest.name()).isEqualTo("\ud83d\ude00".repeat(8));
    }

    private static SessionSeal seal(String serverUid, KeyRing keys) {
        return new SessionSeal(serverUid, () -> keys, RANDOM);
    }
}
