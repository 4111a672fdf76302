package dev.hyperterse.engines.postgres.pipelined.statement;

import java.util.Optional;

/**
 * A statement that is prepared on one connection. Responses arrive in order, so a later call knows its columns from the
 * response to an earlier one.
 */
public final class PreparedStatement {
    private final byte[] name;
    private volatile Optional<Shape> shape = Optional.empty();

    PreparedStatement(byte[] name) {
        this.name = name;
    }

    public byte[] name() {
        return name;
    }

    public Optional<Shape> shape() {
        return shape;
    }

    public boolean isWithoutRows() {
        return shape.filter(known -> known.columns().isEmpty()).isPresent();
    }

    public void describe(Shape described) {
        shape = Optional.of(described);
    }
}
