package dev.hyperterse.rule;

import dev.cel.common.CelAbstractSyntaxTree;
import dev.cel.common.CelIssue;
import dev.cel.common.CelSourceLocation;
import dev.cel.common.CelValidationException;
import dev.cel.common.types.SimpleType;
import dev.cel.compiler.CelCompilerFactory;
import dev.cel.parser.CelStandardMacro;
import dev.hyperterse.catalog.access.AccessRule;
import dev.hyperterse.catalog.input.Input;
import dev.hyperterse.rule.RuleCompilation.Faulty;
import dev.hyperterse.rule.RuleCompilation.Mistake;
import dev.hyperterse.rule.RuleCompilation.Sound;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** From the text of a rule to its checked syntax tree, in the form that CEL defines for handing it on. */
public final class RuleCompiler {
    private static final String RULE = "rule-compiles";

    private RuleCompiler() {}

    /** @param inputs of the definition; empty for a rule about many, whose inputs are of any type */
    public static RuleCompilation compile(String expression, Optional<List<Input>> inputs) {
        if (expression.length() > RuleLanguage.LONGEST) {
            return new Faulty(List.of(new Mistake(
                    RuleLanguage.LONGEST,
                    "rule-short",
                    "the rule has more than %d characters".formatted(RuleLanguage.LONGEST),
                    "split it: all rules have to hold")));
        }
        try {
            var past = new PastCallMacros(expression, inputs);
            var tree = checked(expression, RuleLanguage.types(inputs), past);
            var read = RuleReads.of(tree, expression);
            var mistakes = Stream.concat(past.mistakes().stream(), read.mistakes().stream())
                    .toList();
            return mistakes.isEmpty()
                    ? new Sound(new AccessRule.Program(
                            EvaluatedProgram.written(tree), read.variables(), read.headers(), past.found()))
                    : new Faulty(mistakes);
        } catch (CelValidationException wrong) {
            return new Faulty(wrong.getErrors().stream()
                    .map(issue -> mistake(issue, expression))
                    .toList());
        }
    }

    private static CelAbstractSyntaxTree checked(String expression, RuleLanguage.Types types, PastCallMacros past)
            throws CelValidationException {
        return CelCompilerFactory.standardCelCompilerBuilder()
                .setOptions(RuleLanguage.OPTIONS)
                .setStandardMacros(CelStandardMacro.STANDARD_MACROS)
                .addMacros(past.all())
                .setTypeProvider(types)
                .addVar(RuleLanguage.PRINCIPAL, types.of(RuleLanguage.PRINCIPAL))
                .addVar(RuleLanguage.TOOL, types.of(RuleLanguage.TOOL))
                .addVar(RuleLanguage.INPUTS, types.of(RuleLanguage.INPUTS))
                .addVar(RuleLanguage.HEADERS, RuleLanguage.HEADERS_TYPE)
                .addVar(RuleLanguage.HISTORY, types.of(RuleLanguage.HISTORY))
                .setResultType(SimpleType.BOOL)
                .build()
                .compile(expression)
                .getAst();
    }

    private static Mistake mistake(CelIssue issue, String expression) {
        return new Mistake(
                offset(issue.getSourceLocation(), expression),
                RULE,
                "the rule is not CEL of type bool: " + oneLine(issue.getMessage()),
                "write an expression over principal, tool, inputs, headers and history that is true for callers to admit");
    }

    static String oneLine(String message) {
        return message.strip().replaceAll("\\s*[\\r\\n]+\\s*", " ");
    }

    /** Lines count from 1, columns from 0 in code points; a mistake without a place is one of the whole. */
    static int offset(CelSourceLocation place, String expression) {
        var lineStart = 0;
        for (var line = 1; line < place.getLine() && lineStart <= expression.length(); line++) {
            lineStart = expression.indexOf('\n', lineStart) + 1;
        }
        var codePoints = expression.codePointCount(lineStart, expression.length());
        return expression.offsetByCodePoints(lineStart, Math.clamp(place.getColumn(), 0, codePoints));
    }
}
