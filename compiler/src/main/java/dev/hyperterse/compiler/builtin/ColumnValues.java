package dev.hyperterse.compiler.builtin;

import dev.hyperterse.catalog.statement.ParameterType;
import dev.hyperterse.catalog.statement.Reference;
import dev.hyperterse.catalog.statement.Segment;
import dev.hyperterse.catalog.statement.Value;
import dev.hyperterse.crds.v1alpha1.input.ToolInput;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * The statement of ColumnValues. Its text has names of the caller, so it is put together here instead of compiled. A
 * condition on the catalog of the engine, with the names as parameters, leaves no row of a table that DescribeTable does
 * not show, nor of a name that the engine takes for something else than a column.
 */
final class ColumnValues {
    static final String TABLE = "table";
    static final String COLUMN = "column";
    static final String SCHEMA = "schema";

    static final ToolInput ITS_TABLE = BuiltinInputs.name(TABLE, "Name of the table or view", false);

    /** The first rows that the engine finds: a whole table could take minutes. */
    private static final int SAMPLE = 100_000;

    private final List<Segment> segments = new ArrayList<>();
    private final String quote;

    ColumnValues(String quote) {
        this.quote = quote;
    }

    /** Fixed text, without anything that a driver takes for a parameter. */
    ColumnValues text(String sql) {
        segments.add(new Segment.Text(sql));
        return this;
    }

    ColumnValues name(String... inputs) {
        segments.add(new Segment.Name(
                Stream.of(inputs).<Reference>map(Reference.Input::new).toList(), quote));
        return this;
    }

    ColumnValues value(String input) {
        segments.add(new Segment.Parameter(new Value.Whole(new Reference.Input(input)), ParameterType.TEXT));
        return this;
    }

    /** Behind the condition. */
    List<Segment> grouped() {
        text(" LIMIT %d) sampled GROUP BY value ORDER BY 2 DESC, 1".formatted(SAMPLE));
        return List.copyOf(segments);
    }
}
