package dev.hyperterse.engines.postgres.pipelined;

import java.util.Optional;

/**
 * A statement that is prepared on one connection. Responses arrive in order, so a later call knows its columns from the
 * response to an earlier one.
 */
final class PreparedStatement {
    private final byte[] name;
    private volatile Optional<Shape> shape = Optional.empty();

    PreparedStatement(byte[] name) {
        this.name = name;
    }

    byte[] name() {
        return name;
    }

    Optional<Shape> shape() {
        return shape;
    }

    boolean isWithoutRows() {
        return shape.filter(known -> known.columns().isEmpty()).isPresent();
    }

    void describe(Shape described) {
        shape = Optional.of(described);
    }
}
