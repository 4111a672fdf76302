package dev.hyperterse.rule;

import dev.cel.common.CelAbstractSyntaxTree;
import dev.cel.common.ast.CelConstant;
import dev.cel.common.ast.CelExpr;
import dev.cel.common.ast.CelExpr.ExprKind;
import dev.cel.common.navigation.CelNavigableAst;
import dev.cel.common.navigation.CelNavigableExpr;
import dev.hyperterse.catalog.HeaderNames;
import dev.hyperterse.catalog.access.AccessRule.Variable;
import dev.hyperterse.rule.RuleCompilation.Mistake;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/**
 * The variables and headers that a rule reads: they decide when it can be evaluated, and which headers a replica keeps.
 * Headers are named by constants, so that no rule reads one that holds credentials.
 *
 * @param variables that it names
 * @param headers in lower case
 */
record RuleReads(Set<Variable> variables, Set<String> headers, List<Mistake> mistakes) {
    private static final String INDEX = "_[_]";
    private static final String IN = "@in";
    /** Loops inside loops that a rule may have. */
    private static final int DEEPEST = 2;

    static RuleReads of(CelAbstractSyntaxTree tree, String expression) {
        var variables = EnumSet.noneOf(Variable.class);
        var headers = new TreeSet<String>();
        var mistakes = new ArrayList<Mistake>();
        CelNavigableAst.fromAst(tree).getRoot().allNodes().forEach(node -> {
            if (node.getKind() == ExprKind.Kind.COMPREHENSION && loopsAround(node) >= DEEPEST) {
                mistakes.add(new Mistake(
                        place(tree, node, expression),
                        "rule-bounded",
                        "the rule nests more than %d loops".formatted(DEEPEST),
                        "compare fewer lists with each other"));
            }
            variable(tree, node).ifPresent(variable -> {
                variables.add(variable);
                if (variable == Variable.HEADERS) {
                    header(node)
                            .ifPresentOrElse(
                                    name -> check(name, place(tree, node, expression), headers, mistakes),
                                    () -> mistakes.add(new Mistake(
                                            place(tree, node, expression),
                                            "header-named",
                                            "a rule names the headers that it reads",
                                            "write headers['x-team'], or 'x-team' in headers")));
                }
            });
        });
        return new RuleReads(Set.copyOf(variables), Set.copyOf(headers), List.copyOf(mistakes));
    }

    private static void check(String name, int offset, Set<String> headers, List<Mistake> mistakes) {
        var refused = HeaderNames.refusal(name);
        refused.ifPresent(why -> mistakes.add(
                new Mistake(offset, "header-readable", "the header '%s' cannot be read: %s".formatted(name, why), "")));
        if (refused.isEmpty() && !name.equals(HeaderNames.lowerCase(name))) {
            mistakes.add(new Mistake(
                    offset,
                    "header-lower-case",
                    "the name of the header is not in lower case",
                    "write '%s'".formatted(HeaderNames.lowerCase(name))));
        }
        headers.add(name);
    }

    /** Where the node names one of the four; a loop's own variable of that name is another. */
    private static Optional<Variable> variable(CelAbstractSyntaxTree tree, CelNavigableExpr node) {
        if (node.getKind() != ExprKind.Kind.IDENT) {
            return Optional.empty();
        }
        var name = node.expr().ident().name();
        return Variable.named(name).filter(_ -> tree.getReference(node.id())
                .filter(reference -> reference.name().equals(name))
                .isPresent());
    }

    /** The constant that indexes the map, or is looked for in it, or the field of that name. */
    private static Optional<String> header(CelNavigableExpr node) {
        return node.parent().flatMap(parent -> switch (parent.getKind()) {
            case SELECT -> Optional.of(parent.expr().select().field());
            case CALL -> {
                var call = parent.expr().call();
                var arguments = call.args();
                yield switch (call.function()) {
                    case INDEX -> text(arguments.get(1));
                    case IN -> arguments.get(1).id() == node.id() ? text(arguments.get(0)) : Optional.empty();
                    default -> Optional.empty();
                };
            }
            default -> Optional.empty();
        });
    }

    /** The constant text; empty for any other expression. */
    static Optional<String> text(CelExpr expression) {
        return expression.exprKind().getKind() == ExprKind.Kind.CONSTANT
                        && expression.constant().getKind() == CelConstant.Kind.STRING_VALUE
                ? Optional.of(expression.constant().stringValue())
                : Optional.empty();
    }

    private static long loopsAround(CelNavigableExpr node) {
        var loops = 0L;
        for (var above = node.parent(); above.isPresent(); above = above.get().parent()) {
            loops += above.get().getKind() == ExprKind.Kind.COMPREHENSION ? 1 : 0;
        }
        return loops;
    }

    /** In UTF-16 units. */
    static int place(CelAbstractSyntaxTree tree, CelNavigableExpr node, String expression) {
        return Optional.ofNullable(tree.getSource().getPositionsMap().get(node.id()))
                .map(codePoint -> expression.offsetByCodePoints(
                        0, Math.clamp(codePoint, 0, expression.codePointCount(0, expression.length()))))
                .orElse(0);
    }
}
