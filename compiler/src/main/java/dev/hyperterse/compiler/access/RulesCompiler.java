package dev.hyperterse.compiler.access;

import dev.hyperterse.catalog.access.AccessRule;
import dev.hyperterse.catalog.input.Input;
import dev.hyperterse.compiler.problem.Checked;
import dev.hyperterse.compiler.problem.FieldPath;
import dev.hyperterse.compiler.problem.Position;
import dev.hyperterse.compiler.problem.Reason;
import dev.hyperterse.rule.RuleCompilation;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;

/** Compiles {@code auth.rules}. A rule that does not compile is a problem: left out, it would let more callers in. */
public final class RulesCompiler {
    private final CompiledRules known;
    private final Set<String> keyHeaders;

    /** @param keyHeaders in lower case, the headers of the server's keys, which no rule reads */
    public RulesCompiler(CompiledRules known, Set<String> keyHeaders) {
        this.known = known;
        this.keyHeaders = Set.copyOf(keyHeaders);
    }

    /** The inputs that a rule may name. @param declared what {@code typed} is made from */
    public record RuleInputs(Object declared, Supplier<Optional<List<Input>>> typed) {
        /** Of a rule about many definitions. */
        public static final RuleInputs OF_MANY = new RuleInputs("", Optional::empty);
    }

    public Checked<List<AccessRule>> compile(
            List<dev.hyperterse.crds.v1alpha1.auth.AccessRule> rules, RuleInputs inputs, String path) {
        var compiled = new ArrayList<Checked<AccessRule>>();
        for (var index = 0; index < rules.size(); index++) {
            compiled.add(compile(rules.get(index), inputs, FieldPath.item(path, index) + ".expression"));
        }
        return Checked.all(compiled);
    }

    /** @param path of the expression */
    public Checked<AccessRule> compile(
            dev.hyperterse.crds.v1alpha1.auth.AccessRule rule, RuleInputs inputs, String path) {
        return switch (known.compile(rule.expression(), inputs.declared(), inputs.typed())) {
            case RuleCompilation.Faulty(var mistakes) ->
                Checked.faulty(mistakes.stream()
                        .map(it -> Reason.InvalidAuth.problem(path, it.rule(), it.message(), it.remedy())
                                .at(Position.in(rule.expression(), it.offset())))
                        .toList());
            case RuleCompilation.Sound(var program) ->
                program.headers().stream()
                        .filter(keyHeaders::contains)
                        .findFirst()
                        .map(header -> Checked.<AccessRule>faulty(Reason.InvalidAuth.problem(
                                path,
                                "header-readable",
                                "the header '%s' holds API keys of the server".formatted(header),
                                "use principal, which says whose key it is")))
                        .orElseGet(() ->
                                Checked.sound(new AccessRule(rule.name(), rule.expression(), program, rule.message())));
        };
    }
}
