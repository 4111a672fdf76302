package dev.hyperterse.runtime.mcp.legacy.session;

import dev.hyperterse.calls.context.Client;
import dev.hyperterse.calls.context.ClientMemory;
import dev.hyperterse.calls.context.LoggingLevel;
import dev.hyperterse.calls.memory.TextQuota;
import dev.hyperterse.runtime.mcp.call.Call;
import dev.hyperterse.runtime.mcp.call.KnownClient;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;

/**
 * The state of one session on this replica while it is in use: its opened ticket, the log level, the subscriptions, the
 * values of scripts. Another replica, or this one after {@code sessions.idleTimeout}, has only the ticket.
 */
public final class Session implements KnownClient {
    /** More subscriptions than any client needs, few enough for a replica to compare at each reload. */
    public static final int MAX_SUBSCRIPTIONS = 1_000;

    public static final int MAX_SUBSCRIPTION_BYTES = 256 * 1024;
    public static final int MAX_URI_LENGTH = 2_048;

    private final SessionTicket ticket;
    private final PrincipalHash holder;
    private final TextQuota memory;
    private final SessionValues values;
    /** A set of its own once it has one: most sessions never do, and thousands are idle. */
    private volatile Set<String> subscriptions = Set.of();

    private volatile Optional<LoggingLevel> level = Optional.empty();
    private volatile long usedNanos;
    private volatile boolean ended;
    private volatile boolean listening;
    private long subscriptionBytes;
    private boolean forgotten;

    /** @param holder its caller at any URL, who shares memory with others */
    Session(SessionTicket ticket, PrincipalHash holder, TextQuota memory, TextQuota valueMemory, long nowNanos) {
        this.ticket = ticket;
        this.holder = holder.equals(ticket.principal()) ? ticket.principal() : holder;
        this.memory = memory;
        this.values = new SessionValues(this.holder, valueMemory);
        this.usedNanos = nowNanos;
    }

    /** The session of a call of this era, which is the client that the call knows. */
    public static Optional<Session> of(Call call) {
        return call.known() instanceof Session session ? Optional.of(session) : Optional.empty();
    }

    public SessionTicket ticket() {
        return ticket;
    }

    PrincipalHash holder() {
        return holder;
    }

    @Override
    public Optional<Object> key() {
        return Optional.of(ticket.id());
    }

    @Override
    public Optional<Client.About> about() {
        var capabilities = ticket.client().stream()
                .map(capability -> capability.name().toLowerCase(Locale.ROOT))
                .collect(Collectors.toUnmodifiableSet());
        return Optional.of(
                new Client.About(ticket.clientInfo().name(), ticket.clientInfo().version(), capabilities));
    }

    /** Whether the client has declared that, as the protocol calls it. */
    public boolean declares(String capability) {
        return ticket.client().stream()
                .anyMatch(declared -> declared.name().toLowerCase(Locale.ROOT).equals(capability));
    }

    /** The level set by the client; log notifications are sent only then. */
    @Override
    public Optional<LoggingLevel> level() {
        return level;
    }

    public void level(LoggingLevel chosen) {
        level = Optional.of(chosen);
    }

    /** The values that scripts store for the session. */
    public ClientMemory values() {
        return values;
    }

    public Set<String> subscriptions() {
        return Set.copyOf(subscriptions);
    }

    public boolean subscribed(String uri) {
        return subscriptions.contains(uri);
    }

    /** The result of a subscription request. */
    public enum SubscribeResult {
        SUBSCRIBED,
        URI_TOO_LONG,
        SESSION_FULL,
        REPLICA_FULL
    }

    public synchronized SubscribeResult subscribe(String uri) {
        if (subscriptions.contains(uri)) {
            return SubscribeResult.SUBSCRIBED;
        }
        if (uri.length() > MAX_URI_LENGTH) {
            return SubscribeResult.URI_TOO_LONG;
        }
        long bytes = TextQuota.bytes(uri);
        if (subscriptions.size() >= MAX_SUBSCRIPTIONS || subscriptionBytes + bytes > MAX_SUBSCRIPTION_BYTES) {
            return SubscribeResult.SESSION_FULL;
        }
        // A request may still hold a session that was just evicted: its bytes would never be released.
        if (forgotten || !memory.reserve(holder, bytes)) {
            return SubscribeResult.REPLICA_FULL;
        }
        subscriptionBytes += bytes;
        if (subscriptions.isEmpty()) {
            subscriptions = ConcurrentHashMap.newKeySet();
        }
        subscriptions.add(uri);
        return SubscribeResult.SUBSCRIBED;
    }

    public synchronized void unsubscribe(String uri) {
        if (subscriptions.contains(uri)) {
            subscriptions.remove(uri);
            long bytes = TextQuota.bytes(uri);
            subscriptionBytes -= bytes;
            memory.release(holder, bytes);
        }
    }

    /** Releases the memory of the session, which then stores nothing more. */
    synchronized void forget() {
        forgotten = true;
        subscriptions = Set.of();
        memory.release(holder, subscriptionBytes);
        subscriptionBytes = 0;
        values.forget();
    }

    /** Whether its client, or a new seed, has ended it on this replica. */
    public boolean ended() {
        return ended;
    }

    void end() {
        ended = true;
        forget();
    }

    /** Whether a stream of this session is open here, so that its state must not be evicted. */
    public boolean listening() {
        return listening;
    }

    /** @return whether it is still remembered: a stream of one that is not would miss its later subscriptions */
    public synchronized boolean listening(boolean open) {
        listening = open;
        return !forgotten;
    }

    /** Releases the memory, unless a stream is open. */
    synchronized boolean forgetUnlessListening() {
        if (!listening) {
            forget();
        }
        return !listening;
    }

    void used(long nowNanos) {
        usedNanos = nowNanos;
    }

    long usedNanos() {
        return usedNanos;
    }

    /** Whether it has state that the id does not contain. */
    boolean holdsState() {
        return ended || listening || level.isPresent() || !subscriptions.isEmpty() || !values.isEmpty();
    }
}
