package dev.hyperterse.runtime.decision;

import dev.hyperterse.calls.turn.CountedCaller;
import dev.hyperterse.catalog.server.ServerIdentity;
import dev.hyperterse.catalog.server.auth.DecisionSettings;
import dev.hyperterse.runtime.access.DecisionPoint;
import java.io.IOException;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A decision point over HTTP, within bounds of number, size and time. The setting {@code failure} applies to failures
 * of the decision point; a question that fails because of its caller is always refused.
 */
final class HttpDecisionPoint implements DecisionPoint {
    private static final Logger LOG = LoggerFactory.getLogger(HttpDecisionPoint.class);

    /** Questions at a time, and so connections. */
    static final int MOST_AT_ONCE = 64;

    static final int LONGEST_QUESTION = 1 << 20;
    /** The reason in records of calls without a decision, because the decision point failed. */
    static final String FAILED = "decision-point-failed";

    static final String TOO_LONG = "question-too-long";
    static final String TOO_MANY = "too-many-questions";
    static final String REJECTED = "question-rejected";

    /** Statuses about the body that was sent: bad request, content too large, unprocessable content. */
    private static final Set<Integer> OF_THE_QUESTION = Set.of(400, 413, 422);

    private final DecisionSettings settings;
    private final ServerIdentity server;
    private final QuestionSender sender;
    private final RequestPermits permits;
    private final DecisionMetrics metrics;
    private final AtomicBoolean failing = new AtomicBoolean();
    private final AtomicBoolean rejects = new AtomicBoolean();

    HttpDecisionPoint(
            DecisionSettings settings,
            ServerIdentity server,
            QuestionSender sender,
            RequestPermits permits,
            DecisionMetrics metrics) {
        this.settings = settings;
        this.server = server;
        this.sender = sender;
        this.permits = permits;
        this.metrics = metrics;
    }

    @Override
    public Decision decide(Question question) throws InterruptedException {
        var began = System.nanoTime();
        try {
            var decision = withPermit(question, began + TimeUnit.MILLISECONDS.toNanos(settings.timeoutMillis()));
            metrics.duration().record(System.nanoTime() - began);
            return decision;
        } catch (InterruptedException ended) {
            metrics.abandoned().increment();
            throw ended;
        }
    }

    private Decision withPermit(Question question, long until) throws InterruptedException {
        var caller = CountedCaller.of(question.principal());
        if (!permits.acquire(caller, until)) {
            // While it fails to respond, the queue is full because of that failure, not because of too many calls.
            return failing.get()
                    ? undecided("%d requests are pending".formatted(MOST_AT_ONCE))
                    : refused(new Decision.Undecided(TOO_MANY));
        }
        try {
            var body = body(question);
            return body.length > LONGEST_QUESTION ? refused(new Decision.Denied(TOO_LONG)) : ask(question, body, until);
        } finally {
            permits.release(caller);
        }
    }

    private byte[] body(Question question) {
        return QuestionBody.of(question, server, UUID.randomUUID().toString());
    }

    private Decision ask(Question question, byte[] body, long until) throws InterruptedException {
        try {
            var answer = sender.send(body, () -> body(question), until);
            if (OF_THE_QUESTION.contains(answer.statusCode())) {
                return rejected(answer.statusCode());
            }
            if (answer.statusCode() != QuestionSender.OK) {
                return undecided("the response has status " + answer.statusCode());
            }
            var decision = DecisionAnswer.read(answer.body());
            count(decision);
            recovered();
            return decision;
        } catch (IOException failure) {
            return undecided(String.valueOf(failure.getMessage()));
        }
    }

    private void count(Decision decision) {
        switch (decision) {
            case Decision.Allowed _ -> metrics.allowed().increment();
            case Decision.Denied _ -> metrics.denied().increment();
            case Decision.Undecided _ -> metrics.undecided().increment();
        }
    }

    /** The arguments of the call may be the reason. Logged once, because a caller could fill the log. */
    private Decision rejected(int status) {
        if (rejects.compareAndSet(false, true)) {
            LOG.atWarn()
                    .addKeyValue("event", "decision_question_rejected")
                    .addKeyValue("error", "the response has status " + status)
                    .log("the decision point rejects a question, so its call is refused; not logged again");
        }
        return refused(new Decision.Undecided(REJECTED));
    }

    private Decision refused(Decision decision) {
        metrics.refused().increment();
        return decision;
    }

    private Decision undecided(String why) {
        metrics.undecided().increment();
        if (failing.compareAndSet(false, true)) {
            LOG.atWarn()
                    .addKeyValue("event", "decision_failed")
                    .addKeyValue("failure", settings.failure())
                    .addKeyValue("error", why)
                    .log("the decision point does not decide; not logged again before it does");
        }
        return switch (settings.failure()) {
            case Closed -> new Decision.Undecided(FAILED);
            case Open -> new Decision.Allowed(FAILED);
        };
    }

    private void recovered() {
        if (failing.get() && failing.compareAndSet(true, false)) {
            LOG.atInfo().addKeyValue("event", "decision_recovered").log("the decision point decides again");
        }
    }
}
