package dev.hyperterse.engines.sqlite;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.hyperterse.calls.CallFailure;
import dev.hyperterse.calls.deadline.CallScope;
import dev.hyperterse.calls.deadline.DeadlineTimer;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.FutureTask;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.sqlite.SQLiteErrorCode;
import org.sqlite.SQLiteException;

@Timeout(60)
class SqliteCallTest {
    private static final String TOO_LONG = "the call took too long and was cancelled; ";

    private final DeadlineTimer deadlines = new DeadlineTimer();

    @AfterEach
    void close() {
        deadlines.close();
    }

    @Test
    void callAbandonsAnOperationThatTheEngineCannotStop() throws Exception {
        var released = new CountDownLatch(1);
        var written = new CompletableFuture<String>();
        try (var scope = CallScope.open(deadlines, 50)) {
            var call = new SqliteCall(scope, false);
            Thread.ofPlatform()
                    .start(() -> call.run(() -> {
                        released.await();
                        try {
                            call.beginWriting();
                            written.complete("wrote into a buffer of another call");
                        } catch (CallFailure left) {
                            written.complete("stopped");
                        }
                        return 0;
                    }));
            assertThatThrownBy(call::await).hasMessage("the call took too long and was cancelled");
        }
        released.countDown();
        assertThat(written.get()).isEqualTo("stopped");
    }

    @Test
    void unexecutedWriteChangesNothing() {
        try (var scope = CallScope.open(deadlines, 50)) {
            var call = new SqliteCall(scope, true);
            assertThatThrownBy(call::await).hasMessage(TOO_LONG + "nothing was changed");
            assertThatThrownBy(() -> call.beginExecution(() -> false)).hasMessage(TOO_LONG + "nothing was changed");
        }
    }

    @ParameterizedTest
    @CsvSource({
        "SQLITE_BUSY, nothing was changed",
        "SQLITE_BUSY_SNAPSHOT, nothing was changed",
        "SQLITE_LOCKED_SHAREDCACHE, nothing was changed",
        "SQLITE_INTERRUPT, nothing was changed",
        "SQLITE_CONSTRAINT, whether the statement took effect is unknown"
    })
    void stoppedWriteReportsItsEffect(SQLiteErrorCode code, String left) {
        assertThat(afterItsTime(call -> {
                    call.executionFailed(new SQLiteException("stopped", code));
                    call.check();
                }))
                .isEqualTo(TOO_LONG + left);
    }

    @Test
    void writeThatEndsAfterItsDeadlineTookEffect() {
        assertThat(afterItsTime(call -> {
                    call.endExecution();
                    call.beginWriting();
                }))
                .isEqualTo(TOO_LONG + "the statement took effect");
    }

    @Test
    void unstoppedWriteMayHaveTakenEffect() {
        var never = new CountDownLatch(1);
        assertThat(afterItsTime(call -> never.await()))
                .isEqualTo(TOO_LONG + "whether the statement took effect is unknown");
    }

    /** However long its thread gets no processor: it does not take the lock once the call has ended. */
    @Test
    void writeBlockedByALockChangesNothing() {
        var never = new CountDownLatch(1);
        assertThat(afterItsTime(true, call -> never.await())).isEqualTo(TOO_LONG + "nothing was changed");
    }

    /** What the engine does when the time of a write that it executes is up. */
    @FunctionalInterface
    private interface Late {
        void on(SqliteCall call) throws InterruptedException;
    }

    private String afterItsTime(Late late) {
        return afterItsTime(false, late);
    }

    private String afterItsTime(boolean waitsForLock, Late late) {
        var executing = new CountDownLatch(1);
        var caller = Thread.currentThread();
        var ended = new CountDownLatch(1);
        try (var scope = CallScope.open(deadlines, 60_000)) {
            var call = new SqliteCall(scope, true);
            Thread.ofPlatform()
                    .daemon()
                    .start(() -> call.run(() -> {
                        call.beginExecution(() -> waitsForLock);
                        executing.countDown();
                        ended.await();
                        late.on(call);
                        return 0;
                    }));
            Thread.ofVirtual().start(new FutureTask<>(() -> {
                executing.await();
                while (caller.getState() != Thread.State.WAITING) {
                    Thread.sleep(1);
                }
                scope.end(CallScope.End.DEADLINE);
                ended.countDown();
                return null;
            }));
            call.await();
            return "no failure";
        } catch (CallFailure failure) {
            return failure.getMessage();
        }
    }

    @Test
    void callEndsOnlyAfterItsRowIsWritten() throws Exception {
        var writing = new CountDownLatch(1);
        var ended = new CountDownLatch(1);
        var written = new CompletableFuture<Boolean>();
        try (var scope = CallScope.open(deadlines, 60_000)) {
            var call = new SqliteCall(scope, false);
            Thread.ofPlatform()
                    .start(() -> call.run(() -> {
                        call.beginWriting();
                        writing.countDown();
                        ended.await();
                        written.complete(true);
                        call.endWriting();
                        return 1;
                    }));
            writing.await();
            Thread.ofVirtual().start(() -> {
                scope.end(CallScope.End.CLIENT);
                ended.countDown();
            });
            assertThatThrownBy(call::await).hasMessage("the call was cancelled");
            assertThat(written).isCompletedWithValue(true);
        }
    }
}
