package dev.hyperterse.operator.report.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hyperterse.crds.v1alpha1.HyperterseServerStatus.AdapterState;
import dev.hyperterse.crds.v1alpha1.HyperterseServerStatus.State;
import dev.hyperterse.operator.report.Shop;
import dev.hyperterse.operator.report.replica.ReplicaAnswer;
import dev.hyperterse.operator.report.replica.ReplicaAnswer.Connection;
import dev.hyperterse.operator.report.replica.ReplicaAnswer.Link;
import dev.hyperterse.operator.report.replica.Replicas;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class AdapterStatesTest {
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "UP UP         | Connected | -",
                "UP            | Connected | -",
                "UP DOWN       | Degraded     | pod 1 is down",
                "DOWN UP       | Degraded     | pod 0 is down",
                "UP CONNECTING | Degraded | -",
                "DOWN DOWN     | Unavailable  | pod 0 is down",
                "CONNECTING DOWN | Unavailable | pod 1 is down",
                "CONNECTING    | Unknown | -",
                "''            | Unknown | -"
            })
    void adapterStatesOfAllReplicasAreMerged(String links, String state, String message) {
        var pods = Arrays.stream(links.split(" ")).filter(it -> !it.isEmpty()).toList();
        var running = new Replicas.Replica[pods.size()];
        for (var number = 0; number < running.length; number++) {
            var link = Link.valueOf(pods.get(number));
            var word = link == Link.DOWN ? Optional.of("pod %d is down".formatted(number)) : Optional.<String>empty();
            running[number] = Shop.answering(
                    "shop-" + number,
                    new ReplicaAnswer(
                            Optional.empty(),
                            Map.of(),
                            List.of(new Connection("one", link, word), new Connection("gone", Link.DOWN, word)),
                            Map.of(),
                            OptionalLong.empty()));
        }
        assertThat(AdapterStates.of(List.of("one"), Shop.replicas(running)))
                .singleElement()
                .satisfies(it -> {
                    assertThat(it.name()).isEqualTo("one");
                    assertThat(it.state()).hasToString(state);
                    assertThat(it.message()).isEqualTo(Optional.of(message).filter(text -> !text.equals("-")));
                });
    }

    @Test
    void failingNewSettingsAreReportedThoughTheOldOnesServe() {
        var problem = "the new settings do not work: authentication failed";
        var answers = List.of(new Connection("one", Link.UP, Optional.of(problem)));
        var pod = Shop.answering(
                "shop-0", new ReplicaAnswer(Optional.empty(), Map.of(), answers, Map.of(), OptionalLong.empty()));
        assertThat(AdapterStates.of(List.of("one"), Shop.replicas(pod)))
                .containsExactly(new AdapterState("one", State.Connected, Optional.of(problem)));
    }
}
