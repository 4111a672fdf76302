package dev.hyperterse.engines.postgres.pipelined.statement;

import dev.hyperterse.engines.postgres.wire.message.ProtocolViolation;

/** The order of the responses to Parse, Describe, Bind, Execute and Close; any other message violates the protocol. */
public final class StatementAnswer {
    private enum Next {
        PARSED,
        PARAMETERS,
        COLUMNS,
        BOUND,
        ROWS,
        CLOSED,
        END
    }

    private final Next behindRows;
    private Next next;

    /** @param parses whether the statement is prepared first */
    public StatementAnswer(boolean parses) {
        this(parses, false);
    }

    /** @param closes whether it is closed at the end */
    public StatementAnswer(boolean parses, boolean closes) {
        next = parses ? Next.PARSED : Next.BOUND;
        behindRows = closes ? Next.CLOSED : Next.END;
    }

    public void accept(byte type) throws ProtocolViolation {
        next = switch (next) {
            case PARSED -> expect(type, type == '1' || type == '3', type == '3' ? Next.PARSED : Next.PARAMETERS);
            case PARAMETERS -> expect(type, type == 't', Next.COLUMNS);
            case COLUMNS -> expect(type, type == 'T' || type == 'n', Next.BOUND);
            case BOUND -> expect(type, type == '2', Next.ROWS);
            case ROWS -> expect(type, type == 'D' || ends(type), ends(type) ? behindRows : Next.ROWS);
            case CLOSED -> expect(type, type == '3', Next.END);
            case END -> throw ProtocolViolation.unexpected(type);
        };
    }

    /** Whether the statement was parsed and bound, so that the engine has begun to run it. */
    public boolean bound() {
        return next == Next.ROWS || next == Next.CLOSED || next == Next.END;
    }

    /** Whether the next message belongs to the response to Execute. */
    public boolean running() {
        return next == Next.ROWS;
    }

    public boolean isComplete() {
        return next == Next.END;
    }

    public void requireComplete() throws ProtocolViolation {
        if (next != Next.END) {
            throw new ProtocolViolation("an answer without an end");
        }
    }

    public void requireDescribed() throws ProtocolViolation {
        if (next != Next.BOUND) {
            throw new ProtocolViolation("a description without an end");
        }
    }

    /** CommandComplete, EmptyQueryResponse or PortalSuspended. */
    private static boolean ends(byte type) {
        return type == 'C' || type == 'I' || type == 's';
    }

    private static Next expect(byte type, boolean expected, Next following) throws ProtocolViolation {
        if (!expected) {
            throw ProtocolViolation.unexpected(type);
        }
        return following;
    }
}
