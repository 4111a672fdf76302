package dev.hyperterse.compiler.builtin;

import dev.hyperterse.catalog.Action.RunAdHocSql;
import dev.hyperterse.catalog.statement.Dialect;
import dev.hyperterse.catalog.statement.SqlStatement;
import dev.hyperterse.crds.v1alpha1.input.ToolInput;
import dev.hyperterse.crds.v1alpha1.result.ResultOverflow;
import dev.hyperterse.crds.v1alpha1.result.ResultShape;
import dev.hyperterse.crds.v1alpha1.result.ToolResult;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * A tool that comes with Hyperterse.
 *
 * @param description where its author gives none
 * @param inputs the only ones that it has
 * @param sql what a call runs
 * @param rows the most of an answer, where its author does not say and other tools have too few; the others are left out
 *     and announced
 */
public record BuiltinStatement(String description, List<ToolInput> inputs, Sql sql, Optional<Integer> rows) {
    /** Where the statement comes from. */
    public sealed interface Sql {
        /** A text whose placeholders name the inputs. */
        record Given(String text) implements Sql {}

        /** The caller chooses the names in it. */
        record OfNames(SqlStatement statement) implements Sql {}

        /** The caller writes it. */
        record AdHoc(RunAdHocSql.Mode mode, String input, Optional<Long> maxCost) implements Sql {}
    }

    private static final int NAMES = 200;
    private static final int COLUMNS = 1_000;
    private static final int VALUES = 50;

    public static BuiltinStatement listTables(Dialect dialect) {
        var views = CatalogViews.of(dialect);
        return new BuiltinStatement(
                "Lists the tables and views of the database that can be read, with their comments.",
                views.inputs(BuiltinInputs.part("Part of the name of a table; every table where it is left out", true)),
                new Sql.Given(views.tables()),
                Optional.of(NAMES));
    }

    public static BuiltinStatement describeTable(Dialect dialect) {
        var views = CatalogViews.of(dialect);
        return new BuiltinStatement(
                "Describes the columns of one table or view: type, default, keys in both directions, allowed values, indexes.",
                views.inputs(BuiltinInputs.name("table", "Name of the table or view", false)),
                new Sql.Given(views.columns()),
                Optional.of(COLUMNS));
    }

    public static BuiltinStatement searchObjects(Dialect dialect) {
        var views = CatalogViews.of(dialect);
        return new BuiltinStatement(
                "Finds tables and columns of the database by a part of their name or comment.",
                views.inputs(BuiltinInputs.part("Part of a name or comment", false)),
                new Sql.Given(views.search()),
                Optional.of(NAMES));
    }

    public static BuiltinStatement columnValues(Dialect dialect) {
        var views = CatalogViews.of(dialect);
        var inputs = new ArrayList<ToolInput>();
        inputs.add(BuiltinInputs.name(ColumnValues.COLUMN, "Name of the column", false));
        inputs.addAll(views.table());
        return new BuiltinStatement(
                "Shows the most frequent values of one column of a table, with their number in a sample of its rows.",
                inputs,
                new Sql.OfNames(new SqlStatement(dialect, views.values())),
                Optional.of(VALUES));
    }

    public static BuiltinStatement explain(Dialect dialect) {
        return new BuiltinStatement(
                "Shows how %s would run one SQL statement that reads, without running it."
                        .formatted(CatalogViews.of(dialect).engine()),
                List.of(BuiltinInputs.sql("The statement, without EXPLAIN in front of it")),
                new Sql.AdHoc(RunAdHocSql.Mode.EXPLAIN, BuiltinInputs.SQL, Optional.empty()),
                Optional.of(COLUMNS));
    }

    /** Whether the engine says what a statement costs. */
    public static boolean estimatesCosts(Dialect dialect) {
        return CatalogViews.of(dialect).estimatesCosts();
    }

    public static BuiltinStatement executeSql(Dialect dialect, Optional<Long> maxCost) {
        return new BuiltinStatement(
                "Runs one SQL statement of %s that reads, and returns its rows."
                        .formatted(CatalogViews.of(dialect).engine()),
                List.of(BuiltinInputs.sql("The statement, values and all; there are no parameters")),
                new Sql.AdHoc(RunAdHocSql.Mode.EXECUTE, BuiltinInputs.SQL, maxCost),
                Optional.empty());
    }

    /** The rules that its author wrote, with rows of its own where these say nothing. */
    public ToolResult result(ToolResult author) {
        var hasRows = author.shape().filter(it -> it != ResultShape.Rows).isEmpty();
        return new ToolResult(
                author.maxRows().or(() -> hasRows ? rows : Optional.empty()),
                author.maxTokens(),
                author.overflow().or(() -> hasRows ? Optional.of(ResultOverflow.Truncate) : Optional.empty()),
                author.format(),
                author.shape(),
                author.untrusted(),
                author.keys());
    }
}
