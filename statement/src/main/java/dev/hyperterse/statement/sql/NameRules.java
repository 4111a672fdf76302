package dev.hyperterse.statement.sql;

import dev.hyperterse.catalog.input.Input;
import dev.hyperterse.catalog.server.adapter.Adapter;
import dev.hyperterse.statement.binding.Filter;
import dev.hyperterse.statement.binding.Findings;
import dev.hyperterse.statement.binding.Literal;
import dev.hyperterse.statement.binding.Piece;
import dev.hyperterse.statement.binding.Placeholder;
import dev.hyperterse.statement.binding.PlaceholderScope;
import dev.hyperterse.statement.sql.dialect.ForbiddenNames;
import dev.hyperterse.statement.sql.token.SqlCharacters;
import dev.hyperterse.statement.sql.token.StatementRule;
import dev.hyperterse.statement.sql.token.Token;
import dev.hyperterse.statement.sql.token.TokenStream;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Refuses names that would break the guarantees of the compiler: functions that change the session, that run a text as
 * SQL or that have effects outside of the transaction, and temporary objects, which outlive a call on a shared
 * connection and hide permanent ones. Other access is a matter of the role's privileges.
 */
final class NameRules {
    /**
     * Reserved words, which cannot be names of temporary tables; {@code values} is not reserved, but needs a
     * parenthesis.
     */
    private static final Set<String> BEHIND_TABLE = Set.of("as", "default", "select", "using", "with");

    private final TokenStream tokens;
    private final Map<String, Input> inputs;
    private final boolean readOnly;
    private final ForbiddenNames forbidden;
    private final Findings findings;

    NameRules(TokenStream tokens, StatementSource source, ForbiddenNames forbidden, Findings findings) {
        this.tokens = tokens;
        this.inputs = PlaceholderScope.byName(source.inputs());
        this.readOnly = source.access() == Adapter.Access.ReadOnly;
        this.forbidden = forbidden;
        this.findings = findings;
    }

    void check() {
        for (var index = 0; index < tokens.size(); index++) {
            var names = namesAt(index);
            var place = index;
            if (tokens.isSymbol(index + 1, '(')) {
                names.forEach(name -> function(place, name));
            }
            names.forEach(name -> settingsTable(place, name));
            names.forEach(name -> temporary(place, name));
            fileTarget(index);
            rowLock(index);
            keywords(index);
        }
    }

    /** The possible names at {@code index}: a name, or each choice of a placeholder. */
    private List<String> namesAt(int index) {
        if (tokens.at(index) instanceof Token.Insertion(var placeholder)
                && NameChoices.isChoice(placeholder)
                && inputs.containsKey(placeholder.name())) {
            return NameChoices.words(inputs.get(placeholder.name()));
        }
        if (tokens.at(index) instanceof Token.Text text && !text.isTemplate()) {
            // SQLite reads a string as a name where only a name is possible.
            return tokens.isSymbol(index + 1, '.')
                    ? text.pieces().stream().map(NameRules::name).toList()
                    : List.of();
        }
        var name = tokens.nameAt(index);
        return name.isEmpty() ? List.of() : List.of(name);
    }

    private static String name(Piece piece) {
        return switch (piece) {
            case Literal literal -> SqlCharacters.lowerCase(literal.text());
            case Placeholder _ -> "";
        };
    }

    private void function(int index, String name) {
        if (forbidden.session().contains(name)) {
            refuse(
                    StatementRule.SESSION_FUNCTION,
                    index,
                    "%s() depends on a connection that other calls share".formatted(name),
                    forbidden.sessionRemedy());
        } else if (forbidden.textAsSql().contains(name)) {
            refuse(
                    StatementRule.TEXT_AS_SQL_FUNCTION,
                    index,
                    "%s() runs a text as SQL, which no compiler can check".formatted(name),
                    "wrap it in a view or function of the database");
        } else if (forbidden.fileOrCode().contains(name)) {
            refuse(
                    StatementRule.FILE_OR_CODE_FUNCTION,
                    index,
                    "%s() writes around the read-only setting, or reaches files and code".formatted(name),
                    "wrap it in a function of the database's owner");
        } else if (forbidden.effects().contains(name) && readOnly) {
            refuse(
                    StatementRule.WRITE_ON_READ_ONLY,
                    index,
                    "the adapter is read-only, and %s() has an effect".formatted(name),
                    "use an adapter with access: ReadWrite");
        }
    }

    // The view pg_settings turns an UPDATE into set_config().
    private void settingsTable(int index, String name) {
        if (forbidden.settingsTables().contains(name) && isWritten(index)) {
            refuse(
                    StatementRule.SESSION_FUNCTION,
                    index,
                    "an update of %s changes a connection that the next call shares".formatted(name),
                    "set it for the role in the database");
        }
    }

    /** {@code UPDATE ONLY (database.schema.name)}, in all its shorter forms. */
    private boolean isWritten(int index) {
        var before = index - 1;
        while (tokens.isSymbol(before, '.')) {
            before -= 2;
        }
        while (tokens.isSymbol(before, '(') || tokens.isWord(before, "only") || isKeywordChoice(before)) {
            before--;
        }
        return tokens.isWord(before, Set.of("update", "into"));
    }

    private boolean isKeywordChoice(int index) {
        return tokens.at(index) instanceof Token.Insertion(var placeholder) && placeholder.has(Filter.KEYWORD);
    }

    private void temporary(int index, String name) {
        var created = forbidden.temporary().contains(name)
                && (tokens.isWord(index - 1, Set.of("create", "replace", "local", "global"))
                        || tokens.isWord(index - 1, "into") && !isTable(index)
                        || tokens.isSymbol(index + 1, '.') && tokens.isWord(0, "create"));
        if (created || !forbidden.temporarySchema().isEmpty() && name.startsWith(forbidden.temporarySchema())) {
            refuseTemporary(index);
        }
    }

    /**
     * Whether the word behind INTO is the name of a table, as in {@code INSERT INTO temp (id)}. Decided by the
     * following token, because INSERT in front of INTO may be the name of a column.
     */
    private boolean isTable(int index) {
        return tokens.isSymbol(index + 1, '(')
                || tokens.isSymbol(index + 1, '.')
                || tokens.isWord(index + 1, BEHIND_TABLE)
                || tokens.isWord(index + 1, "values") && tokens.isSymbol(index + 2, '(');
    }

    private void fileTarget(int index) {
        if (tokens.isWord(index, forbidden.fileTargets()) && tokens.isWord(index - 1, "into")) {
            refuseFile(index);
        }
    }

    private void rowLock(int index) {
        var behind =
                tokens.isWord(index - 1, "for") || tokens.isWord(index - 1, "in") && tokens.isWord(index - 2, "lock");
        if (readOnly && behind && tokens.isWord(index, forbidden.rowLocks())) {
            refuseLock(index);
        }
    }

    /** A choice of keywords may be the beginning of something forbidden, so its words are checked by themselves. */
    private void keywords(int index) {
        if (!isKeywordChoice(index)) {
            return;
        }
        var words = namesAt(index);
        if (words.contains("into") || words.stream().anyMatch(forbidden.temporary()::contains)) {
            refuseTemporary(index);
        } else if (words.stream().anyMatch(forbidden.fileTargets()::contains)) {
            refuseFile(index);
        } else if (readOnly && words.stream().anyMatch(forbidden.rowLocks()::contains)) {
            refuseLock(index);
        }
    }

    private void refuseFile(int index) {
        refuse(
                StatementRule.FILE_OR_CODE_FUNCTION,
                index,
                "this writes a file on the machine of the database",
                "select the rows; the caller receives them");
    }

    private void refuseLock(int index) {
        refuse(
                StatementRule.WRITE_ON_READ_ONLY,
                index,
                "the adapter is read-only, and this locks rows against others",
                "leave it out, or use an adapter with access: ReadWrite");
    }

    private void refuseTemporary(int index) {
        refuse(
                StatementRule.TEMPORARY_OBJECT,
                index,
                "a temporary object stays on a connection that the next call shares, and hides real ones",
                "use WITH for what one statement needs");
    }

    private void refuse(StatementRule rule, int index, String message, String remedy) {
        findings.add(rule, tokens.at(index).start(), message, remedy);
    }
}
