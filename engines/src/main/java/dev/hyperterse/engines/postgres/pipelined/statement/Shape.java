package dev.hyperterse.engines.postgres.pipelined.statement;

import dev.hyperterse.engines.postgres.rows.Columns;
import java.util.Optional;

/** The columns of a prepared statement's result: rows with columns, or none at all. */
public record Shape(Optional<Columns> columns) {
    public static final Shape NO_ROWS = new Shape(Optional.empty());

    public static Shape of(Columns columns) {
        return new Shape(Optional.of(columns));
    }

    public boolean fits(RowDescription description) {
        return columns.filter(known -> known.describe(description.labels(), description.types()))
                .isPresent();
    }
}
