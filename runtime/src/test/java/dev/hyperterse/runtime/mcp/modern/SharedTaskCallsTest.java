package dev.hyperterse.runtime.mcp.modern;

import static dev.hyperterse.runtime.endpoint.RepeatingClient.execute;
import static org.assertj.core.api.Assertions.assertThat;

import dev.hyperterse.runtime.endpoint.TestEndpoint;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.Timeout.ThreadMode;
import tools.jackson.databind.JsonNode;

/** Tasks of replicas that share a state. */
@Timeout(value = 120, unit = TimeUnit.SECONDS, threadMode = ThreadMode.SEPARATE_THREAD)
class SharedTaskCallsTest extends ReplicasWithTasks {
    @Test
    void everyReplicaAnswersForATask() throws Exception {
        var created = ann.call(execute("asks"));
        assertThat(get(annThere, created).at("/result/status").asString())
                .as("shown before its client has it")
                .isIn("working", "input_required");
        var asked = awaitStatus(annThere, created, "input_required");
        assertThat(asked.at("/result/inputRequests/go/method").asString()).isEqualTo("elicitation/create");
        assertThat(asked.at("/result/resultType").asString()).isEqualTo("complete");
        assertThat(asked.at("/result/taskId")).isEqualTo(created.at("/result/taskId"));

        var responses = task(created);
        responses.putObject("inputResponses").putObject("go").put("action", "decline");
        assertThat(annThere.request("tasks/update", responses).get("result").propertyNames())
                .containsExactlyInAnyOrder("resultType", "_meta");
        assertThat(get(annThere, created).at("/result/inputRequests").isMissingNode())
                .as("the question was answered when its client reads next")
                .isTrue();
        var ended = awaitStatus(annThere, created, "completed");
        assertThat(ended.at("/result/result/content/0/text").asString()).contains("went on: decline");
        assertThat(ended.at("/result/inputRequests").isMissingNode()).isTrue();
        assertThat(get(ann, created).get("result")).isEqualTo(ended.get("result"));
    }

    @Test
    void taskIsCancelledFromEveryReplica() throws Exception {
        var created = ann.call(execute("asks"));
        awaitStatus(ann, created, "input_required");
        assertThat(annThere.request("tasks/cancel", task(created)).has("result"))
                .isTrue();
        assertThat(get(annThere, created).at("/result/status").asString()).isEqualTo("cancelled");
        assertThat(get(ann, created).at("/result/status").asString()).isEqualTo("cancelled");
        one.endpoint().awaitNothingHeld();
    }

    @Test
    void resultOutlivesItsReplica() throws Exception {
        JsonNode created;
        try (var going = replica()) {
            created = client(going, ANN).call(execute("quick"));
            awaitStatus(client(going, ANN), created, "completed");
            TestEndpoint.await("it is shown", () -> board.length(id(created)) > 0);
        }
        awaitStatus(ann, created, "completed");
        awaitStatus(annThere, created, "completed");
        assertThat(ann.request("tasks/cancel", task(created)).has("result"))
                .as("it has ended, so there is nothing to cancel")
                .isTrue();
        awaitStatus(ann, created, "completed");
    }

    @Test
    void clientReadsEverywhereWhatItHasChangedHere() throws Exception {
        sharing.close();
        var answered = ann.call(execute("asks"));
        awaitStatus(ann, answered, "input_required");
        var responses = task(answered);
        responses.putObject("inputResponses").putObject("go").put("action", "decline");
        ann.request("tasks/update", responses);
        assertThat(get(annThere, answered).at("/result/inputRequests").isMissingNode())
                .isTrue();

        var cancelled = ann.call(execute("asks"));
        ann.request("tasks/cancel", task(cancelled));
        assertThat(get(annThere, cancelled).at("/result/status").asString()).isEqualTo("cancelled");
    }

    @Test
    void oldStateThatIsPutBackIsNotShown() throws Exception {
        sharing.close();
        var created = ann.call(execute("asks"));
        var old = board.states.get(id(created));
        List.of(one, other).forEach(replica -> replica.endpoint().skew(Duration.ofSeconds(41)));
        one.endpoint().shareTasks();
        assertThat(get(annThere, created).has("result")).isTrue();
        board.states.put(id(created), old);
        assertThat(annThere.post("tasks/get", task(created)).statusCode()).isEqualTo(503);
    }

    @Test
    void onlyItsCallerFindsATask() throws Exception {
        var created = ann.call(execute("asks"));
        for (var method : List.of("tasks/get", "tasks/cancel")) {
            assertThat(client(other, BOB)
                            .request(method, task(created))
                            .at("/error/code")
                            .asInt())
                    .isEqualTo(-32602);
        }
        other.endpoint().catalogs().swap(catalog(2, List.of(withTask("another", "return 1", 0))));
        assertThat(get(annThere, created).at("/error/code").asInt())
                .as("its tool is gone here")
                .isEqualTo(-32602);
    }

    @Test
    void boardShowsNothingToThoseWhoReadIt() throws Exception {
        var created = ann.call(execute("quick"));
        awaitStatus(annThere, created, "completed");
        assertThat(board.states.values()).isNotEmpty().noneMatch(it -> it.contains("quick"));
        sharing.close();
        var taken = board.states.get(id(created));
        var second = ann.call(execute("asks"));
        board.states.put(id(second), taken);
        assertThat(annThere.post("tasks/get", task(second)).statusCode())
                .as("the state of another task")
                .isEqualTo(503);
    }

    /** On both sides of the end of a call. */
    @Test
    void taskWhoseCallerLosesItsRightsIsShownNoMore() throws Exception {
        var running = ann.call(execute("asks"));
        var ended = ann.call(execute("quick"));
        awaitStatus(annThere, ended, "completed");
        one.endpoint().catalogs().swap(catalog(2, List.of(withTask("another", "return 1", 0))));
        TestEndpoint.await("nothing is shown", () -> board.length(id(running)) + board.length(id(ended)) == 0);
        one.endpoint().shareTasks();
        assertThat(board.states).isEmpty();
    }

    @Test
    void largeResultStaysOnItsReplica() throws Exception {
        var created = ann.call(execute("large"));
        awaitStatus(ann, created, "completed");
        TestEndpoint.await("it is not shown", () -> board.length(id(created)) == 0);
        assertThat(annThere.post("tasks/get", task(created)).statusCode()).isEqualTo(503);
    }

    @Test
    void callWithoutATaskIsNotShown() throws Exception {
        assertThat(ann.call(execute("patient")).at("/result/resultType").asString())
                .isEqualTo("complete");
        one.endpoint().awaitNothingHeld();
        assertThat(board.states).isEmpty();
    }
}
