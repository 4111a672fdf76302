package dev.hyperterse.operator.compile.statement;

import dev.hyperterse.catalog.server.Adapter;
import java.util.Set;

/** Finds out what a statement does to the data, by its words. Where they leave it open, it is the effect that warns more. */
final class StatementEffects {
    private static final Set<String> QUERIES = Set.of("desc", "describe", "select", "show", "table", "values", "with");
    private static final Set<String> CHANGES = Set.of("delete", "drop", "merge", "replace", "truncate", "update");
    private static final Set<String> DATA_WRITES = Set.of("delete", "insert", "merge", "replace", "update");
    private static final Set<String> EXECUTES_EXPLAINED = Set.of("analyse", "analyze");

    private final TokenStream tokens;

    private StatementEffects(TokenStream tokens) {
        this.tokens = tokens;
    }

    static StatementEffect of(TokenStream tokens, Adapter.Access access) {
        return switch (access) {
            case ReadOnly -> StatementEffect.NONE;
            case ReadWrite -> new StatementEffects(tokens).effect();
        };
    }

    private StatementEffect effect() {
        var first = 0;
        while (tokens.isSymbol(first, '(')) {
            first++;
        }
        if (tokens.isWord(first, "explain")) {
            return explained(first + 1);
        }
        return tokens.isWord(first, "with") ? ofParts(first) : ofWord(first);
    }

    /** Without ANALYZE a plan is made and nothing is executed. */
    private StatementEffect explained(int from) {
        for (var index = from; !tokens.isEnd(index); index++) {
            if (tokens.isWord(index, EXECUTES_EXPLAINED)) {
                return ofParts(from);
            }
        }
        return StatementEffect.UNKNOWN;
    }

    /** What writes begins behind a parenthesis, a list of options or the name of a query: never behind FOR, as in FOR UPDATE. */
    private StatementEffect ofParts(int from) {
        var effect = StatementEffect.UNKNOWN;
        for (var index = from; !tokens.isEnd(index); index++) {
            if (tokens.isWord(index, DATA_WRITES) && beginsPart(index)) {
                if (ofWord(index) == StatementEffect.CHANGES) {
                    return StatementEffect.CHANGES;
                }
                effect = StatementEffect.ADDS;
            }
        }
        return effect;
    }

    private boolean beginsPart(int index) {
        return tokens.isSymbol(index - 1, '(')
                || tokens.isSymbol(index - 1, ')')
                || tokens.isWord(index - 1, EXECUTES_EXPLAINED)
                || tokens.isWord(index - 1, "verbose");
    }

    private StatementEffect ofWord(int index) {
        if (tokens.isWord(index, QUERIES)) {
            return StatementEffect.UNKNOWN;
        }
        if (tokens.isWord(index, "insert")) {
            return replacesRows(index) ? StatementEffect.CHANGES : StatementEffect.ADDS;
        }
        return tokens.isWord(index, CHANGES) ? StatementEffect.CHANGES : StatementEffect.WRITES;
    }

    /** INSERT OR REPLACE, ON CONFLICT DO UPDATE, ON DUPLICATE KEY UPDATE. */
    private boolean replacesRows(int insert) {
        if (tokens.isWord(insert + 1, "or") && tokens.isWord(insert + 2, "replace")) {
            return true;
        }
        for (var index = insert; !tokens.isEnd(index); index++) {
            if (tokens.isWord(index, "update") && (tokens.isWord(index - 1, "do") || tokens.isWord(index - 1, "key"))) {
                return true;
            }
        }
        return false;
    }
}
