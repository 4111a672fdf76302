package dev.hyperterse.runtime.live;

import dev.hyperterse.catalog.access.AccessPolicy;
import dev.hyperterse.catalog.access.AccessRule;
import dev.hyperterse.rule.RuleCompilation;
import dev.hyperterse.rule.RuleCompiler;
import java.util.Arrays;
import java.util.Optional;

/** Access rules as the operator compiles them. */
public final class Rules {
    private Rules() {}

    public static Optional<AccessPolicy> policy(String... expressions) {
        return Optional.of(AccessPolicy.of(Arrays.stream(expressions)
                .map(text -> rule(text, Optional.empty()))
                .toList()));
    }

    public static AccessRule rule(String expression, Optional<String> message) {
        return switch (RuleCompiler.compile(expression, Optional.empty())) {
            case RuleCompilation.Sound(var program) -> new AccessRule("test", expression, program, message);
            case RuleCompilation.Faulty(var mistakes) -> throw new IllegalArgumentException(mistakes.toString());
        };
    }
}
