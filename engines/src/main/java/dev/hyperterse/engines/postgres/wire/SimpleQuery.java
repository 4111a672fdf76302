package dev.hyperterse.engines.postgres.wire;

import dev.hyperterse.engines.postgres.wire.message.ClientMessages;
import dev.hyperterse.engines.postgres.wire.message.ParameterStatus;
import dev.hyperterse.engines.postgres.wire.message.ProtocolViolation;
import dev.hyperterse.engines.postgres.wire.message.ServerError;
import dev.hyperterse.engines.postgres.wire.message.ServerMessages;
import dev.hyperterse.engines.postgres.wire.message.WireFormat;
import java.io.IOException;

/** Runs statements on a connection that is not in use yet. */
final class SimpleQuery {
    private static final int NULL = -1;
    private static final int NO_LENGTH = -2;

    private SimpleQuery() {}

    /** The first value of the last row; empty if there is none. */
    static String value(WireConnection connection, String sql) throws IOException {
        connection.send(new ClientMessages().query(sql));
        var messages = connection.messages();
        var value = "";
        while (true) {
            while (!messages.next((type, _) -> {
                throw ProtocolViolation.unexpected(type);
            })) {
                messages.receive();
            }
            switch (messages.type()) {
                case 'D' -> value = firstField(messages);
                case 'S' -> ParameterStatus.read(messages, connection.reported());
                case 'T', 'C', 'N', 'A' -> {}
                case 'E' -> throw refusal(messages);
                case 'Z' -> {
                    return value;
                }
                default -> throw ProtocolViolation.unexpected(messages.type());
            }
        }
    }

    static ConnectionRefused refusal(ServerMessages messages) {
        return ConnectionRefused.byEngine(ServerError.of(messages.bytes(), messages.body(), messages.end()));
    }

    private static String firstField(ServerMessages messages) throws ProtocolViolation {
        var at = messages.body() + 2;
        var length = at + 4 <= messages.end() ? WireFormat.int4(messages.bytes(), at) : NO_LENGTH;
        if (length == NULL) {
            return "";
        }
        if (length < 0 || length > messages.end() - at - 4) {
            throw new ProtocolViolation("a row without a value");
        }
        return WireFormat.text(messages.bytes(), at + 4, at + 4 + length);
    }
}
