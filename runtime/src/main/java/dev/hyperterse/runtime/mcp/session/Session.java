package dev.hyperterse.runtime.mcp.session;

import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * What this replica remembers of one session while it is in use: its opened ticket, the log level, the subscriptions.
 * Another replica, or this one after {@code sessions.idleTimeout}, knows the ticket and nothing else.
 */
public final class Session {
    /** More subscriptions than any client needs, few enough for a replica to compare at each reload. */
    public static final int MAX_SUBSCRIPTIONS = 1_000;

    private final SessionTicket ticket;
    private final Set<String> subscriptions = ConcurrentHashMap.newKeySet();
    private volatile Optional<LoggingLevel> level = Optional.empty();
    private volatile long usedNanos;
    private volatile boolean ended;
    private volatile boolean listening;

    Session(SessionTicket ticket, long nowNanos) {
        this.ticket = ticket;
        this.usedNanos = nowNanos;
    }

    public SessionTicket ticket() {
        return ticket;
    }

    /** The level set by the client; log notifications are sent only then. */
    public Optional<LoggingLevel> level() {
        return level;
    }

    public void level(LoggingLevel chosen) {
        level = Optional.of(chosen);
    }

    public Set<String> subscriptions() {
        return Set.copyOf(subscriptions);
    }

    public boolean subscribed(String uri) {
        return subscriptions.contains(uri);
    }

    /** False when the session has as many subscriptions as it may. */
    public boolean subscribe(String uri) {
        return subscriptions.contains(uri) || (subscriptions.size() < MAX_SUBSCRIPTIONS && subscriptions.add(uri));
    }

    public void unsubscribe(String uri) {
        subscriptions.remove(uri);
    }

    /** Whether the client took its leave, on this replica. */
    public boolean ended() {
        return ended;
    }

    void end() {
        ended = true;
    }

    /** Whether a stream of this session is open here; what it holds must not be forgotten then. */
    public boolean listening() {
        return listening;
    }

    public void listening(boolean open) {
        listening = open;
    }

    void used(long nowNanos) {
        usedNanos = nowNanos;
    }

    long usedNanos() {
        return usedNanos;
    }

    /** Whether forgetting it would lose something that its id does not say. */
    boolean holdsState() {
        return ended || listening || level.isPresent() || !subscriptions.isEmpty();
    }
}
