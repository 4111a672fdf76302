package dev.hyperterse.operator.report.event;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hyperterse.crds.v1alpha1.HyperterseServerStatus.AdapterState;
import dev.hyperterse.crds.v1alpha1.HyperterseServerStatus.State;
import dev.hyperterse.operator.report.Shop;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class AdapterOutagesTest {
    private final AdapterOutages outages = new AdapterOutages();

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                // states one after the other | reasons of events
                "Connected                                                      | ''",
                "Unknown Connected                                              | ''",
                "Unknown Unavailable                                            | AdapterUnavailable",
                "Connected Unavailable Unavailable                              | AdapterUnavailable",
                "Connected Degraded Connected                                   | ''",
                "Connected Degraded Unavailable Degraded Unavailable            | AdapterUnavailable",
                "Connected Unavailable Unknown Unavailable                      | AdapterUnavailable",
                "Connected Unavailable Degraded Unknown Connected Connected     | AdapterUnavailable AdapterConnected",
                "Unavailable Connected Unavailable | AdapterUnavailable AdapterConnected AdapterUnavailable"
            })
    void eachOutageHasOneEventAndItsEndOne(String states, String reasons) {
        var notices = new ArrayList<ConditionEvent>();
        var before = List.<AdapterState>of();
        for (var state : states.split(" ")) {
            var after = List.of(adapter("db", state));
            notices.addAll(outages.notices(Shop.KEY, "uid", before, after));
            before = after;
        }
        assertThat(String.join(" ", notices.stream().map(ConditionEvent::reason).toList()))
                .isEqualTo(reasons);
    }

    @Test
    void itNamesTheAdapterAndTheReason() {
        var connected = List.of(adapter("db", "Connected"), adapter("log", "Connected"));
        var away = List.of(adapter("db", "Unavailable"), adapter("log", "Connected"));
        outages.notices(Shop.KEY, "uid", List.of(), connected);
        assertThat(outages.notices(Shop.KEY, "uid", connected, away))
                .singleElement()
                .satisfies(it -> {
                    assertThat(it.warning()).isTrue();
                    assertThat(it.note()).isEqualTo("adapter 'db' is not connected on any replica: connection refused");
                });
        assertThat(outages.notices(Shop.KEY, "uid", away, connected))
                .singleElement()
                .satisfies(it -> {
                    assertThat(it.warning()).isFalse();
                    assertThat(it.note()).isEqualTo("adapter 'db' is connected again on every replica");
                });
    }

    @Test
    void theNextOperatorRepeatsNothingAndReportsTheEnd() {
        var away = List.of(adapter("db", "Unavailable"));
        assertThat(outages.notices(Shop.KEY, "uid", away, away)).isEmpty();
        assertThat(outages.notices(Shop.KEY, "uid", away, List.of(adapter("db", "Connected"))))
                .extracting(ConditionEvent::reason)
                .containsExactly("AdapterConnected");
    }

    @Test
    void anotherServerOfTheNameHasOutagesOfItsOwn() {
        var away = List.of(adapter("db", "Unavailable"));
        outages.notices(Shop.KEY, "first", List.of(), away);
        assertThat(outages.notices(Shop.KEY, "second", List.of(), away)).hasSize(1);
        outages.forget(Shop.KEY);
        assertThat(outages.notices(Shop.KEY, "second", List.of(), List.of())).isEmpty();
    }

    private static AdapterState adapter(String name, String state) {
        var message = state.equals("Unavailable") ? Optional.of("connection refused") : Optional.<String>empty();
        return new AdapterState(name, State.valueOf(state), message);
    }
}
