package dev.hyperterse.compiler.access;

import dev.hyperterse.catalog.input.Input;
import dev.hyperterse.rule.RuleCompilation;
import dev.hyperterse.rule.RuleCompiler;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * A cache of compiled rules. Each publication needs the rules of every definition, of which nearly all are unchanged,
 * and compiling one takes a millisecond.
 */
public final class CompiledRules {
    /** Of 10,000 definitions, two for each. */
    private static final int MOST = 20_000;

    private final Map<Text, RuleCompilation> known = new LinkedHashMap<>(16, 0.75f, true) {
        @Override
        protected boolean removeEldestEntry(Map.Entry<Text, RuleCompilation> eldest) {
            return size() > MOST;
        }
    };

    /** @param declared what the types of its inputs come from */
    private record Text(String expression, Object declared) {}

    /**
     * @param declared what {@code inputs} are made from; equal where those would be
     * @param inputs of the definition; empty where they are not known
     */
    synchronized RuleCompilation compile(String expression, Object declared, Supplier<Optional<List<Input>>> inputs) {
        var text = new Text(expression, declared);
        var before = known.get(text);
        if (before != null) {
            return before;
        }
        var compiled = RuleCompiler.compile(expression, inputs.get());
        known.put(text, compiled);
        return compiled;
    }
}
