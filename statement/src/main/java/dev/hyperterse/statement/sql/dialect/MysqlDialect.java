package dev.hyperterse.statement.sql.dialect;

import dev.hyperterse.catalog.statement.Dialect;
import dev.hyperterse.catalog.statement.ParameterType;
import dev.hyperterse.catalog.statement.Segment;
import dev.hyperterse.catalog.statement.Value;
import dev.hyperterse.statement.binding.Target;
import dev.hyperterse.statement.binding.TypedValue;
import dev.hyperterse.statement.sql.token.LexicalFeature;
import dev.hyperterse.statement.sql.token.Lexis;
import dev.hyperterse.statement.sql.token.Token;
import dev.hyperterse.statement.sql.token.TokenStream;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * MySQL and MariaDB, with the SQL modes that replicas require: neither ANSI_QUOTES nor NO_BACKSLASH_ESCAPES. Features
 * of only one of the two servers are left to the server.
 */
final class MysqlDialect implements SqlDialect {
    private static final Lexis LEXIS = new Lexis(
            Set.of(
                    LexicalFeature.HASH_COMMENTS,
                    LexicalFeature.DASHES_NEED_BLANK,
                    LexicalFeature.EXECUTABLE_COMMENTS,
                    LexicalFeature.CHARACTER_SET_PREFIXES,
                    LexicalFeature.BACKSLASH_ESCAPES,
                    LexicalFeature.VARIABLES),
            "'\"",
            "`",
            Set.of("b", "n", "x"),
            Set.of("n"),
            "(),;.+-*/<>=~!%^&|");

    // Without CALL, because a procedure returns any number of results, and the schema sys has a procedure that runs
    // text as SQL.
    private static final StatementKinds KINDS = new StatementKinds(
            Set.of("select", "table", "values", "with"),
            Set.of("delete", "insert", "replace", "update"),
            Set.of("alter", "analyze", "create", "drop", "grant", "optimize", "rename", "revoke", "truncate"),
            Set.of("show"),
            Set.of("analyze", "extended", "format", "partitions"),
            Set.of("instance"),
            Set.of());

    private static final ForbiddenNames FORBIDDEN = new ForbiddenNames(
            Set.of(
                    "found_rows",
                    "get_lock",
                    "last_insert_id",
                    "release_all_locks",
                    "release_lock",
                    "row_count",
                    "service_get_read_locks",
                    "service_get_write_locks",
                    "service_release_locks",
                    "version_tokens_lock_exclusive",
                    "version_tokens_lock_shared",
                    "version_tokens_unlock"),
            "use what ends with the statement: locks of rows, RETURNING where the server has it, a key of your own",
            Set.of("spider_bg_direct_sql", "spider_direct_sql"),
            Set.of("load_file", "mroonga_command", "sys_eval", "sys_exec", "sys_get", "sys_set"),
            Set.of(
                    "asynchronous_connection_failover_add_managed",
                    "asynchronous_connection_failover_add_source",
                    "asynchronous_connection_failover_delete_managed",
                    "asynchronous_connection_failover_delete_source",
                    "asynchronous_connection_failover_reset",
                    "group_replication_set_as_primary",
                    "group_replication_set_communication_protocol",
                    "group_replication_set_write_concurrency",
                    "group_replication_switch_to_multi_primary_mode",
                    "group_replication_switch_to_single_primary_mode",
                    "spider_copy_tables"),
            Set.of("temporary"),
            "",
            Set.of(),
            Set.of("dumpfile", "outfile"),
            Set.of("share", "update"));

    private static final Grammar GRAMMAR =
            new Grammar(Set.of("binary", "div", "interval", "mod", "rlike", "xor"), false, false, true, '`');

    /** With the highest precision of the literal. */
    private static final Map<String, String> LITERAL_TYPES =
            Map.of("date", "date", "time", "time(6)", "timestamp", "datetime(6)");

    @Override
    public Dialect name() {
        return Dialect.MYSQL;
    }

    @Override
    public Lexis lexis() {
        return LEXIS;
    }

    @Override
    public StatementKinds kinds() {
        return KINDS;
    }

    @Override
    public String explain() {
        return "EXPLAIN FORMAT=JSON ";
    }

    @Override
    public ForbiddenNames forbidden() {
        return FORBIDDEN;
    }

    @Override
    public Grammar grammar() {
        return GRAMMAR;
    }

    @Override
    public Optional<TypedLiteral> typedLiteral(TokenStream tokens, int index) {
        var type = LITERAL_TYPES.get(tokens.at(index) instanceof Token.Word word ? word.name() : "");
        return type != null
                        && !tokens.isSymbol(index - 1, '.')
                        && tokens.at(index + 1) instanceof Token.Text text
                        && text.isTemplate()
                ? Optional.of(new TypedLiteral(type, index + 1, false))
                : Optional.empty();
    }

    /** MariaDB cannot cast to JSON; on both servers extracting the whole document makes a document and not a string. */
    @Override
    public Wrapped value(TokenStream tokens, int index, TypedValue value) {
        return value.type() == ParameterType.JSON
                ? new Wrapped("JSON_EXTRACT(", value, ", '$')")
                : Wrapped.plain(value);
    }

    /** The backslash is the default escape. */
    @Override
    public Wrapped pattern(TypedValue value) {
        return Wrapped.plain(value);
    }

    /** The server accepts only a parameter there, which must not be NULL. */
    @Override
    public Wrapped optionalRowCount(RowCount count, Wrapped value) {
        return switch (value.value().value()) {
            case Value.Whole(var reference) -> {
                var instead = count == RowCount.OFFSET ? 0 : Long.MAX_VALUE;
                yield Wrapped.plain(new TypedValue(
                        new Value.WholeOr(reference, instead), value.value().type()));
            }
            case Value.WholeOr _, Value.Concatenation _ -> value;
        };
    }

    @Override
    public ListComparison comparison(Target list, boolean negated) {
        return ListComparison.ofItems(list, negated);
    }

    @Override
    public Optional<Segment> list(TokenStream tokens, Clauses clauses, int index, Target list) {
        return Optional.empty();
    }

    @Override
    public String listRemedy() {
        return "write column IN ({{ inputs.name }}), or JSON_CONTAINS(column, {{ inputs.name | json }}), where | json makes it a "
                + "JSON array";
    }
}
