package dev.hyperterse.compiler.leaf.statement;

import dev.hyperterse.catalog.server.adapter.Adapter.Access;
import dev.hyperterse.catalog.statement.Dialect;
import dev.hyperterse.compiler.builtin.BuiltinStatement;
import dev.hyperterse.compiler.leaf.link.AdapterLink;
import dev.hyperterse.compiler.leaf.link.Links;
import dev.hyperterse.compiler.leaf.link.StatementLanguage;
import dev.hyperterse.compiler.problem.Checked;
import dev.hyperterse.compiler.problem.Problem;
import dev.hyperterse.compiler.problem.Reason;
import dev.hyperterse.compiler.server.setting.Unsupported;
import dev.hyperterse.crds.v1alpha1.action.Builtin;
import dev.hyperterse.crds.v1alpha1.action.BuiltinTool;
import java.util.Optional;

/** Puts a built-in tool and its adapter together. */
public final class BuiltinLinker {
    static final String PATH = "spec.builtin";
    public static final String ADAPTER = PATH + ".adapter";

    private BuiltinLinker() {}

    public static Checked<BuiltinStatement> link(Builtin builtin, Links links) {
        return StatementLinker.usable(builtin.adapter(), links.adapter(), ADAPTER)
                .then(adapter -> dialect(builtin, adapter)
                        .then(dialect -> statement(builtin, dialect))
                        .then(statement -> allowed(statement, builtin.adapter(), adapter)));
    }

    private static Checked<Dialect> dialect(Builtin builtin, AdapterLink.Usable adapter) {
        return switch (adapter.language()) {
            case StatementLanguage.Sql _
            when adapter.masked() ->
                Checked.faulty(Reason.NotAllowedAdapter.problem(
                        ADAPTER,
                        "builtin-unmasked",
                        "built-in tools cannot run on '%s', whose columns are masked".formatted(builtin.adapter()),
                        "name another adapter of the same database, without masking"));
            case StatementLanguage.Sql(var dialect) ->
                adapter.access() == Access.ReadOnly
                        ? Checked.sound(dialect)
                        : Checked.faulty(Reason.InvalidSpec.problem(
                                ADAPTER,
                                "builtin-reads-only",
                                "built-in tools run on adapters with access: ReadOnly, and '%s' may write"
                                        .formatted(builtin.adapter()),
                                "name another adapter of the same database, with access: ReadOnly"));
            case StatementLanguage.Documents _,
                    StatementLanguage.Commands _,
                    StatementLanguage.Requests _,
                    StatementLanguage.ToolCalls _ ->
                Checked.faulty(Reason.InvalidSpec.problem(
                        ADAPTER,
                        "builtin-of-sql",
                        "built-in tools need a SQL database, and '%s' has another engine".formatted(builtin.adapter()),
                        "name an adapter of Postgres, MySQL or SQLite"));
        };
    }

    private static Checked<BuiltinStatement> allowed(
            BuiltinStatement statement, String name, AdapterLink.Usable adapter) {
        return switch (statement.sql()) {
            case BuiltinStatement.Sql.Given _ -> Checked.sound(statement);
            case BuiltinStatement.Sql.AdHoc _, BuiltinStatement.Sql.OfNames _ ->
                allowsAdHoc(adapter) ? Checked.sound(statement) : Checked.faulty(adHocForbidden(name, ADAPTER));
        };
    }

    /** Whether callers may choose what is read of it. */
    public static boolean allowsAdHoc(AdapterLink.Usable adapter) {
        return adapter.adHocSql() && adapter.access() == Access.ReadOnly;
    }

    public static Problem adHocForbidden(String name, String path) {
        return Reason.NotAllowedAdapter.problem(
                path,
                "sql-allowed",
                "the adapter '%s' does not allow SQL written by callers".formatted(name),
                "the owner of the server can set allowSql: Allowed on an adapter with access: ReadOnly");
    }

    private static Checked<BuiltinStatement> costed(Builtin builtin, Dialect dialect) {
        return builtin.maxCost().isPresent() && !BuiltinStatement.estimatesCosts(dialect)
                ? Checked.faulty(Reason.InvalidSpec.problem(
                        PATH + ".maxCost",
                        "builtin-max-cost",
                        "the engine of the adapter estimates no cost",
                        "remove it; statementTimeout ends what takes long"))
                : Checked.sound(BuiltinStatement.executeSql(dialect, builtin.maxCost()));
    }

    private static Checked<BuiltinStatement> statement(Builtin builtin, Dialect dialect) {
        var tool = Optional.ofNullable(builtin.tool()).orElse(BuiltinTool.Unrecognized);
        return switch (tool) {
            case ListTables -> Checked.sound(BuiltinStatement.listTables(dialect));
            case DescribeTable -> Checked.sound(BuiltinStatement.describeTable(dialect));
            case SearchObjects -> Checked.sound(BuiltinStatement.searchObjects(dialect));
            case ColumnValues -> Checked.sound(BuiltinStatement.columnValues(dialect));
            case Explain -> Checked.sound(BuiltinStatement.explain(dialect));
            case ExecuteSql -> costed(builtin, dialect);
            case Unrecognized -> Checked.faulty(Unsupported.unknownValue(PATH + ".tool"));
        };
    }
}
