package dev.hyperterse.runtime.mcp.legacy.session;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hyperterse.calls.context.LoggingLevel;
import dev.hyperterse.calls.memory.TextQuota;
import java.util.AbstractMap;
import java.util.AbstractSet;
import java.util.HashSet;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

class EvictionCandidatesTest {
    private static final int SESSIONS = 1_000;
    private static final PrincipalHash MANY = PrincipalHash.of("many");

    private final Map<String, Session> sessions = new LinkedHashMap<>();
    private int looks;
    private final EvictionCandidates candidates = new EvictionCandidates(new CountedLooks());

    @Test
    void fewSessionsAreExaminedHoweverManyHoldState() {
        for (var number = 0; number < SESSIONS; number++) {
            sessions.put("session-" + number, holdingState());
        }

        var found = new HashSet<String>();
        for (var time = 0; time < SESSIONS; time++) {
            looks = 0;
            found.add(candidates.next().getFirst().getKey());
            assertThat(looks).isLessThanOrEqualTo(32);
        }
        assertThat(found).as("not the same few each time").hasSizeGreaterThan(20);
    }

    @Test
    void sessionWithoutStateIsFoundAfterSomeTurns() {
        for (var number = 0; number < SESSIONS; number++) {
            sessions.put("session-" + number, number == SESSIONS - 1 ? plain() : holdingState());
        }

        var found = new HashSet<String>();
        for (var turn = 0; turn * EvictionCandidates.MOST_LOOKS < SESSIONS; turn++) {
            found.add(candidates.next().getFirst().getKey());
        }
        assertThat(found).contains("session-" + (SESSIONS - 1));
    }

    @Test
    void callerOfManySessionsLosesItsOwn() {
        for (var number = 0; number < SESSIONS; number++) {
            sessions.put("session-" + number, number % 10 == 0 ? holdingState("many") : holdingState("one-" + number));
        }
        sessions.forEach(
                (id, session) -> session.used(session.ticket().principal().equals(MANY) ? 1 : 0));

        for (var time = 0; time < SESSIONS; time++) {
            assertThat(candidates.next().getFirst().getValue().ticket().principal())
                    .as("used of late, but its caller has others")
                    .isEqualTo(MANY);
        }
    }

    @Test
    void theEighthThatIsUnusedForLongestIsForgottenAtOnce() {
        for (var number = 0; number < EvictionCandidates.MOST_LOOKS; number++) {
            var session = holdingState();
            session.used(number);
            sessions.put("session-" + number, session);
        }

        assertThat(candidates.next())
                .extracting(Map.Entry::getKey)
                .containsExactly("session-0", "session-1", "session-2", "session-3");
    }

    @Test
    void ofFewSessionsOneIsForgotten() {
        sessions.put("one", holdingState());
        sessions.put("other", holdingState());

        assertThat(candidates.next()).hasSize(1);
    }

    @Test
    void withoutSessionsThereIsNone() {
        assertThat(candidates.next()).isEmpty();
    }

    private static Session holdingState() {
        return holdingState("acme");
    }

    private static Session holdingState(String caller) {
        var session = of(caller);
        session.level(LoggingLevel.info);
        return session;
    }

    private static Session plain() {
        return of("acme");
    }

    private static Session of(String caller) {
        var ticket = new SessionTicket(
                new SessionId(0, 1),
                PrincipalHash.of(caller),
                0,
                ProtocolVersion.LATEST,
                Set.of(),
                Set.of(),
                new ClientInfo("client", "1"));
        return new Session(ticket, PrincipalHash.of(caller), new TextQuota(1 << 20), new TextQuota(1 << 20), 0);
    }

    /** The sessions, with a count of those that were looked at. */
    private final class CountedLooks extends AbstractMap<String, Session> {
        @Override
        public Set<Entry<String, Session>> entrySet() {
            return new AbstractSet<>() {
                @Override
                public Iterator<Entry<String, Session>> iterator() {
                    var entries = sessions.entrySet().iterator();
                    return new Iterator<>() {
                        @Override
                        public boolean hasNext() {
                            return entries.hasNext();
                        }

                        @Override
                        public Entry<String, Session> next() {
                            looks++;
                            return entries.next();
                        }
                    };
                }

                @Override
                public int size() {
                    return sessions.size();
                }
            };
        }
    }
}
