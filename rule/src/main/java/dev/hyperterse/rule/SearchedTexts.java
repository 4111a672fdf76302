package dev.hyperterse.rule;

import com.google.re2j.Pattern;
import com.google.re2j.PatternSyntaxException;
import dev.cel.common.CelAbstractSyntaxTree;
import dev.cel.common.ast.CelConstant;
import dev.cel.common.ast.CelExpr;
import dev.cel.common.ast.CelExpr.ExprKind;
import dev.cel.common.navigation.CelNavigableAst;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The texts that a rule or expression searches, by the step that reads them. A search is one step, which takes as long as its text is long
 * and what it searches for is large, so it is counted before it runs: with the text.
 */
final class SearchedTexts {
    private static final String MATCHES = "matches";
    private static final String CONTAINS = "contains";
    private static final String INDEX_OF = "indexOf";
    private static final String LAST_INDEX_OF = "lastIndexOf";

    /** How the overloads of these begin. */
    private static final List<String> SEARCHES = List.of(MATCHES, CONTAINS, "string_index_of", "string_last_index_of");

    /** Characters of a text that are compared with another one as fast as one instruction of a pattern runs. */
    private static final int COMPARED = 16;

    /** Of a text that only the evaluation knows. */
    private static final int UNKNOWN_TEXT = 1_024 / COMPARED;

    /** Of a pattern: a repetition of a few characters is many instructions. */
    private static final int UNKNOWN_PATTERN = 2_048;

    private static final Map<Long, Integer> NONE = Map.of();

    private SearchedTexts() {}

    /** For each step that leaves a text to search, the instructions that run for a character of it. */
    static Map<Long, Integer> of(CelAbstractSyntaxTree tree) {
        if (!searches(tree)) {
            return NONE;
        }
        var instructions = new HashMap<Long, Integer>();
        CelNavigableAst.fromAst(tree)
                .getRoot()
                .allNodes()
                .filter(node -> node.getKind() == ExprKind.Kind.CALL)
                .forEach(node -> add(node.expr().call(), instructions));
        return Map.copyOf(instructions);
    }

    /** Most rules do not: their trees need not be walked whenever a catalog becomes live. */
    private static boolean searches(CelAbstractSyntaxTree tree) {
        return tree.getReferenceMap().values().stream()
                .flatMap(reference -> reference.overloadIds().stream())
                .anyMatch(overload -> SEARCHES.stream().anyMatch(overload::startsWith));
    }

    private static void add(CelExpr.CelCall call, Map<Long, Integer> instructions) {
        var texts = texts(call);
        if (texts.size() < 2) {
            return;
        }
        switch (call.function()) {
            case MATCHES -> {
                var size = size(texts.get(1));
                instructions.put(texts.get(0).id(), Math.min(size, RuleLanguage.LARGEST_PATTERN));
                // It is compiled at each match, also one that is then too large.
                instructions.put(texts.get(1).id(), compiled(texts.get(1), size));
            }
            case CONTAINS, INDEX_OF, LAST_INDEX_OF ->
                instructions.put(texts.get(0).id(), text(texts.get(1)));
            default -> {}
        }
    }

    /** The text and what is looked for, and maybe from where; {@code matches} has two spellings. */
    private static List<CelExpr> texts(CelExpr.CelCall call) {
        var texts = new ArrayList<CelExpr>();
        call.target().ifPresent(texts::add);
        texts.addAll(call.args());
        return texts;
    }

    private static int size(CelExpr pattern) {
        try {
            return isText(pattern)
                    ? Pattern.compile(pattern.constant().stringValue()).programSize()
                    : RuleLanguage.LARGEST_PATTERN;
        } catch (PatternSyntaxException wrong) {
            return RuleLanguage.LARGEST_PATTERN;
        }
    }

    private static int compiled(CelExpr pattern, int size) {
        return isText(pattern)
                ? COMPARED * size / Math.max(1, pattern.constant().stringValue().length())
                : UNKNOWN_PATTERN;
    }

    private static int text(CelExpr text) {
        return isText(text) ? text.constant().stringValue().length() / COMPARED : UNKNOWN_TEXT;
    }

    private static boolean isText(CelExpr expression) {
        return expression.exprKind().getKind() == ExprKind.Kind.CONSTANT
                && expression.constant().getKind() == CelConstant.Kind.STRING_VALUE;
    }
}
