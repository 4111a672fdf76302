package dev.hyperterse.runtime.history;

import dev.hyperterse.calls.turn.CountedCaller;
import dev.hyperterse.catalog.LeafKind;
import java.util.List;
import java.util.Optional;

/**
 * Calls that count together: those of one definition, of one caller or of all callers, within one window.
 *
 * @param name of the definition, as clients use it
 * @param input the input that is summed up; empty where calls are counted
 * @param caller empty for all callers together
 */
public record CallSeries(
        LeafKind kind, String name, Optional<String> input, HistoryWindow window, Optional<CountedCaller> caller) {
    /** The parts of its shared name. */
    public List<String> parts() {
        return List.of(
                kind.name(),
                name,
                input.orElse(""),
                Long.toString(window.seconds()),
                caller.map(it -> "caller").orElse("everyone"),
                caller.flatMap(CountedCaller::plugin).orElse(""),
                caller.flatMap(CountedCaller::subject).orElse(""));
    }
}
