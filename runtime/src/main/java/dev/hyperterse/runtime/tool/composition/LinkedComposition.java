package dev.hyperterse.runtime.tool.composition;

import dev.hyperterse.catalog.Action;
import dev.hyperterse.catalog.composition.ComposedCall;
import dev.hyperterse.catalog.composition.Expression;
import dev.hyperterse.rule.LinkedExpression;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * A composition whose expressions are ready.
 *
 * @param waves calls that run at once, one wave after the other
 * @param readsCaller whether an expression names the caller
 */
public record LinkedComposition(List<List<LinkedCall>> waves, Placed result, boolean readsCaller) {
    private static final String PRINCIPAL = "principal";

    /** An expression and its place in the definition. */
    record Placed(String place, LinkedExpression expression) {}

    /** @param inputs the arguments by their names */
    record LinkedCall(String name, String tool, Map<String, Placed> inputs) {}

    /** @throws IllegalArgumentException if this build cannot evaluate an expression */
    public static LinkedComposition of(Action.Compose composition) {
        var waves = new ArrayList<List<LinkedCall>>();
        var waveOf = new HashMap<String, Integer>();
        for (var call : composition.calls()) {
            var wave = expressions(call)
                    .flatMap(it -> it.reads().stream())
                    .mapToInt(read -> waveOf.getOrDefault(read, -1) + 1)
                    .max()
                    .orElse(0);
            waveOf.put(call.name(), wave);
            if (wave == waves.size()) {
                waves.add(new ArrayList<>());
            }
            waves.get(wave).add(linked(call));
        }
        var readsCaller = Stream.concat(
                        composition.calls().stream().flatMap(LinkedComposition::expressions),
                        Stream.of(composition.result()))
                .anyMatch(it -> it.reads().contains(PRINCIPAL));
        return new LinkedComposition(
                waves.stream().map(List::copyOf).toList(),
                new Placed("result", LinkedExpression.of(composition.result())),
                readsCaller);
    }

    private static Stream<Expression> expressions(ComposedCall call) {
        return call.inputs().values().stream();
    }

    private static LinkedCall linked(ComposedCall call) {
        var inputs = new TreeMap<String, Placed>();
        call.inputs()
                .forEach((name, expression) -> inputs.put(
                        name,
                        new Placed(
                                "input '%s' of call '%s'".formatted(name, call.name()),
                                LinkedExpression.of(expression))));
        return new LinkedCall(call.name(), call.tool(), inputs);
    }
}
