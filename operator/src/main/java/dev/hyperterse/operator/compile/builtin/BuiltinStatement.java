package dev.hyperterse.operator.compile.builtin;

import dev.hyperterse.catalog.statement.Dialect;
import dev.hyperterse.crds.v1alpha1.ResultOverflow;
import dev.hyperterse.crds.v1alpha1.ResultShape;
import dev.hyperterse.crds.v1alpha1.ToolInput;
import dev.hyperterse.crds.v1alpha1.ToolResult;
import java.util.List;
import java.util.Optional;

/**
 * A tool over the catalog of a database.
 *
 * @param description where its author gives none
 * @param inputs the only ones that it has
 * @param text the statement, whose placeholders name these inputs
 * @param rows the most of an answer, where its author does not say; the others are left out and announced
 */
public record BuiltinStatement(String description, List<ToolInput> inputs, String text, int rows) {
    private static final int NAMES = 200;
    private static final int COLUMNS = 1_000;
    private static final ToolResult NO_WISHES =
            new ToolResult(Optional.empty(), Optional.empty(), Optional.empty(), Optional.empty(), List.of());

    public BuiltinStatement {
        inputs = List.copyOf(inputs);
    }

    public static BuiltinStatement listTables(Dialect dialect) {
        var views = CatalogViews.of(dialect);
        return new BuiltinStatement(
                "Lists the tables and views of the database that can be read, with their comments.",
                views.inputs(Inputs.part("Part of the name of a table; every table where it is left out", true)),
                views.tables(),
                NAMES);
    }

    public static BuiltinStatement describeTable(Dialect dialect) {
        var views = CatalogViews.of(dialect);
        return new BuiltinStatement(
                "Describes the columns of one table or view: type, default, primary key, and what they refer to.",
                views.inputs(Inputs.name("table", "Name of the table or view", false)),
                views.columns(),
                COLUMNS);
    }

    public static BuiltinStatement searchObjects(Dialect dialect) {
        var views = CatalogViews.of(dialect);
        return new BuiltinStatement(
                "Finds tables and columns of the database by a part of their name or comment.",
                views.inputs(Inputs.part("Part of a name or comment", false)),
                views.search(),
                NAMES);
    }

    /** How many rows it answers with, and how they look. */
    public ToolResult result(Optional<ToolResult> author) {
        var wanted = author.orElse(NO_WISHES);
        return wanted.shape().filter(it -> it != ResultShape.Rows).isPresent()
                ? wanted
                : new ToolResult(
                        wanted.maxRows().or(() -> Optional.of(rows)),
                        wanted.overflow().or(() -> Optional.of(ResultOverflow.Truncate)),
                        wanted.format(),
                        wanted.shape(),
                        wanted.keys());
    }
}
