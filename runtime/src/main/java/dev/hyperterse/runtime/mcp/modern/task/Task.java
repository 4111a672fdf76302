package dev.hyperterse.runtime.mcp.modern.task;

import dev.hyperterse.calls.JsonSpan;
import dev.hyperterse.calls.Principal;
import dev.hyperterse.calls.context.ClientReply;
import dev.hyperterse.calls.context.PendingRequest;
import dev.hyperterse.calls.deadline.CallScope;
import dev.hyperterse.calls.deadline.DeadlineTimer;
import dev.hyperterse.calls.memory.Reservation;
import dev.hyperterse.runtime.live.CatalogChange;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Predicate;

/** One task: its open questions, and its end. Safe for all threads. */
public final class Task {
    private static final String ENDED = "the task has ended";

    private final String id;
    private final String holder;
    private final Principal principal;
    private final String tool;
    private final Instant created;
    private final Times times;
    private final CallScope scope;
    private final DeadlineTimer deadlines;
    private final InstantSource clock;
    private final Reservation memory;
    private final Map<String, Question> open = new LinkedHashMap<>();
    private Optional<TaskEnd> end = Optional.empty();
    private volatile boolean forgotten;

    /** Orders what other replicas are shown of it. */
    private final Object showing = new Object();

    private Instant updated;

    /**
     * @param principal that calls the tool
     * @param tool its name for clients
     * @param scope that ends the call
     * @param memory of the call beside its answer
     */
    Task(
            String id,
            String holder,
            Principal principal,
            String tool,
            Times times,
            CallScope scope,
            DeadlineTimer deadlines,
            InstantSource clock,
            Reservation memory) {
        this.id = id;
        this.holder = holder;
        this.principal = principal;
        this.tool = tool;
        this.times = times;
        this.scope = scope;
        this.deadlines = deadlines;
        this.clock = clock;
        this.memory = memory;
        this.created = clock.instant();
        this.updated = created;
    }

    /**
     * How long a task is kept.
     *
     * @param run the longest time that its call runs, without waiting for its client
     * @param keep behind its end
     * @param question how long the client may take to answer one
     */
    public record Times(Duration run, Duration keep, Duration question) {
        private static final int QUESTIONS = 8;

        Duration ttl() {
            return run.plus(keep);
        }

        /** How long its client may be asked. */
        Duration asking() {
            return ttl().plus(question.multipliedBy(QUESTIONS));
        }

        /** With a last question at the last moment, and all the time of the call behind its answer. */
        Duration longest() {
            return asking().plus(question).plus(ttl());
        }
    }

    /** A question that waits for its response. */
    private final class Question extends DeadlineTimer.Timed implements PendingRequest {
        private final String key;
        private final byte[] json;
        private final Function<JsonSpan, Optional<byte[]>> copy;
        private final Consumer<ClientReply> reply;

        private Question(
                String key, byte[] json, Function<JsonSpan, Optional<byte[]>> copy, Consumer<ClientReply> reply) {
            this.key = key;
            this.json = json;
            this.copy = copy;
            this.reply = reply;
        }

        @Override
        protected void expire() {
            if (take(key).isPresent()) {
                reply.accept(new ClientReply.Failed("the client did not answer within %d s"
                        .formatted(times.question().toSeconds())));
            }
        }

        @Override
        public void close() {
            take(key);
        }
    }

    /**
     * The state at one time.
     *
     * @param questions each a request as JSON, by key
     */
    public record Shown(TaskStatus status, Instant updated, Map<String, byte[]> questions, Optional<TaskEnd> end) {}

    public String id() {
        return id;
    }

    String holder() {
        return holder;
    }

    public Instant created() {
        return created;
    }

    /** From its creation: questions and a late end prolong it. */
    public synchronized Duration ttl() {
        var lived = Duration.between(created, end.isPresent() ? updated : clock.instant());
        return longer(times.ttl(), lived.plus(times.keep()));
    }

    private static Duration longer(Duration one, Duration other) {
        return one.compareTo(other) < 0 ? other : one;
    }

    /** How long it is still kept, behind its end. */
    Duration left() {
        return longer(Duration.ZERO, ttl().minus(Duration.between(created, clock.instant())));
    }

    /** Whether the caller may still call the tool. */
    boolean isAllowed(CatalogChange change, Predicate<Principal> authenticatesAgain) {
        return !authenticatesAgain.test(principal)
                && change.after().seenBy(principal).tool(tool).isPresent();
    }

    String tool() {
        return tool;
    }

    public CallScope scope() {
        return scope;
    }

    public synchronized Shown shown() {
        var questions = new LinkedHashMap<String, byte[]>();
        open.forEach((key, question) -> questions.put(key, question.json));
        return new Shown(TaskEnd.status(end, !open.isEmpty()), updated, questions, end);
    }

    /**
     * Shows the client a question until its response, for at most the time of one.
     *
     * @param key used once in a call
     * @param copy takes the response out of its message
     */
    public PendingRequest ask(
            String key, byte[] json, Function<JsonSpan, Optional<byte[]>> copy, Consumer<ClientReply> reply) {
        String refusal;
        synchronized (this) {
            if (end.isPresent()) {
                refusal = ENDED;
            } else if (Duration.between(created, clock.instant()).compareTo(times.asking()) > 0) {
                refusal = "the task has waited for its client for too long";
            } else {
                var question = new Question(key, json, copy, reply);
                open.put(question.key, question);
                deadlines.add(question, System.nanoTime() + times.question().toNanos());
                updated = clock.instant();
                return question;
            }
        }
        reply.accept(new ClientReply.Failed(refusal));
        return PendingRequest.NONE;
    }

    /**
     * Passes on the response to a question that is open; ignores every other.
     *
     * @throws dev.hyperterse.calls.CallFailure where there is no memory for it; the question stays open
     */
    public void answer(String key, JsonSpan response) {
        find(key).flatMap(question -> question.copy.apply(response)).ifPresent(json -> take(key)
                .ifPresent(question -> question.reply.accept(new ClientReply.Answered(json))));
    }

    private synchronized Optional<Question> find(String key) {
        return Optional.ofNullable(open.get(key));
    }

    private synchronized Optional<Question> take(String key) {
        var question = Optional.ofNullable(open.remove(key));
        question.ifPresent(it -> {
            deadlines.remove(it);
            updated = clock.instant();
        });
        return question;
    }

    synchronized boolean hasEnded() {
        return end.isPresent();
    }

    /** No client finds it any more. */
    void forget() {
        forgotten = true;
    }

    Object showing() {
        return showing;
    }

    boolean isForgotten() {
        return forgotten;
    }

    /** Ends its call; nothing where it has ended already. */
    public void cancel() {
        if (end(new TaskEnd.Cancelled())) {
            scope.end(CallScope.End.CLIENT);
        }
    }

    /** @return false where it had ended before */
    boolean end(TaskEnd how) {
        List<Question> unanswered;
        synchronized (this) {
            if (end.isPresent()) {
                return false;
            }
            end = Optional.of(how);
            updated = clock.instant();
            unanswered = List.copyOf(open.values());
        }
        unanswered.forEach(
                question -> take(question.key).ifPresent(it -> it.reply.accept(new ClientReply.Failed(ENDED))));
        return true;
    }

    /** Its call has ended. */
    void release() {
        scope.close();
        memory.close();
    }
}
