package dev.hyperterse.runtime.mcp.stream;

import dev.hyperterse.runtime.call.Principal;
import java.time.Instant;
import java.util.EnumSet;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;

/** A client that keeps a stream open, and what it has still to be notified of. */
public final class OpenStream {
    private final Principal principal;
    private final Optional<Instant> until;
    private final Interest interest;
    private final PacedNotifier notifier;
    private final String position;
    private volatile boolean cancelled;

    /** The lists that may have been another replica's when its client read them. */
    private final Set<Notice> owed = ConcurrentHashMap.newKeySet();

    /** Belongs to the current thread. {@code position} is the revision that its client knows now. */
    OpenStream(Principal principal, Optional<Instant> until, Interest interest, StreamTimings pace, String position) {
        this.principal = principal;
        this.until = until;
        this.interest = interest;
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

    /** Whether its client has ended it, and expects nothing any more. */
    public boolean isCancelled() {
        return cancelled;
    }

    /** Whose stream it is. */
    public Principal principal() {
        return principal;
    }

    Interest interest() {
        return interest;
    }

    /** Its client is to be notified again of these, once every replica serves them. */
    public void owes(Set<Notice> lists) {
        owed.addAll(lists);
    }

    /** Of the lists that every replica serves now, those of which it was to be notified again. */
    Set<Notice> paid(Set<Notice> settled) {
        return settled.stream().filter(owed::remove).collect(Collectors.toUnmodifiableSet());
    }

    /** Whether its client has to authenticate again. */
    boolean isOver(Instant now) {
        return until.filter(end -> !now.isBefore(end)).isPresent();
    }

    /** Of those lists, the ones that its client is to be notified of; and of resources, where there are some. */
    Set<Notice> notices(Set<Notice> lists, Set<String> updated) {
        var notices = EnumSet.noneOf(Notice.class);
        lists.stream().filter(interest::inList).forEach(notices::add);
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
