package dev.hyperterse.rule;

import com.google.common.collect.Iterables;
import dev.cel.common.CelAbstractSyntaxTree;
import dev.cel.common.ast.CelExpr;
import dev.cel.common.ast.CelExpr.ExprKind;
import dev.cel.common.navigation.CelNavigableAst;
import dev.cel.common.types.CelKind;
import java.util.Collection;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/**
 * The lists and maps that a rule or expression compares with others, or writes as JSON, by the step that reads them. That is one
 * step, which takes as long as all that is within them, so it is counted before it runs: of a comparison, with one of both.
 */
final class ComparedValues {
    private static final Set<String> EQUALITY = Set.of("_==_", "_!=_");
    private static final String IN = "@in";
    private static final Set<String> INDEXES = Set.of("_[_]", "_[?_]");

    /** Values of these types may have others within them; a comparison with any other value ends at once. */
    private static final Set<CelKind> MAY_BE_LARGE =
            EnumSet.of(CelKind.LIST, CelKind.MAP, CelKind.DYN, CelKind.ANY, CelKind.OPAQUE);

    private ComparedValues() {}

    static Set<Long> of(CelAbstractSyntaxTree tree) {
        var steps = new HashSet<Long>();
        CelNavigableAst.fromAst(tree)
                .getRoot()
                .allNodes()
                .filter(node -> node.getKind() == ExprKind.Kind.CALL)
                .map(node -> node.expr().call())
                .filter(call -> call.args().stream().allMatch(argument -> mayBeLarge(tree, argument)))
                .forEach(call -> {
                    if (EQUALITY.contains(call.function())) {
                        steps.add(call.args().getFirst().id());
                    } else if (call.function().equals(IN)) {
                        // A key that is looked up is read to be hashed; the values of the map are not.
                        var compared = isMap(tree, call.args().getLast())
                                ? call.args().getFirst()
                                : call.args().getLast();
                        steps.add(compared.id());
                    } else if (INDEXES.contains(call.function())) {
                        steps.add(call.args().getLast().id());
                    } else if (call.function().equals(ExpressionFunctions.WRITE)) {
                        steps.add(call.args().getFirst().id());
                    }
                });
        keys(tree).forEach(steps::add);
        return Set.copyOf(steps);
    }

    /** Of a map that is written, a key of any type is hashed. */
    private static Stream<Long> keys(CelAbstractSyntaxTree tree) {
        return CelNavigableAst.fromAst(tree)
                .getRoot()
                .allNodes()
                .filter(node -> node.getKind() == ExprKind.Kind.MAP)
                .flatMap(node -> node.expr().map().entries().stream())
                .map(CelExpr.CelMap.Entry::key)
                .filter(key -> mayBeLarge(tree, key))
                .map(CelExpr::id);
    }

    private static boolean mayBeLarge(CelAbstractSyntaxTree tree, CelExpr expression) {
        return tree.getType(expression.id())
                .filter(type -> MAY_BE_LARGE.contains(type.kind()))
                .isPresent();
    }

    private static boolean isMap(CelAbstractSyntaxTree tree, CelExpr expression) {
        return tree.getType(expression.id())
                .filter(type -> type.kind() == CelKind.MAP)
                .isPresent();
    }

    /** The units of work to read all that is within a value, beside its own size; no more than that many are counted. */
    static long within(Object value, long most) {
        var inner =
                switch (value) {
                    case Collection<?> items -> items;
                    case Map<?, ?> entries -> Iterables.concat(entries.keySet(), entries.values());
                    case Optional<?> maybe -> maybe.stream().toList();
                    case null, default -> Set.of();
                };
        var units = 0L;
        for (var item : inner) {
            units += EvaluationWork.size(item);
            units += within(item, most - units);
            if (units > most) {
                break;
            }
        }
        return units;
    }
}
