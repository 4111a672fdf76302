package dev.hyperterse.rule;

import dev.cel.common.CelAbstractSyntaxTree;
import dev.cel.common.CelIssue;
import dev.cel.common.CelValidationException;
import dev.cel.common.ast.CelExpr.ExprKind;
import dev.cel.common.navigation.CelNavigableAst;
import dev.cel.common.types.SimpleType;
import dev.cel.compiler.CelCompilerFactory;
import dev.cel.extensions.CelExtensions;
import dev.cel.parser.CelStandardMacro;
import dev.hyperterse.catalog.composition.Expression;
import dev.hyperterse.catalog.input.Input;
import dev.hyperterse.rule.RuleCompilation.Mistake;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** From the text of an expression to its checked syntax tree. */
public final class ExpressionCompiler {
    private static final Set<String> VARIABLES =
            Set.of(RuleLanguage.INPUTS, RuleLanguage.PRINCIPAL, ExpressionLanguage.NOW);

    private static final String RESERVED =
            "as break cel const continue else false for function if import in let loop namespace null optional package"
                    + " return true var void while";

    /** Names that no call has: those of the variables, and the words that CEL reserves. */
    public static final Set<String> TAKEN = Stream.concat(VARIABLES.stream(), Arrays.stream(RESERVED.split(" ")))
            .collect(Collectors.toUnmodifiableSet());

    private ExpressionCompiler() {}

    /** @param calls whose results it may read */
    public static ExpressionCompilation compile(String text, List<Input> inputs, List<String> calls) {
        try {
            var tree = checked(text, RuleLanguage.types(Optional.of(inputs)), calls);
            var mistakes = BoundValues.mistakes(tree, text);
            return mistakes.isEmpty()
                    ? new ExpressionCompilation.Sound(
                            new Expression(text, EvaluatedProgram.written(tree), reads(tree, calls)))
                    : new ExpressionCompilation.Faulty(mistakes);
        } catch (CelValidationException wrong) {
            return new ExpressionCompilation.Faulty(wrong.getErrors().stream()
                    .map(it -> mistake(it, text, calls))
                    .toList());
        }
    }

    private static CelAbstractSyntaxTree checked(String text, RuleLanguage.Types types, List<String> calls)
            throws CelValidationException {
        var compiler = CelCompilerFactory.standardCelCompilerBuilder()
                .setOptions(ExpressionLanguage.OPTIONS)
                .setStandardMacros(CelStandardMacro.STANDARD_MACROS)
                .addLibraries(
                        CelExtensions.bindings(),
                        ExpressionLanguage.OPTIONALS,
                        ExpressionLanguage.TEXTS,
                        CelExtensions.math())
                .addFunctionDeclarations(ExpressionFunctions.DECLARATIONS)
                .setTypeProvider(types)
                .addVar(RuleLanguage.PRINCIPAL, types.of(RuleLanguage.PRINCIPAL))
                .addVar(RuleLanguage.INPUTS, types.of(RuleLanguage.INPUTS))
                .addVar(ExpressionLanguage.NOW, SimpleType.TIMESTAMP);
        calls.forEach(call -> compiler.addVar(call, SimpleType.DYN));
        return compiler.build().compile(text).getAst();
    }

    /** The variables that a tree names. The variable of a loop counts as well if it has such a name: then one value more is read. */
    private static Set<String> reads(CelAbstractSyntaxTree tree, List<String> calls) {
        return CelNavigableAst.fromAst(tree)
                .getRoot()
                .allNodes()
                .filter(node -> node.getKind() == ExprKind.Kind.IDENT)
                .map(node -> node.expr().ident().name())
                .filter(name -> calls.contains(name) || VARIABLES.contains(name))
                .collect(Collectors.toSet());
    }

    private static Mistake mistake(CelIssue issue, String text, List<String> calls) {
        return new Mistake(
                RuleCompiler.offset(issue.getSourceLocation(), text),
                "expression-compiles",
                "the expression is not CEL: " + RuleCompiler.oneLine(issue.getMessage()),
                "write an expression over inputs, principal, now"
                        + (calls.isEmpty() ? "" : " and the results of " + String.join(", ", calls)));
    }
}
