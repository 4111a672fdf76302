package dev.hyperterse.runtime.access;

import dev.hyperterse.calls.DecidedFailure;
import dev.hyperterse.calls.Principal;
import dev.hyperterse.calls.Stage;
import dev.hyperterse.calls.turn.CountedCaller;
import dev.hyperterse.catalog.Leaf;
import dev.hyperterse.catalog.LeafKind;
import dev.hyperterse.catalog.ToolLeaf;
import dev.hyperterse.catalog.access.AccessPolicy;
import dev.hyperterse.catalog.access.PastCalls;
import dev.hyperterse.rule.PastValues;
import dev.hyperterse.runtime.history.Amount;
import dev.hyperterse.runtime.history.CallHistory;
import dev.hyperterse.runtime.history.CallHistory.Past;
import dev.hyperterse.runtime.history.CallSeries;
import dev.hyperterse.runtime.history.CountedCalls;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The history of one definition: the calls that its rules look back at, and the series that its own calls are added to. A
 * call is added before its rules are evaluated, so that of calls at the same time each sees those before it.
 */
final class LinkedHistory {
    private final CallHistory history;
    private final Set<CountedCalls> counted;
    private final Map<PastCalls, CountedCalls> looked;

    private LinkedHistory(CallHistory history, Set<CountedCalls> counted, Map<PastCalls, CountedCalls> looked) {
        this.history = history;
        this.counted = counted;
        this.looked = looked;
    }

    /** Empty if its calls neither count nor look back. */
    static Optional<LinkedHistory> of(Leaf leaf, KeptHistory kept) {
        var counted = new LinkedHashSet<CountedCalls>();
        var looked = new HashMap<PastCalls, CountedCalls>();
        for (var rule : leaf.access().map(AccessPolicy::rules).orElseGet(List::of)) {
            for (var past : rule.program().past()) {
                if (past.tool().isPresent()) {
                    if (kept.has(rule, leaf, past)) {
                        looked.put(past, ofTool(past));
                    }
                } else if (past.input().stream().noneMatch(input -> isNoNumber(leaf, input))) {
                    var own = CountedCalls.of(leaf.identity().kind(), leaf.publicName(), past);
                    counted.add(own);
                    looked.put(past, own);
                }
            }
        }
        if (leaf instanceof ToolLeaf tool) {
            kept.named().stream()
                    .map(KeptHistory.Named::past)
                    .filter(past -> past.tool().equals(Optional.of(tool.name())))
                    .map(LinkedHistory::ofTool)
                    .forEach(counted::add);
        }
        return counted.isEmpty() && looked.isEmpty()
                ? Optional.empty()
                : Optional.of(new LinkedHistory(kept.history(), counted, looked));
    }

    /** A rule of the server can name an input that a tool has as a text: it fails there. One that is not there is 0. */
    private static boolean isNoNumber(Leaf leaf, String input) {
        return leaf instanceof ToolLeaf tool && tool.hasInput(input) && !tool.hasNumber(input);
    }

    private static CountedCalls ofTool(PastCalls past) {
        return CountedCalls.of(LeafKind.Tool, past.tool().orElseThrow(), past);
    }

    /**
     * Adds a call.
     *
     * @throws DecidedFailure if the history is not available: rules that look back could not decide about later calls
     */
    Added add(Principal principal, Map<String, ?> inputs) {
        var caller = CountedCaller.of(principal);
        var amounts = new HashMap<CountedCalls, Long>();
        counted.forEach(calls -> amounts.put(calls, amount(calls, inputs)));
        var before = new HashMap<CountedCalls, Past>();
        var parts = new ArrayList<Part>();
        var added = new Added(history, parts, new PastValues(new HashMap<>(), new HashMap<>()));
        for (var calls : counted) {
            var series = calls.series(caller);
            var past = history.add(series, amounts.get(calls));
            if (past.isEmpty()) {
                added.takeBack();
                throw unavailable();
            }
            before.put(calls, past.get());
            parts.add(new Part(series, past.get().step(), amounts.get(calls)));
        }
        looked.forEach((past, calls) -> {
            var found = Optional.ofNullable(before.get(calls)).or(() -> history.read(calls.series(caller)));
            if (found.isEmpty()) {
                added.takeBack();
                throw unavailable();
            }
            added.past().counts().put(past.key(), found.get().calls());
            added.past().sums().put(past.key(), found.get().sum());
        });
        return added;
    }

    private static DecidedFailure unavailable() {
        return new DecidedFailure(
                Stage.UNAVAILABLE, "whether the call is allowed cannot be decided now, try again later", "history");
    }

    private static long amount(CountedCalls calls, Map<String, ?> inputs) {
        if (!(calls.input().map(inputs::get).orElse(null) instanceof Number number)) {
            return 0;
        }
        return Amount.of(number.doubleValue())
                .orElseThrow(() -> new DecidedFailure(
                        Stage.AUTH,
                        "'%s' is more than 10^12, and rules sum up no more"
                                .formatted(calls.input().get()),
                        "history"));
    }

    private record Part(CallSeries series, long step, long amount) {}

    /** A call that has been added. @param past what there was before it */
    record Added(CallHistory history, List<Part> parts, PastValues past) implements CountedCall {
        @Override
        public void takeBack() {
            parts.forEach(part -> history.takeBack(part.series(), part.step(), part.amount()));
        }
    }
}
