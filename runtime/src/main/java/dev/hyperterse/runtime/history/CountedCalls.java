package dev.hyperterse.runtime.history;

import dev.hyperterse.calls.turn.CountedCaller;
import dev.hyperterse.catalog.LeafKind;
import dev.hyperterse.catalog.access.PastCalls;
import java.util.Optional;

/**
 * Calls of a definition that rules look back at; each caller has a series of its own, or all have one.
 *
 * @param name of the definition, as clients use it
 */
public record CountedCalls(LeafKind kind, String name, Optional<String> input, HistoryWindow window, PastCalls.Of of) {
    public static CountedCalls of(LeafKind kind, String name, PastCalls past) {
        return new CountedCalls(kind, name, past.input(), new HistoryWindow(past.seconds()), past.of());
    }

    public CallSeries series(CountedCaller caller) {
        return new CallSeries(
                kind,
                name,
                input,
                window,
                switch (of) {
                    case CALLER -> Optional.of(caller);
                    case EVERYONE -> Optional.empty();
                });
    }
}
