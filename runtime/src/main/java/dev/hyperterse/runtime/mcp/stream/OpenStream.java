package dev.hyperterse.runtime.mcp.stream;

import dev.hyperterse.calls.Principal;
import java.time.Instant;
import java.util.EnumSet;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;

/** One open stream: its client, and its pending notifications. */
public final class OpenStream {
    private final Principal principal;
    private final Optional<Instant> until;
    private final NotificationFilter filter;
    private final PacedNotifier notifier;
    private final String position;
    private volatile boolean cancelled;

    /** The lists that its client may have read from a replica with the former catalog. */
    private final Set<Notice> unconverged = ConcurrentHashMap.newKeySet();

    /** Creates a stream that the current thread runs. {@code position} is the revision that its client knows now. */
    OpenStream(
            Principal principal,
            Optional<Instant> until,
            NotificationFilter filter,
            StreamTimings pace,
            String position) {
        this.principal = principal;
        this.until = until;
        this.filter = filter;
        this.notifier = new PacedNotifier(pace, position);
        this.position = position;
    }

    public PacedNotifier notifier() {
        return notifier;
    }

    /** The revision that its client knew when it opened. */
    public String position() {
        return position;
    }

    /** Whether its client has cancelled it; nothing is sent then. */
    public boolean isCancelled() {
        return cancelled;
    }

    /** The caller that opened it. */
    public Principal principal() {
        return principal;
    }

    NotificationFilter filter() {
        return filter;
    }

    /** Notifies the client of these lists again, once every replica serves them. */
    public void awaitConvergence(Set<Notice> lists) {
        unconverged.addAll(lists);
    }

    /** The converged lists of which the client has to be notified again. */
    Set<Notice> takeConverged(Set<Notice> converged) {
        return converged.stream().filter(unconverged::remove).collect(Collectors.toUnmodifiableSet());
    }

    /** Whether the credentials of its caller have expired. */
    boolean isOver(Instant now) {
        return until.filter(end -> !now.isBefore(end)).isPresent();
    }

    /** The notifications for changed lists that the client follows, and for changed resources. */
    Set<Notice> notices(Set<Notice> lists, Set<String> updated) {
        var notices = EnumSet.noneOf(Notice.class);
        lists.stream().filter(filter::includesList).forEach(notices::add);
        if (!updated.isEmpty()) {
            notices.add(Notice.UPDATED);
        }
        return notices;
    }

    void cancel() {
        cancelled = true;
        notifier.close();
    }
}
