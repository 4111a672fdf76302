package dev.hyperterse.statement.sql;

import dev.hyperterse.catalog.server.adapter.Adapter;
import dev.hyperterse.statement.sql.token.TokenStream;
import java.util.Set;

/** Determines the effect of a statement by its words. If they are ambiguous, it is the more serious effect. */
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

    /** The main statement, or one inside WITH, may write. */
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
        return effect == StatementEffect.UNKNOWN && selectsInto(from) ? StatementEffect.WRITES : effect;
    }

    /** Excludes FOR UPDATE, FOR NO KEY UPDATE, and columns and functions of that name. */
    private boolean beginsPart(int index) {
        return !tokens.isWord(index - 1, Set.of("for", "key"))
                && !tokens.isSymbol(index - 1, '.')
                && !tokens.isSymbol(index + 1, '(');
    }

    /** SELECT ... INTO creates a table; queries have no other INTO, and statements that write were handled before. */
    private boolean selectsInto(int from) {
        for (var index = from; !tokens.isEnd(index); index++) {
            if (tokens.isWord(index, "into") && !tokens.isSymbol(index - 1, '.')) {
                return true;
            }
        }
        return false;
    }

    private StatementEffect ofWord(int index) {
        if (tokens.isWord(index, QUERIES)) {
            return selectsInto(index) ? StatementEffect.WRITES : StatementEffect.UNKNOWN;
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
            var onConflict = tokens.isWord(index - 1, "do");
            var onDuplicate = tokens.isWord(index - 1, "key") && tokens.isWord(index - 2, "duplicate");
            if (tokens.isWord(index, "update") && (onConflict || onDuplicate)) {
                return true;
            }
        }
        return false;
    }
}
