package dev.hyperterse.engines.postgres.pipelined.statement;

import dev.hyperterse.engines.postgres.wire.message.ProtocolViolation;
import dev.hyperterse.engines.postgres.wire.message.ServerMessages;
import dev.hyperterse.engines.postgres.wire.message.WireFormat;
import java.util.ArrayList;
import java.util.List;

/** The columns of a statement as the engine describes them. */
public record RowDescription(List<String> labels, int[] types) {
    /** Behind the name of a column: table, column, type, size, modifier and format. */
    private static final int FIELD = 4 + 2 + 4 + 2 + 4 + 2;

    private static final int TYPE = 4 + 2;

    public static RowDescription of(ServerMessages message) throws ProtocolViolation {
        var bytes = message.bytes();
        var at = message.body();
        require(at + 2, message);
        var types = new int[WireFormat.int2(bytes, at)];
        List<String> labels = new ArrayList<>();
        at += 2;
        for (var index = 0; index < types.length; index++) {
            var end = WireFormat.endOfText(bytes, at, message.end());
            require(end + 1 + FIELD, message);
            labels.add(WireFormat.text(bytes, at, end));
            types[index] = WireFormat.int4(bytes, end + 1 + TYPE);
            at = end + 1 + FIELD;
        }
        return new RowDescription(labels, types);
    }

    private static void require(int end, ServerMessages message) throws ProtocolViolation {
        if (end > message.end()) {
            throw new ProtocolViolation("a description that is too short");
        }
    }
}
