package dev.hyperterse.runtime.connector.postgres;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Optional;

/**
 * A quick statement that is kept prepared on one shared connection. What its rows look like is known to those who come
 * after the call that prepared it, because answers come in order.
 */
final class SharedStatement {
    private final byte[] name;
    private volatile Optional<Columns> columns = Optional.empty();

    SharedStatement(String name) {
        this.name = name.getBytes(StandardCharsets.US_ASCII);
    }

    byte[] name() {
        return name;
    }

    /** Empty until its rows were described, and for rows with types that are not written here. */
    Optional<Columns> columns() {
        return columns;
    }

    /** Takes a RowDescription: a count, then name, table, column, type, size, modifier and format of each. */
    void describe(byte[] body, int begin) {
        var labels = new ArrayList<String>();
        var types = new int[Columns.int2(body, begin)];
        var encoders = new CellEncoder[types.length];
        var at = begin + 2;
        for (var index = 0; index < types.length; index++) {
            var from = at;
            while (body[at] != 0) {
                at++;
            }
            labels.add(new String(body, from, at - from, StandardCharsets.UTF_8));
            types[index] = Columns.int4(body, at + 1 + 4 + 2);
            encoders[index] = PostgresTypes.plain().get(types[index]);
            if (encoders[index] == null) {
                return;
            }
            at += 1 + 4 + 2 + 4 + 2 + 4 + 2;
        }
        columns = Optional.of(Columns.of(labels, types, encoders));
    }
}
