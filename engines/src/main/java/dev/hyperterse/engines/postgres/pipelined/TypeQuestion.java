package dev.hyperterse.engines.postgres.pipelined;

import dev.hyperterse.engines.postgres.pipelined.connection.SimpleQuestion;
import dev.hyperterse.engines.postgres.wire.message.ProtocolViolation;
import dev.hyperterse.engines.postgres.wire.message.ServerMessages;
import dev.hyperterse.engines.postgres.wire.message.WireFormat;
import java.util.ArrayList;
import java.util.List;

/** A query of the engine's catalog tables. */
final class TypeQuestion extends SimpleQuestion {
    private static final int LENGTH = 4;

    private final List<List<String>> rows = new ArrayList<>();

    TypeQuestion(String sql) {
        super(sql);
    }

    @Override
    protected void row(ServerMessages message) throws ProtocolViolation {
        rows.add(fields(message));
    }

    List<List<String>> rows() {
        return rows;
    }

    private static List<String> fields(ServerMessages message) throws ProtocolViolation {
        var at = message.body() + 2;
        List<String> fields = new ArrayList<>();
        while (at < message.end()) {
            var length = at + LENGTH <= message.end() ? WireFormat.int4(message.bytes(), at) : -1;
            at += LENGTH;
            if (length < 0 || length > message.end() - at) {
                throw new ProtocolViolation("a row without a value");
            }
            fields.add(WireFormat.text(message.bytes(), at, at + length));
            at += length;
        }
        return fields;
    }
}
