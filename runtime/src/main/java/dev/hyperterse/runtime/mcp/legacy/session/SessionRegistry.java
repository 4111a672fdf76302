package dev.hyperterse.runtime.mcp.legacy.session;

import dev.hyperterse.calls.Principal;
import dev.hyperterse.calls.memory.TextQuota;
import dev.hyperterse.catalog.server.Sessions;
import dev.hyperterse.runtime.mcp.legacy.session.SessionTicket.ClientCapability;
import dev.hyperterse.runtime.mcp.legacy.session.SessionTicket.ServerCapability;
import java.util.Collection;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;

/**
 * Opens session ids. Opened sessions are cached by id, so that a session in use costs a lookup per request and no
 * cryptography. Evicting an entry loses only the state that {@link Session} has in addition to the ticket.
 */
public final class SessionRegistry {
    private final SessionSeal seal;
    private final SessionTimes times;
    private final TextQuota subscriptions;
    private final TextQuota values;
    private final ConcurrentHashMap<String, Session> remembered = new ConcurrentHashMap<>();
    private final EvictionCandidates candidates = new EvictionCandidates(remembered);
    private final int most;

    public SessionRegistry(SessionSeal seal, SessionTimes times, SessionMemory memory) {
        this.seal = seal;
        this.times = times;
        this.subscriptions = new TextQuota(memory.subscriptions());
        this.values = new TextQuota(memory.values());
        this.most = memory.most();
    }

    /** The id of a new session. Nothing is stored, so a client that never returns costs nothing. */
    public String begin(
            PrincipalHash principal,
            ProtocolVersion version,
            Set<ClientCapability> client,
            Set<ServerCapability> announced,
            ClientInfo clientInfo) {
        return seal.seal(new SessionTicket(
                seal.newId(), principal, times.clock().millis(), version, client, announced, clientInfo));
    }

    /** The session of an id; empty when it is forged, expired, ended, or belongs to another caller. */
    public Optional<Session> find(String sessionId, Principal caller, Sessions settings) {
        var principal = PrincipalHash.of(caller);
        var known = Optional.ofNullable(remembered.get(sessionId)).filter(_ -> seal.hasKeyOf(sessionId));
        var session = known.or(() -> seal.open(sessionId)
                        .map(ticket -> new Session(
                                ticket,
                                PrincipalHash.of(caller.identity()),
                                subscriptions,
                                values,
                                times.nanoTime().getAsLong())))
                .filter(found -> !found.ended())
                .filter(found -> found.ticket().principal().equals(principal))
                .filter(found -> times.valid(found.ticket(), settings.maxAgeMillis()));
        if (known.isEmpty()) {
            session = session.map(opened -> keep(sessionId, opened));
        }
        session.ifPresent(found -> found.used(times.nanoTime().getAsLong()));
        return session;
    }

    /** Caches a session; returns the cached one if another request was first. */
    private Session keep(String sessionId, Session session) {
        if (remembered.size() >= most) {
            // Where all that were looked at listen, none makes room: open streams are limited, too.
            candidates.next().forEach(candidate -> forgetUnlessListening(candidate.getKey(), candidate.getValue()));
        }
        var first = remembered.putIfAbsent(sessionId, session);
        return first == null ? session : first;
    }

    /** The client has ended its session. Other replicas are not notified: an id cannot be revoked, only dropped here. */
    public void end(String sessionId, Session session) {
        keep(sessionId, session).end();
    }

    /**
     * Drops sessions that were not used for {@code idleTimeout}, and ends those whose seed was replaced; must be called
     * periodically. An ended id is kept until it has expired.
     */
    public void evict(Sessions settings) {
        long now = times.nanoTime().getAsLong();
        long idle = TimeUnit.MILLISECONDS.toNanos(settings.idleTimeoutMillis());
        remembered.forEach((id, session) -> {
            if (!seal.hasKeyOf(id)) {
                session.end();
                remembered.remove(id, session);
            } else if (session.ended()) {
                if (!times.valid(session.ticket(), settings.maxAgeMillis())) {
                    remembered.remove(id, session);
                }
            } else if (now - session.usedNanos() > idle) {
                forgetUnlessListening(id, session);
            }
        });
    }

    private void forgetUnlessListening(String id, Session session) {
        if (session.forgetUnlessListening()) {
            remembered.remove(id, session);
        }
    }

    long subscriptionBytes() {
        return subscriptions.held();
    }

    /** The estimated bytes of the values of scripts of all sessions. */
    long valueBytes() {
        return values.held();
    }

    /** The sessions that may have subscriptions. */
    public Collection<Session> remembered() {
        return remembered.values();
    }
}
