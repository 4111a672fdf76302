package dev.hyperterse.engines.http.token;

import dev.hyperterse.calls.fetch.Unreachable.NoToken;
import dev.hyperterse.calls.retry.Backoff;
import dev.hyperterse.telemetry.logging.BackgroundTurn;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.LongSupplier;
import java.util.stream.Stream;

/**
 * A token for all calls of an adapter. It is asked for once, on a thread of its own, however many calls wait for it:
 * the end of one of them does not fail the others. One that expires soon is sent while the next one is fetched.
 */
final class KeptToken implements AutoCloseable {
    /** Between attempts after failures, so that an endpoint that refuses is not asked by each call. */
    private static final Backoff PAUSES = new Backoff(Duration.ofSeconds(1), Duration.ofSeconds(5));

    /** An API that refuses each token does not make each call fetch one. */
    private static final long BETWEEN_REPLACEMENTS = Duration.ofSeconds(5).toNanos();

    private final String adapter;
    private final Source source;
    private final Duration timeout;
    private final LongSupplier clock;
    private Optional<Token> current = Optional.empty();
    private Optional<Token> former = Optional.empty();
    private Optional<CompletableFuture<Token>> running = Optional.empty();
    private Optional<Failed> failed = Optional.empty();
    private Optional<Long> replacedAt = Optional.empty();
    private boolean closed;

    /** Where a token is from. */
    @FunctionalInterface
    interface Source {
        Token ask() throws NoToken;
    }

    /** @param times how often in a row */
    private record Failed(NoToken why, int times, long until) {}

    /**
     * @param timeout for one attempt
     * @param clock nanoseconds, of which only differences count
     */
    KeptToken(String adapter, Source source, Duration timeout, LongSupplier clock) {
        this.adapter = adapter;
        this.source = source;
        this.timeout = timeout;
        this.clock = clock;
    }

    /** The token; waits for it where there is none. */
    Token get() throws NoToken, InterruptedException {
        try {
            return wanted().get();
        } catch (ExecutionException none) {
            throw none.getCause() instanceof NoToken why ? why : new NoToken("the token could not be fetched");
        }
    }

    /** The token, if there is one. */
    synchronized Optional<Token> known() {
        var now = clock.getAsLong();
        return current.filter(it -> it.isUsable(now));
    }

    private synchronized CompletableFuture<Token> wanted() {
        var now = clock.getAsLong();
        var usable = current.filter(it -> it.isUsable(now));
        if (usable.filter(it -> it.isFresh(now)).isEmpty() && running.isEmpty() && !isPausing(now)) {
            running = Optional.of(start());
        }
        return usable.map(CompletableFuture::completedFuture)
                .or(() -> running)
                .orElseGet(() -> CompletableFuture.failedFuture(
                        failed.map(Failed::why).orElseGet(() -> new NoToken("the adapter is closed"))));
    }

    private boolean isPausing(long now) {
        return closed || failed.filter(it -> now - it.until() < 0).isPresent();
    }

    private CompletableFuture<Token> start() {
        var answer = new CompletableFuture<Token>();
        var asking = Thread.ofVirtual().name("token " + adapter).unstarted(() -> ask(answer));
        Thread.ofVirtual().name("token timeout " + adapter).start(() -> {
            asking.start();
            try {
                if (!asking.join(timeout)) {
                    asking.interrupt();
                }
            } catch (InterruptedException never) {
                asking.interrupt();
            }
        });
        return answer;
    }

    private void ask(CompletableFuture<Token> answer) {
        try {
            var token = source.ask();
            accept(token);
            answer.complete(token);
        } catch (NoToken none) {
            fail(none);
            answer.completeExceptionally(none);
        } catch (Throwable fault) {
            BackgroundTurn.failed("token " + adapter, fault);
            var none = new NoToken("the token could not be fetched because of an internal error");
            fail(none);
            answer.completeExceptionally(none);
        }
    }

    private synchronized void accept(Token token) {
        former = current.or(() -> former);
        current = Optional.of(token);
        running = Optional.empty();
        failed = Optional.empty();
    }

    private synchronized void fail(NoToken why) {
        var times = failed.map(Failed::times).orElse(0);
        var pause = PAUSES.pause(times, ThreadLocalRandom.current());
        failed = Optional.of(new Failed(why, times + 1, clock.getAsLong() + pause.toNanos()));
        running = Optional.empty();
    }

    /** Whether there is another token than one that the API refuses, or it is fetched. */
    synchronized boolean isReplaceable(Token refused) {
        return current.filter(refused::equals).isEmpty()
                || replacedAt
                        .filter(at -> clock.getAsLong() - at < BETWEEN_REPLACEMENTS)
                        .isEmpty();
    }

    /** The API refuses a token. Another call may have replaced it already. */
    synchronized void refused(Token token) {
        if (current.filter(token::equals).isPresent()) {
            former = current;
            current = Optional.empty();
            replacedAt = Optional.of(clock.getAsLong());
        }
    }

    /** Why there is no token, since the last attempt. */
    synchronized Optional<String> problem() {
        var now = clock.getAsLong();
        return failed.filter(_ -> current.filter(it -> it.isUsable(now)).isEmpty())
                .map(it -> it.why().getMessage());
    }

    /** The values that the other side has seen lately. */
    synchronized List<String> values() {
        return Stream.concat(current.stream(), former.stream())
                .map(Token::value)
                .toList();
    }

    @Override
    public synchronized void close() {
        closed = true;
    }
}
