package dev.hyperterse.runtime.connector;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.hyperterse.runtime.pipeline.CallFailure;
import dev.hyperterse.runtime.pipeline.CallScope;
import dev.hyperterse.runtime.pipeline.DeadlineWheel;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class SqliteCallTest {
    private final DeadlineWheel wheel = new DeadlineWheel();

    @AfterEach
    void close() {
        wheel.close();
    }

    @Test
    void aCallLeavesAnOperationThatTheEngineCannotStop() throws Exception {
        var released = new CountDownLatch(1);
        var written = new CompletableFuture<String>();
        try (var scope = CallScope.open(wheel, 50)) {
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
    void aWriteThatIsLeftBehindMayHaveTakenEffect() {
        try (var scope = CallScope.open(wheel, 50)) {
            assertThatThrownBy(new SqliteCall(scope, true)::await)
                    .hasMessage(
                            "the call took too long and was cancelled; whether the statement took effect is unknown");
        }
    }

    @Test
    void aCallDoesNotLeaveWhileItsRowIsWritten() throws Exception {
        var writing = new CountDownLatch(1);
        var ended = new CountDownLatch(1);
        var written = new CompletableFuture<Boolean>();
        try (var scope = CallScope.open(wheel, 60_000)) {
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
