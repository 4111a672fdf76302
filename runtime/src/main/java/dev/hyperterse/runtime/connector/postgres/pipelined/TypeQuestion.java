package dev.hyperterse.runtime.connector.postgres.pipelined;

import dev.hyperterse.runtime.connector.postgres.wire.ClientMessages;
import dev.hyperterse.runtime.connector.postgres.wire.ProtocolViolation;
import dev.hyperterse.runtime.connector.postgres.wire.ServerMessages;
import dev.hyperterse.runtime.connector.postgres.wire.WireFormat;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** A question to the engine's own tables; its rows are small and few. */
final class TypeQuestion extends Exchange {
    private static final int LENGTH = 4;

    private final String sql;
    private boolean complete;
    private final List<List<String>> rows = new ArrayList<>();

    TypeQuestion(String sql) {
        this.sql = sql;
    }

    @Override
    void write(ClientMessages engine, PreparedStatements prepared) {
        engine.query(sql);
    }

    @Override
    void requireComplete() throws ProtocolViolation {
        if (!complete) {
            throw new ProtocolViolation("an answer without an end");
        }
    }

    @Override
    void message(ServerMessages message) throws IOException {
        switch (message.type()) {
            case 'D' -> rows.add(fields(message));
            case 'C' -> complete = true;
            case 'T' -> {}
            default -> throw ProtocolViolation.unexpected(message.type());
        }
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
