package dev.hyperterse.engines.postgres.pipelined.statement;

import dev.hyperterse.engines.postgres.wire.message.ServerMessages;
import dev.hyperterse.engines.postgres.wire.message.WireFormat;

/** The engine's tag of a completed statement, as {@code UPDATE 3}. */
public final class CommandTag {
    private static final int LONGEST_NUMBER = 18;

    private CommandTag() {}

    /** Whether the tag counts as many selected rows, or counts none at all. */
    public static boolean agrees(ServerMessages message, int rows) {
        return message.type() != 'C' || !isSelect(message) || rows(message) == rows;
    }

    private static boolean isSelect(ServerMessages message) {
        var tag = WireFormat.text(message.bytes(), message.body(), message.end());
        return tag.startsWith("SELECT ");
    }

    /** The number at the end of the tag; zero if there is none, as for an empty statement. */
    public static long rows(ServerMessages message) {
        var to = message.end() - 1;
        var from = to;
        while (from > message.body() && isDigit(message.bytes()[from - 1])) {
            from--;
        }
        return from >= to || to - from > LONGEST_NUMBER
                ? 0
                : Long.parseLong(WireFormat.text(message.bytes(), from, to));
    }

    private static boolean isDigit(byte character) {
        return character >= '0' && character <= '9';
    }
}
