package dev.hyperterse.compiler.access;

import dev.hyperterse.catalog.access.AccessRule.Variable;
import dev.hyperterse.catalog.access.PastCalls;
import dev.hyperterse.catalog.input.Input;
import dev.hyperterse.rule.RuleCompilation;
import dev.hyperterse.rule.RuleCompiler;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * The compiled rules of one compile. Each publication needs the rules of every definition, of which nearly all are
 * unchanged, and compiling one takes a millisecond: those of the last compile are used again.
 */
public final class CompiledRules {
    private final Map<Text, RuleCompilation> last;
    private final Map<Text, RuleCompilation> now = new HashMap<>();

    /** @param last those that the last compile of the same server used */
    public CompiledRules(Map<Text, RuleCompilation> last) {
        this.last = last;
    }

    /** @param declared what the types of its inputs come from */
    public record Text(String expression, Object declared) {
        /** A rule that reads no inputs is the same whatever they are. */
        private static Text withoutInputs(String expression) {
            return new Text(expression, RulesCompiler.RuleInputs.OF_MANY.declared());
        }
    }

    /** The rules that this compile used, for the next one. */
    public Map<Text, RuleCompilation> used() {
        return now;
    }

    /**
     * @param declared what {@code inputs} are made from; equal where those would be
     * @param inputs of the definition; empty where they are not known
     */
    RuleCompilation compile(String expression, Object declared, Supplier<Optional<List<Input>>> inputs) {
        return known(Text.withoutInputs(expression))
                .filter(CompiledRules::readsNoInputs)
                .or(() -> known(new Text(expression, declared)))
                .orElseGet(() -> compiled(expression, declared, inputs.get()));
    }

    private Optional<RuleCompilation> known(Text text) {
        var rule = Optional.ofNullable(now.get(text)).or(() -> Optional.ofNullable(last.get(text)));
        rule.ifPresent(it -> now.putIfAbsent(text, it));
        return rule;
    }

    private RuleCompilation compiled(String expression, Object declared, Optional<List<Input>> inputs) {
        var compiled = RuleCompiler.compile(expression, inputs);
        now.put(readsNoInputs(compiled) ? Text.withoutInputs(expression) : new Text(expression, declared), compiled);
        return compiled;
    }

    private static boolean readsNoInputs(RuleCompilation rule) {
        return rule instanceof RuleCompilation.Sound(var program)
                && !program.reads().contains(Variable.INPUTS)
                && program.past().stream().noneMatch(PastCalls::sumsItself);
    }
}
