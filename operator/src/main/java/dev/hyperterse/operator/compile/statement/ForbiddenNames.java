package dev.hyperterse.operator.compile.statement;

import dev.hyperterse.catalog.Input;
import dev.hyperterse.catalog.server.Adapter;
import dev.hyperterse.operator.compile.binding.Filter;
import dev.hyperterse.operator.compile.binding.Findings;
import dev.hyperterse.operator.compile.binding.Literal;
import dev.hyperterse.operator.compile.binding.Piece;
import dev.hyperterse.operator.compile.binding.Placeholder;
import dev.hyperterse.operator.compile.binding.References;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Names that would undo what the compiler promises: functions that change the session, that run a text as SQL or that
 * leave the database or its transaction, and temporary objects, which outlive a call on a shared connection and hide real ones. What else a
 * statement may touch is a matter of the role's grants.
 */
final class ForbiddenNames {
    private static final Set<String> SESSION = Set.of(
            "pg_advisory_lock",
            "pg_advisory_lock_shared",
            "pg_try_advisory_lock",
            "pg_try_advisory_lock_shared",
            "set_config",
            "set_limit",
            "setseed");
    private static final Set<String> TEXT_AS_SQL = Set.of(
            "connectby",
            "crosstab",
            "crosstab2",
            "crosstab3",
            "crosstab4",
            "crosstabn",
            "dblink",
            "dblink_exec",
            "dblink_open",
            "dblink_send_query",
            "query_to_xml",
            "query_to_xml_and_xmlschema",
            "query_to_xmlschema",
            "ts_rewrite",
            "ts_stat",
            "xpath_table");
    private static final Set<String> FILE_OR_CODE = Set.of(
            "dblink_connect",
            "dblink_connect_u",
            "edit",
            "fts3_tokenizer",
            "lo_creat",
            "lo_create",
            "lo_export",
            "lo_from_bytea",
            "lo_import",
            "lo_put",
            "lo_truncate",
            "lo_truncate64",
            "lo_unlink",
            "load_extension",
            "lowrite",
            "pg_file_read",
            "pg_file_rename",
            "pg_file_sync",
            "pg_file_unlink",
            "pg_file_write",
            "pg_logdir_ls",
            "pg_ls_archive_statusdir",
            "pg_ls_dir",
            "pg_ls_logdir",
            "pg_ls_logicalmapdir",
            "pg_ls_logicalsnapdir",
            "pg_ls_replslotdir",
            "pg_ls_summariesdir",
            "pg_ls_tmpdir",
            "pg_ls_waldir",
            "pg_read_binary_file",
            "pg_read_file",
            "pg_reload_conf",
            "pg_rotate_logfile",
            "pg_stat_file",
            "readfile",
            "writefile");
    /** A read-only transaction lets them pass, and a read-only adapter may run a statement twice. */
    private static final Set<String> EFFECT =
            Set.of("pg_cancel_backend", "pg_logical_emit_message", "pg_notify", "pg_terminate_backend");

    private static final Set<String> TEMPORARY = Set.of("temp", "temporary");

    /** Reserved, so that no temporary table can be called so; {@code values} is not, but needs its parenthesis. */
    private static final Set<String> BEHIND_TABLE = Set.of("as", "default", "select", "using", "with");

    private final TokenStream tokens;
    private final Map<String, Input> inputs;
    private final Adapter.Access access;
    private final Findings findings;

    ForbiddenNames(TokenStream tokens, StatementSource source, Findings findings) {
        this.tokens = tokens;
        this.inputs = References.byName(source.inputs());
        this.access = source.access();
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
            keywords(index);
        }
    }

    /** What can stand at {@code index}: a name, or each choice of a placeholder. */
    private List<String> namesAt(int index) {
        if (tokens.at(index) instanceof Token.Insertion(var placeholder)
                && (placeholder.has(Filter.IDENTIFIER) || placeholder.has(Filter.KEYWORD))
                && inputs.containsKey(placeholder.name())) {
            return NameChoices.words(inputs.get(placeholder.name()));
        }
        if (tokens.at(index) instanceof Token.Text text && !text.isTemplate()) {
            // SQLite takes a string for a name where nothing else fits.
            return tokens.isSymbol(index + 1, '.')
                    ? text.pieces().stream().map(ForbiddenNames::name).toList()
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
        if (SESSION.contains(name)) {
            refuse(
                    StatementRule.SESSION_FUNCTION,
                    index,
                    "%s() changes a connection that the next call shares".formatted(name),
                    "set it for the role in the database, and take locks that end with the transaction");
        } else if (TEXT_AS_SQL.contains(name)) {
            refuse(
                    StatementRule.TEXT_AS_SQL_FUNCTION,
                    index,
                    "%s() runs a text as SQL, which no compiler can check".formatted(name),
                    "wrap it in a view or function of the database");
        } else if (FILE_OR_CODE.contains(name)) {
            refuse(
                    StatementRule.FILE_OR_CODE_FUNCTION,
                    index,
                    "%s() writes around the read-only setting, or reaches files and code".formatted(name),
                    "wrap it in a function of the database's owner");
        } else if (EFFECT.contains(name) && access == Adapter.Access.ReadOnly) {
            refuse(
                    StatementRule.WRITE_ON_READ_ONLY,
                    index,
                    "the adapter is read-only, and %s() has an effect".formatted(name),
                    "use an adapter with access: ReadWrite");
        }
    }

    // The view pg_settings has a rule that turns an UPDATE into set_config().
    private void settingsTable(int index, String name) {
        if (name.equals("pg_settings") && isWritten(index)) {
            refuse(
                    StatementRule.SESSION_FUNCTION,
                    index,
                    "an update of pg_settings changes a connection that the next call shares",
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
        var created = TEMPORARY.contains(name)
                && (tokens.isWord(index - 1, Set.of("create", "replace", "local", "global"))
                        || tokens.isWord(index - 1, "into") && !isTable(index)
                        || tokens.isSymbol(index + 1, '.') && tokens.isWord(0, "create"));
        if (created || name.startsWith("pg_temp")) {
            refuseTemporary(index);
        }
    }

    /**
     * Whether the word behind INTO is the name of a table, as in {@code INSERT INTO temp (id)}. Judged by what follows:
     * before INTO can stand anything, because INSERT may be the name of a column.
     */
    private boolean isTable(int index) {
        return tokens.isSymbol(index + 1, '(')
                || tokens.isSymbol(index + 1, '.')
                || tokens.isWord(index + 1, BEHIND_TABLE)
                || tokens.isWord(index + 1, "values") && tokens.isSymbol(index + 2, '(');
    }

    /** A choice of keywords may span the place where a temporary object begins, so none of its words may be there. */
    private void keywords(int index) {
        if (tokens.at(index) instanceof Token.Insertion(var placeholder)
                && placeholder.has(Filter.KEYWORD)
                && namesAt(index).stream().anyMatch(word -> word.equals("into") || TEMPORARY.contains(word))) {
            refuseTemporary(index);
        }
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
