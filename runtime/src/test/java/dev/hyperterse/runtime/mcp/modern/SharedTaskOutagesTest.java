package dev.hyperterse.runtime.mcp.modern;

import static dev.hyperterse.runtime.endpoint.RepeatingClient.execute;
import static org.assertj.core.api.Assertions.assertThat;

import dev.hyperterse.runtime.endpoint.RepeatingClient;
import dev.hyperterse.runtime.endpoint.TestEndpoint;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.Timeout.ThreadMode;
import tools.jackson.databind.JsonNode;

/** Tasks that replicas share while the place between them does not answer, loses something, or is slow. */
@Timeout(value = 120, unit = TimeUnit.SECONDS, threadMode = ThreadMode.SEPARATE_THREAD)
class SharedTaskOutagesTest extends ReplicasWithTasks {
    /** Nothing says that its replica has heard of it. */
    @Test
    void messageIsNotAcknowledgedWhereTheAnswerIsLost() throws Exception {
        var created = ann.call(execute("asks"));
        awaitStatus(annThere, created, "input_required");
        board.lostAfterSend = true;
        assertThat(annThere.post("tasks/cancel", task(created)).statusCode()).isEqualTo(503);
        board.lostAfterSend = false;
        board.away = false;
        awaitStatus(annThere, created, "cancelled");
    }

    /** A replica that does not answer any more. */
    @Test
    void messageThatNobodyTakesIsRefused() throws Exception {
        var created = ann.call(execute("asks"));
        sharing.close();
        var refused = annThere.post("tasks/cancel", task(created));
        assertThat(refused.statusCode()).isEqualTo(503);
        assertThat(get(ann, created).at("/result/status").asString()).isIn("working", "input_required");
        one.endpoint().shareTasks();
        assertThat(get(annThere, created).at("/result/status").asString())
                .as("the message is there when it does again")
                .isEqualTo("cancelled");
    }

    @Test
    void endThatTheOthersMissedIsShownLater() throws Exception {
        var created = ann.call(execute("quick"));
        board.away = true;
        board.states.clear();
        var missed = ann.call(execute("quick"));
        awaitStatus(ann, missed, "completed");
        assertThat(annThere.post("tasks/get", task(missed)).statusCode()).isEqualTo(503);
        board.away = false;
        awaitStatus(annThere, missed, "completed");
        assertThat(get(ann, created).has("result")).isTrue();
    }

    /** Its replica shows it for half a minute after its last word. */
    @Test
    void taskThatNobodyShowsIsElsewhere() throws Exception {
        sharing.close();
        var created = ann.call(execute("asks"));
        board.states.clear();
        for (var method : List.of("tasks/get", "tasks/cancel")) {
            var elsewhere = annThere.post(method, task(created));
            assertThat(elsewhere.statusCode()).isEqualTo(503);
            assertThat(elsewhere.body()).contains("the task is on another replica, or has ended with it");
        }
        one.endpoint().shareTasks();
        assertThat(get(annThere, created).has("result")).isTrue();
    }

    /** The clocks of the replicas differ by more than a message is valid. */
    @Test
    void messageThatIsTooOldForItsReplicaIsNotAcknowledged() throws Exception {
        var created = ann.call(execute("asks"));
        awaitStatus(annThere, created, "input_required");
        other.endpoint().skew(Duration.ofMinutes(-2));
        assertThat(annThere.post("tasks/cancel", task(created)).statusCode()).isEqualTo(503);
        assertThat(get(ann, created).at("/result/status").asString()).isEqualTo("input_required");
    }

    /** After a failover of the database. */
    @Test
    void messageThatIsLostIsNotAcknowledged() throws Exception {
        var created = ann.call(execute("asks"));
        awaitStatus(annThere, created, "input_required");
        board.losesMessages = true;
        assertThat(annThere.post("tasks/cancel", task(created)).statusCode()).isEqualTo(503);
        assertThat(get(ann, created).at("/result/status").asString()).isEqualTo("input_required");
    }

    @Test
    void messageBehindTheEndOfItsTaskIsAcknowledged() throws Exception {
        sharing.close();
        var created = ann.call(execute("asks"));
        board.beforeSend = () -> post(ann, created);
        assertThat(annThere.post("tasks/cancel", task(created)).statusCode()).isEqualTo(200);
    }

    /** The first message ends the task, and its state is shown once more as the answer to it. */
    @Test
    void messageThatCrossesTheEndOfItsTaskIsAcknowledged() throws Exception {
        var created = ann.call(execute("asks"));
        awaitStatus(annThere, created, "input_required");
        var second = new CompletableFuture<Integer>();
        board.afterMessages = () -> {
            board.afterMessages = () -> {};
            var before = board.looks.get();
            Thread.ofVirtual().start(() -> second.complete(post(annThere, created)));
            while ((board.waiting(id(created)) < 2 || board.looks.get() < before + 2)
                    && !Thread.currentThread().isInterrupted()) {
                // It looks, sends, and looks again.
                LockSupport.parkNanos(1_000_000);
            }
        };
        assertThat(post(annThere, created)).isEqualTo(200);
        assertThat(second.get()).isEqualTo(200);
    }

    @Test
    void nothingIsSealedDuringAnOutage() throws Exception {
        sharing.close();
        ann.call(execute("asks"));
        board.away = true;
        var shows = board.shows.get();
        one.endpoint().shareTasks();
        assertThat(board.shows).hasValue(shows);
        board.away = false;
        one.endpoint().shareTasks();
        assertThat(board.shows).hasValue(shows + 1);
    }

    /** As docs/mcp.md says: one for each pass, and one for each look. */
    @Test
    void taskCostsOneCommandForEachPassAndOneForEachLook() throws Exception {
        sharing.close();
        var created = ann.call(execute("asks"));
        var shows = board.shows.get();
        var looks = board.looks.get();
        for (var pass = 0; pass < 10; pass++) {
            one.endpoint().shareTasks();
            get(annThere, created);
            get(ann, created);
        }
        assertThat(board.shows).hasValue(shows + 10);
        assertThat(board.looks).hasValue(looks + 10);
    }

    @Test
    void callerWhoseMessagesWaitLeavesRoomForOthers() throws Exception {
        sharing.close();
        var created = ann.call(execute("asks"));
        var ofBob = client(one, BOB).call(execute("asks"));
        var refused = new AtomicInteger();
        for (var call = 0; call < 40; call++) {
            Thread.ofVirtual().start(() -> {
                if (post(annThere, created) == 503) {
                    refused.incrementAndGet();
                }
            });
        }
        TestEndpoint.await("each waits or is refused", () -> board.waiting(id(created)) + refused.get() >= 40);
        Thread.ofVirtual().start(() -> post(client(other, BOB), ofBob));
        TestEndpoint.await("that of the other waits", () -> board.waiting(id(ofBob)) == 1);
    }

    private static int post(RepeatingClient client, JsonNode created) {
        try {
            return client.post("tasks/cancel", task(created)).statusCode();
        } catch (IOException | InterruptedException failed) {
            throw new AssertionError(failed);
        }
    }
}
