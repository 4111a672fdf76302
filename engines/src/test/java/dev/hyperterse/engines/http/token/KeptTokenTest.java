package dev.hyperterse.engines.http.token;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.hyperterse.calls.fetch.Unreachable.NoToken;
import java.time.Duration;
import java.util.ArrayList;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A token among many calls, on a clock that the test turns. */
@Timeout(60)
class KeptTokenTest {
    private static final Duration LIFETIME = Duration.ofHours(1);
    private static final Duration TIMEOUT = Duration.ofMinutes(5);

    private final AtomicLong clock = new AtomicLong();
    private final AtomicInteger asked = new AtomicInteger();
    private volatile boolean fails;

    private Token next() throws NoToken {
        var number = asked.incrementAndGet();
        if (fails) {
            throw new NoToken("refused " + number);
        }
        return Token.of("token-" + number, LIFETIME, clock.get());
    }

    private KeptToken kept(KeptToken.Source source, Duration timeout) {
        return new KeptToken("orders", source, timeout, clock::get);
    }

    private KeptToken kept() {
        return kept(this::next, TIMEOUT);
    }

    private void pass(Duration time) {
        clock.addAndGet(time.toNanos());
    }

    @Test
    void isAskedForOnceUntilItExpiresSoon() throws Exception {
        var token = kept();
        assertThat(token.get().value()).isEqualTo("token-1");
        pass(LIFETIME.minusSeconds(31));
        assertThat(token.get().value()).isEqualTo("token-1");
        assertThat(asked).hasValue(1);
    }

    @Test
    void fiftyCallsAtOnceAskOnce() throws Exception {
        var begun = new CountDownLatch(50);
        var token = kept(
                () -> {
                    waitFor(begun);
                    return next();
                },
                TIMEOUT);
        try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            var calls = new ArrayList<Future<String>>();
            for (var call = 0; call < 50; call++) {
                calls.add(threads.submit(() -> {
                    begun.countDown();
                    return token.get().value();
                }));
            }
            for (var call : calls) {
                assertThat(call.get()).isEqualTo("token-1");
            }
        }
        assertThat(asked).hasValue(1);
    }

    @Test
    void oneThatExpiresSoonIsSentWhileTheNextIsFetched() throws Exception {
        var slow = new CountDownLatch(1);
        var token = kept(
                () -> {
                    if (asked.get() == 1) {
                        waitFor(slow);
                    }
                    return next();
                },
                TIMEOUT);
        token.get();
        pass(LIFETIME.minusSeconds(29));
        assertThat(token.get().value()).isEqualTo("token-1");
        assertThat(token.get().value()).isEqualTo("token-1");
        slow.countDown();
        while (!token.get().value().equals("token-2")) {
            LockSupport.parkNanos(1_000_000);
        }
        assertThat(asked).hasValue(2);
    }

    @Test
    void anExpiredOneIsNeverSent() throws Exception {
        var token = kept();
        token.get();
        pass(LIFETIME.minusSeconds(1));
        assertThat(token.get().value()).isEqualTo("token-2");
        fails = true;
        pass(LIFETIME);
        assertThatThrownBy(token::get).isInstanceOf(NoToken.class).hasMessage("refused 3");
        assertThat(token.problem()).contains("refused 3");
    }

    @Test
    void aFailedRenewalLeavesTheOneThatStillWorks() throws Exception {
        var token = kept();
        token.get();
        fails = true;
        pass(LIFETIME.minusSeconds(29));
        assertThat(token.get().value()).isEqualTo("token-1");
        while (asked.get() < 2) {
            LockSupport.parkNanos(1_000_000);
        }
        assertThat(token.get().value()).isEqualTo("token-1");
        assertThat(token.problem()).isEmpty();
    }

    @Test
    void anEndpointThatRefusesIsNotAskedByEachCall() throws Exception {
        var token = kept();
        fails = true;
        for (var call = 0; call < 20; call++) {
            assertThatThrownBy(token::get).hasMessage("refused 1");
        }
        assertThat(asked).hasValue(1);
        fails = false;
        pass(Duration.ofSeconds(1));
        assertThat(token.get().value()).isEqualTo("token-2");
        assertThat(token.problem()).isEmpty();
    }

    @Test
    void theEndOfOneCallDoesNotFailTheOthers() throws Exception {
        var slow = new CountDownLatch(1);
        var token = kept(
                () -> {
                    waitFor(slow);
                    return next();
                },
                TIMEOUT);
        var end = new CompletableFuture<Throwable>();
        var ended = Thread.ofVirtual().start(() -> {
            try {
                token.get();
            } catch (NoToken | InterruptedException why) {
                end.complete(why);
            }
        });
        ended.interrupt();
        assertThat(end.get()).isInstanceOf(InterruptedException.class);
        slow.countDown();
        assertThat(token.get().value()).isEqualTo("token-1");
    }

    @Test
    void anAttemptEndsWithItsTimeout() {
        var token = kept(
                () -> {
                    try {
                        new CountDownLatch(1).await();
                        return next();
                    } catch (InterruptedException over) {
                        throw new NoToken("too late");
                    }
                },
                Duration.ofMillis(1));
        assertThatThrownBy(token::get).hasMessage("too late");
    }

    @Test
    void anInternalErrorIsAFailureToo() {
        var token = kept(
                () -> {
                    throw new IllegalStateException("broken");
                },
                TIMEOUT);
        assertThatThrownBy(token::get)
                .isInstanceOf(NoToken.class)
                .hasMessage("the token could not be fetched because of an internal error");
    }

    @Test
    void oneThatTheApiRefusesIsReplacedOnce() throws Exception {
        var token = kept();
        var first = token.get();
        assertThat(token.isReplaceable(first)).isTrue();
        token.refused(first);
        token.refused(first);
        var second = token.get();
        assertThat(second.value()).isEqualTo("token-2");
        token.refused(first);
        assertThat(token.get()).isEqualTo(second);
        assertThat(token.isReplaceable(second)).isFalse();
        // A call that was sent with the first one before has another token to try.
        assertThat(token.isReplaceable(first)).isTrue();
        pass(Duration.ofSeconds(5));
        assertThat(token.isReplaceable(second)).isTrue();
        assertThat(token.values()).containsExactly("token-2", "token-1");
    }

    private static void waitFor(CountDownLatch latch) throws NoToken {
        try {
            latch.await();
        } catch (InterruptedException over) {
            throw new NoToken("interrupted");
        }
    }
}
