package dev.hyperterse.rule;

import dev.cel.common.CelAbstractSyntaxTree;
import dev.cel.common.ast.CelConstant;
import dev.cel.common.ast.CelExpr.ExprKind;
import dev.cel.common.navigation.CelNavigableAst;
import dev.cel.common.navigation.CelNavigableExpr;
import dev.hyperterse.rule.RuleCompilation.Mistake;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The values of {@code cel.bind}. CEL evaluates one where its name is first read, by the names that hold there: a name that it
 * reads must not have another value in between.
 */
final class BoundValues {
    /** The loop variable of a binding, which loops over nothing. */
    private static final String NO_LOOP = "#unused";

    private BoundValues() {}

    /** Names that an expression gives another value while a bound value may still have to read them. */
    static List<Mistake> mistakes(CelAbstractSyntaxTree tree, String text) {
        return loops(CelNavigableAst.fromAst(tree).getRoot())
                .filter(BoundValues::isBinding)
                .flatMap(binding -> {
                    var read = free(child(
                                    binding,
                                    binding.expr().comprehension().accuInit().id()))
                            .collect(Collectors.toSet());
                    return Stream.concat(
                                    Stream.of(binding),
                                    loops(child(
                                            binding,
                                            binding.expr()
                                                    .comprehension()
                                                    .result()
                                                    .id())))
                            .filter(loop -> names(loop).anyMatch(read::contains))
                            .map(loop -> mistake(loop, read, tree, text));
                })
                .distinct()
                .toList();
    }

    private static Mistake mistake(CelNavigableExpr loop, Set<String> read, CelAbstractSyntaxTree tree, String text) {
        var name = names(loop).filter(read::contains).findFirst().orElseThrow();
        return new Mistake(
                RuleReads.place(tree, loop, text),
                "bound-once",
                "'%s' has a value that cel.bind reads, and is given another one".formatted(name),
                "give one of both another name");
    }

    private static Stream<CelNavigableExpr> loops(CelNavigableExpr root) {
        return root.allNodes().filter(node -> node.getKind() == ExprKind.Kind.COMPREHENSION);
    }

    /** The macros of optional values loop over nothing as well, with names of their own. */
    private static boolean isBinding(CelNavigableExpr loop) {
        var it = loop.expr().comprehension();
        return it.iterVar().equals(NO_LOOP)
                && it.loopCondition().constantOrDefault().equals(CelConstant.ofValue(false))
                && isName(it.accuVar());
    }

    private static CelNavigableExpr child(CelNavigableExpr loop, long id) {
        return loop.children().filter(it -> it.id() == id).findFirst().orElseThrow();
    }

    /** The names that an author gives. Those that macros make begin with a sign that none can have. */
    private static Stream<String> names(CelNavigableExpr loop) {
        var it = loop.expr().comprehension();
        return Stream.of(it.iterVar(), it.iterVar2(), it.accuVar()).filter(BoundValues::isName);
    }

    private static boolean isName(String variable) {
        return !variable.isEmpty() && Character.isJavaIdentifierStart(variable.charAt(0));
    }

    /** The names that an expression reads and does not give itself. */
    private static Stream<String> free(CelNavigableExpr node) {
        return switch (node.getKind()) {
            case IDENT -> Stream.of(node.expr().ident().name());
            case COMPREHENSION -> {
                var loop = node.expr().comprehension();
                var own = names(node).collect(Collectors.toSet());
                yield node.children().flatMap(child -> {
                    var isOutside = child.id() == loop.iterRange().id()
                            || child.id() == loop.accuInit().id();
                    return free(child).filter(name -> isOutside || !own.contains(name));
                });
            }
            default -> node.children().flatMap(BoundValues::free);
        };
    }
}
