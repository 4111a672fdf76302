package dev.hyperterse.engines.postgres.pipelined;

import dev.hyperterse.engines.postgres.rows.Columns;
import java.util.Optional;

/** The columns of a prepared statement's result: rows with columns, or none at all. */
record Shape(Optional<Columns> columns) {
    static final Shape NO_ROWS = new Shape(Optional.empty());

    static Shape of(Columns columns) {
        return new Shape(Optional.of(columns));
    }

    boolean fits(RowDescription description) {
        return columns.filter(known -> known.describe(description.labels(), description.types()))
                .isPresent();
    }
}
