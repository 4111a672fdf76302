package dev.hyperterse.runtime.mcp.legacy.session;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hyperterse.catalog.keys.SessionKey;
import dev.hyperterse.runtime.mcp.legacy.session.SessionTicket.ClientCapability;
import dev.hyperterse.runtime.mcp.legacy.session.SessionTicket.ServerCapability;
import dev.hyperterse.runtime.mcp.seal.KeyRing;
import dev.hyperterse.runtime.mcp.seal.SealingKey;
import java.security.SecureRandom;
import java.time.Instant;
import java.util.EnumSet;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

class SessionSealTest {
    private static final SecureRandom RANDOM = new SecureRandom();
    private static final SealingKey ONE = SealingKey.random(RANDOM);
    private static final SealingKey TWO = SealingKey.random(RANDOM);
    private static final SessionTicket TICKET = new SessionTicket(
            new SessionId(1, 2),
            PrincipalHash.of("acme"),
            Instant.ofEpochMilli(1_800_000_000_123L),
            ProtocolVersion.V2025_06_18,
            Set.of(ClientCapability.SAMPLING),
            EnumSet.allOf(ServerCapability.class),
            new ClientInfo("Müller's client with a very long name indeed", "1.2.3-beta.4+build.5"));

    @Test
    void sealedSessionOpensOnAnyReplicaOfTheServer() {
        var id = seal("uid", KeyRing.of(ONE)).seal(TICKET);

        assertThat(id).hasSizeLessThanOrEqualTo(SessionSeal.MAX_CHARACTERS).startsWith(ONE.id() + ".");
        assertThat(seal("uid", KeyRing.of(ONE)).open(id)).contains(TICKET);
    }

    /** Sessions continue while replicas are replaced. */
    @Test
    void idSealedByAnEarlierVersionOpens() {
        var key = new SealingKey(new SessionKey("key-one", new byte[SessionKey.BYTES]));
        var id =
                "key-one.pmraUHXZnHubKe9x.Gni-qwyuNn0YceOT8KDI5naMaYpt0n1UzeAWHSbpFF_W1UFGMwZyTVJn1JEDGGh_myuzww2eYP16UC49"
                        + "MUp_MNM_eKObCkTvytFAY56lb4ynvXvkQKGAGaO674dti3HkOj6jibSfPJpM3xvxrEw";

        assertThat(seal("uid", KeyRing.of(key)).open(id)).contains(TICKET);
    }

    @Test
    void idHasNoSecondSpelling() {
        var id = seal("uid", KeyRing.of(ONE)).seal(TICKET);
        var alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";

        var opening = alphabet.chars()
                .mapToObj(last -> id.substring(0, id.length() - 1) + (char) last)
                .filter(spelling -> seal("uid", KeyRing.of(ONE)).open(spelling).isPresent());

        assertThat(opening).containsExactly(id);
        assertThat(seal("uid", KeyRing.of(ONE)).open(id + "=")).isEmpty();
    }

    @Test
    void twoSealsOfOneTicketDiffer() {
        var seal = seal("uid", KeyRing.of(ONE));

        assertThat(seal.seal(TICKET)).isNotEqualTo(seal.seal(TICKET));
    }

    @Test
    void sealedSessionDoesNotOpenOnAnotherServer() {
        assertThat(seal("other", KeyRing.of(ONE))
                        .open(seal("uid", KeyRing.of(ONE)).seal(TICKET)))
                .isEmpty();
    }

    @Test
    void keysAreAcceptedBeforeAndAfterTheySeal() {
        var byOne = seal("uid", KeyRing.of(ONE)).seal(TICKET);
        var ahead = new KeyRing(Optional.of(ONE), TWO, Optional.empty());
        var behind = new KeyRing(Optional.empty(), TWO, Optional.of(ONE));

        assertThat(seal("uid", ahead).open(byOne)).contains(TICKET);
        assertThat(seal("uid", behind).open(byOne)).contains(TICKET);
        assertThat(seal("uid", KeyRing.of(TWO)).open(byOne)).isEmpty();
    }

    @Test
    void everyChangedCharacterIsDetected() {
        var seal = seal("uid", KeyRing.of(ONE));
        var id = seal.seal(TICKET);
        for (int index = 0; index < id.length(); index++) {
            var changed = new StringBuilder(id);
            changed.setCharAt(index, id.charAt(index) == 'A' ? 'Q' : 'A');
            assertThat(seal.open(changed.toString())).as(changed.toString()).isEmpty();
        }
    }

    @Test
    void malformedIdIsNoSession() {
        var seal = seal("uid", KeyRing.of(ONE));
        for (var nonsense : new String[] {
            "", ".", "..", "a.b.c", ONE.id() + "..", ONE.id() + ".AAAA.AAAA", "x".repeat(300), ONE.id() + ".%.%"
        }) {
            assertThat(seal.open(nonsense)).as(nonsense).isEmpty();
        }
    }

    @Test
    void longestClientInfoFits() {
        var longest = new ClientInfo("\ud83d\ude00".repeat(100), "é".repeat(100));
        var ticket = new SessionTicket(
                TICKET.id(), TICKET.principal(), TICKET.issuedAt(), TICKET.version(), Set.of(), Set.of(), longest);
        var key = new SealingKey(new SessionKey("k".repeat(16), new byte[SessionKey.BYTES]));

        var id = seal("uid", KeyRing.of(key)).seal(ticket);

        assertThat(id).hasSizeLessThanOrEqualTo(SessionSeal.MAX_CHARACTERS);
        assertThat(seal("uid", KeyRing.of(key)).open(id)).contains(ticket);
        assertThat(longest.name()).isEqualTo("\ud83d\ude00".repeat(8));
    }

    private static SessionSeal seal(String serverUid, KeyRing keys) {
        return new SessionSeal(serverUid, () -> keys, RANDOM);
    }
}
