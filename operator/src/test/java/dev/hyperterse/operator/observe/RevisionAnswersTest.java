package dev.hyperterse.operator.observe;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import dev.hyperterse.catalog.Revision;
import dev.hyperterse.compiler.resolve.ServerKey;
import dev.hyperterse.operator.report.replica.ReplicaAnswer;
import dev.hyperterse.operator.report.replica.ReplicaAnswer.Connection;
import dev.hyperterse.operator.report.replica.ReplicaAnswer.Link;
import dev.hyperterse.operator.report.replica.ReplicaAnswer.Unverified;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RevisionAnswersTest {
    private static final ServerKey SHOP = new ServerKey("shop", "shop");

    @Test
    void readsWhatAReplicaSays() {
        assertThat(parse("""
                {"server": "shop/shop", "epoch": "e", "sequence": 7, "sha256": "d",
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
            strings = {"{}", "{\"epoch\": 1, \"sha256\": []}", "{\"refused\": 3, \"adapters\": [1, {\"name\": 2}]}"})
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

    /** It stays in memory, and becomes part of the next question. */
    @Test
    void aRevisionThatIsTooLongIsNone() {
        var answer = "{\"epoch\": \"%s\", \"sha256\": \"%s\"}";
        assertThat(parse(answer.formatted("e".repeat(128), "d".repeat(128)))
                        .orElseThrow()
                        .revision())
                .isPresent();
        assertThat(parse(answer.formatted("e".repeat(129), "d")).orElseThrow().revision())
                .isEmpty();
        assertThat(parse(answer.formatted("e", "d".repeat(129))).orElseThrow().revision())
                .isEmpty();
    }

    /** A tree of these would take over a hundred megabytes of the operator. */
    @Test
    void whatIsNotAskedForTakesNoMemory() {
        var many = "{},".repeat(1_000_000) + "{}";
        var json = "{\"new\": [%s], \"refused\": [{\"new\": [%s]}], \"epoch\": \"e\", \"sha256\": \"d\"}"
                .formatted(many, many)
                .getBytes(StandardCharsets.UTF_8);
        var threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        // The first answer that a process reads loads classes: sixteen megabytes where no other test has read one.
        assertThat(parse("{\"new\": [{}], \"refused\": [{\"new\": [{}]}], \"epoch\": \"e\", \"sha256\": \"d\"}"))
                .isPresent();
        var before = threads.getCurrentThreadAllocatedBytes();

        var answer = RevisionAnswers.parse(json, SHOP).orElseThrow();

        assertThat(threads.getCurrentThreadAllocatedBytes() - before).isLessThan(json.length);
        assertThat(answer.revision()).contains(new Revision("e", 0, "d"));
    }

    @Test
    void aPodNamesOnlySoMuch() {
        var many = IntStream.range(0, 60_000)
                .mapToObj("{\"leaf\": \"Tool shop/%1$d\", \"message\": \"\", \"name\": \"a%1$d\"}"::formatted)
                .collect(Collectors.joining(","));
        var answer = parse("{\"refused\": [%1$s], \"adapters\": [%1$s], \"unverified\": [%1$s]}".formatted(many))
                .orElseThrow();
        assertThat(answer.refused().size()).isEqualTo(50_000);
        assertThat(answer.adapters().size()).isEqualTo(50_000);
        assertThat(answer.unverified().size()).isEqualTo(50_000);
    }

    private static Optional<ReplicaAnswer> parse(String json) {
        return RevisionAnswers.parse(json.getBytes(StandardCharsets.UTF_8), SHOP);
    }
}
