package dev.hyperterse.operator.observe;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hyperterse.catalog.Revision;
import dev.hyperterse.operator.report.ReplicaAnswer;
import dev.hyperterse.operator.report.ReplicaAnswer.Connection;
import dev.hyperterse.operator.report.ReplicaAnswer.Link;
import dev.hyperterse.operator.report.ReplicaAnswer.Unverified;
import dev.hyperterse.operator.resolve.ServerKey;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RevisionAnswersTest {
    @Test
    void readsWhatAReplicaSays() {
        assertThat(parse("""
                {"server": "shop/shop", "epoch": "e", "sequence": 7, "sha256": "d", "formats": [2, 1],
                 "refused": [{"leaf": "Tool shop/one", "reason": "it needs streams"}],
                 "adapters": [{"name": "a", "state": "Up", "message": null},
                              {"name": "b", "state": "Down", "message": "no route"},
                              {"name": "c", "state": "SomethingNew"}],
                 "unverified": [{"leaf": "Tool shop/two", "generation": 3, "message": "no such column", "offset": 7}, {"leaf": 1}],
                 "new": {"field": true}}
                """))
                .contains(new ReplicaAnswer(
                        Optional.of(new Revision("e", 7, "d")),
                        Map.of("Tool shop/one", "it needs streams"),
                        List.of(
                                new Connection("a", Link.UP, Optional.empty()),
                                new Connection("b", Link.DOWN, Optional.of("no route")),
                                new Connection("c", Link.CONNECTING, Optional.empty())),
                        Map.of("Tool shop/two", new Unverified(3, "no such column", Optional.of(7))),
                        OptionalLong.empty()));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{}",
                "{\"epoch\": 1, \"sha256\": []}",
                "{\"formats\": \"x\", \"refused\": 3, \"adapters\": [1, {\"name\": 2}]}"
            })
    void missingFieldsAreEmpty(String json) {
        assertThat(parse(json))
                .contains(new ReplicaAnswer(Optional.empty(), Map.of(), List.of(), Map.of(), OptionalLong.empty()));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "<html>", "[]", "7", "{\"epoch\":", "null"})
    void anythingElseIsNoReplica(String body) {
        assertThat(parse(body)).isEmpty();
    }

    @Test
    void anAddressThatWasGivenToAPodOfAnotherServerIsNoReplica() {
        var answer = "{\"server\": \"shop/%s\", \"epoch\": \"e\", \"sha256\": \"d\"}";
        assertThat(parse(answer.formatted("shop"))).isPresent();
        assertThat(parse(answer.formatted("other"))).isEmpty();
    }

    private static Optional<ReplicaAnswer> parse(String json) {
        return RevisionAnswers.parse(json.getBytes(StandardCharsets.UTF_8), new ServerKey("shop", "shop"));
    }
}
