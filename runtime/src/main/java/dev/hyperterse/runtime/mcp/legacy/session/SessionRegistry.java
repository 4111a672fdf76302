package dev.hyperterse.runtime.mcp.legacy.session;

import dev.hyperterse.catalog.server.Sessions;
import dev.hyperterse.runtime.mcp.legacy.session.SessionTicket.ClientCapability;
import dev.hyperterse.runtime.mcp.legacy.session.SessionTicket.ServerCapability;
import dev.hyperterse.runtime.memory.TextAllowance;
import java.util.Collection;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;

/**
 * Opens session ids. What was opened once is kept by its id, so that a session in use costs a lookup per request and no
 * cryptography; forgetting an entry loses only what {@link Session} holds besides the ticket.
 */
public final class SessionRegistry {
    /** What a flood of sessions may cost: about 40 MB. */
    private static final int MAX_REMEMBERED = 100_000;

    private final SessionSeal seal;
    private final SessionTimes times;
    private final TextAllowance subscriptions = new TextAllowance();
    private final TextAllowance values = new TextAllowance();
    private final ConcurrentHashMap<String, Session> remembered = new ConcurrentHashMap<>();
    private final EvictionCandidates candidates = new EvictionCandidates(remembered);
    private final int most;

    public SessionRegistry(SessionSeal seal, SessionTimes times) {
        this(seal, times, MAX_REMEMBERED);
    }

    SessionRegistry(SessionSeal seal, SessionTimes times, int most) {
        this.seal = seal;
        this.times = times;
        this.most = most;
    }

    /** The id of a new session. Nothing is stored, so a client that never returns costs nothing. */
    public String begin(
            PrincipalHash principal,
            ProtocolVersion version,
            Set<ClientCapability> client,
            Set<ServerCapability> announced,
            ClientInfo clientInfo) {
        return seal.seal(
                new SessionTicket(seal.newId(), principal, times.now(), version, client, announced, clientInfo));
    }

    /** The session of an id; empty when it is forged, expired, ended, or belongs to another caller. */
    public Optional<Session> find(String sessionId, PrincipalHash principal, Sessions settings) {
        var known = Optional.ofNullable(remembered.get(sessionId));
        var session = known.or(() -> seal.open(sessionId)
                        .map(ticket -> new Session(
                                ticket, subscriptions, values, times.nanoTime().getAsLong())))
                .filter(found -> !found.ended())
                .filter(found -> found.ticket().principal().equals(principal))
                .filter(found -> times.valid(found.ticket(), settings.maxAgeMillis()));
        if (known.isEmpty()) {
            session = session.map(opened -> keep(sessionId, opened));
        }
        session.ifPresent(found -> found.used(times.nanoTime().getAsLong()));
        return session;
    }

    /** Keeps a session; returns the one kept, should another request have been first. */
    private Session keep(String sessionId, Session session) {
        if (remembered.size() >= most) {
            candidates.next().ifPresent(candidate -> forget(candidate.getKey(), candidate.getValue()));
        }
        var first = remembered.putIfAbsent(sessionId, session);
        return first == null ? session : first;
    }

    /** The client has ended its session. Other replicas are not notified: an id cannot be revoked, only dropped here. */
    public void end(String sessionId, Session session) {
        keep(sessionId, session).end();
    }

    /**
     * To be called now and then: drops what was not used for {@code idleTimeout}; an ended id is remembered until it
     * has expired by itself.
     */
    public void evict(Sessions settings) {
        long now = times.nanoTime().getAsLong();
        long idle = TimeUnit.MILLISECONDS.toNanos(settings.idleTimeoutMillis());
        remembered.forEach((id, session) -> {
            if (session.ended()
                    ? !times.valid(session.ticket(), settings.maxAgeMillis())
                    : !session.listening() && now - session.usedNanos() > idle) {
                forget(id, session);
            }
        });
    }

    private void forget(String id, Session session) {
        if (remembered.remove(id, session)) {
            session.forget();
        }
    }

    /** What the subscriptions of all sessions are taken to hold, in bytes. */
    long subscriptionBytes() {
        return subscriptions.held();
    }

    /** What scripts keep for all sessions is taken to hold, in bytes. */
    long valueBytes() {
        return values.held();
    }

    /** The sessions that may have subscriptions. */
    public Collection<Session> remembered() {
        return remembered.values();
    }
}
