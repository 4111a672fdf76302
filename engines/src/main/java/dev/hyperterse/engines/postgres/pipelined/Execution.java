package dev.hyperterse.engines.postgres.pipelined;

import dev.hyperterse.calls.CallFailure;
import dev.hyperterse.calls.binding.BoundStatement;
import dev.hyperterse.calls.memory.ResultBuffer;
import dev.hyperterse.calls.memory.ResultTooLarge;
import dev.hyperterse.calls.result.RowArray;
import dev.hyperterse.engines.postgres.pipelined.connection.PipelinedExchange;
import dev.hyperterse.engines.postgres.pipelined.statement.CommandTag;
import dev.hyperterse.engines.postgres.pipelined.statement.PreparedStatement;
import dev.hyperterse.engines.postgres.pipelined.statement.PreparedStatements;
import dev.hyperterse.engines.postgres.pipelined.statement.RowDescription;
import dev.hyperterse.engines.postgres.pipelined.statement.Shape;
import dev.hyperterse.engines.postgres.pipelined.statement.StatementAnswer;
import dev.hyperterse.engines.postgres.pipelined.statement.StatementProfile;
import dev.hyperterse.engines.postgres.rows.Columns;
import dev.hyperterse.engines.postgres.wire.message.ClientMessages;
import dev.hyperterse.engines.postgres.wire.message.ProtocolViolation;
import dev.hyperterse.engines.postgres.wire.message.ServerMessages;
import java.io.IOException;
import java.util.Optional;

/** A call's statement with its values. Rows go from the connection's buffer straight into the call's result. */
final class Execution extends PipelinedExchange {
    /** At most this much of an unwanted response is read to keep the connection. */
    private static final long MOST_DROPPED = 16 * 1024 * 1024;

    private static final int ENVELOPE = 64;

    private final StatementProfile profile;
    private final Optional<TransactionSettings> settings;
    private final BoundStatement bound;
    private final ResultBuffer out;
    private final CallBounds bounds;
    private final TypeEncoders types;
    private final RowArray rows;
    private final long size;
    private PreparedStatement prepared;
    private StatementAnswer expected = new StatementAnswer(true);
    private CallFailure failure;
    private boolean undescribed;
    private int count;
    private boolean written;
    private boolean cutShort;
    private long rowMemory;
    private long dropped;

    /** @param settings of the transaction that it runs in, where there are some */
    Execution(
            StatementProfile profile,
            Optional<TransactionSettings> settings,
            BoundStatement bound,
            CallBounds bounds,
            TypeEncoders types,
            ResultBuffer out) {
        this.profile = profile;
        this.settings = settings;
        this.bound = bound;
        this.bounds = bounds;
        this.types = types;
        this.out = out;
        this.size = size(bound);
        this.rows = new RowArray(out, bounds.maxRows());
    }

    private static long size(BoundStatement bound) {
        var size = ENVELOPE + bound.session().map(Execution::size).orElse(0L);
        for (var value : bound.values()) {
            size += value instanceof String text ? ENVELOPE / 2 + 3L * text.length() : ENVELOPE;
        }
        return size;
    }

    @Override
    protected void write(ClientMessages engine, PreparedStatements statements) {
        written = true;
        settings.ifPresent(it -> it.write(engine, statements));
        var known = statements.find(profile);
        prepared = known.orElseGet(() -> statements.prepare(profile, engine));
        expected = new StatementAnswer(known.isEmpty(), profile.isOnce());
        engine.bind(prepared.name(), bound.values()).execute(rows.wanted());
        statements.used(profile, prepared, engine);
        engine.sync();
    }

    @Override
    protected long expectedNanos() {
        return profile.usualNanos();
    }

    @Override
    public boolean admits(byte type, int length) throws IOException {
        if (type != 'D') {
            return super.admits(type, length);
        }
        if (unwanted() || undescribed || !hasRoom(length)) {
            drop(length);
            return false;
        }
        return true;
    }

    private boolean hasRoom(int length) {
        if (length > bounds.longestRow()) {
            // Before dropping it, which may close the connection: the call needs the reason.
            leaveOutUnread();
            return false;
        }
        try {
            if (length > rowMemory) {
                bound.memory().take(length - rowMemory);
                rowMemory = length;
            }
            return true;
        } catch (CallFailure broken) {
            failure = broken;
            return false;
        }
    }

    @Override
    protected void message(ServerMessages message) throws IOException {
        if (settings.isPresent() && settings.get().accept(message.type())) {
            return;
        }
        if (isCopy(message.type()) && expected.running() && prepared.isWithoutRows()) {
            failure = EngineErrors.copy();
            // Nothing else ends a COPY from the client in the middle of a pipeline.
            throw connection().end();
        }
        expected.accept(message.type());
        switch (message.type()) {
            case 'T' -> describe(RowDescription.of(message));
            case 'n' -> describe(Shape.NO_ROWS);
            case 'D' -> row(message);
            case 'C', 'I' -> finish(message);
            case 's' -> suspend();
            default -> {}
        }
    }

    /** The response to a COPY into the table, out of it, or both. */
    private static boolean isCopy(byte type) {
        return type == 'G' || type == 'H' || type == 'W';
    }

    private void describe(RowDescription description) {
        var shape = types.shape(profile, description);
        shape.ifPresentOrElse(this::describe, () -> undescribed = true);
    }

    private void describe(Shape shape) {
        prepared.describe(shape);
        profile.describe(shape);
    }

    private void row(ServerMessages message) throws IOException {
        requireShape();
        if (unwanted() || undescribed) {
            drop(message.end() - message.body());
            return;
        }
        if (message.skipped()) {
            return;
        }
        var columns = columns();
        if (!columns.describeRow(message.bytes(), message.body(), message.end())) {
            throw new ProtocolViolation("a row with other columns");
        }
        try {
            columns.writeRow(message.bytes(), message.body(), message.end(), rows, out);
        } catch (CallFailure broken) {
            failure = broken;
        }
        if (rows.isFull()) {
            drop(message.end() - message.body());
        }
    }

    private void leaveOutUnread() {
        try {
            rows.leaveOutUnread(new ResultTooLarge());
        } catch (CallFailure broken) {
            failure = broken;
        }
    }

    private Columns columns() throws ProtocolViolation {
        return prepared.shape()
                .flatMap(Shape::columns)
                .orElseThrow(() -> new ProtocolViolation("a row of a statement without rows"));
    }

    /** Closing the connection costs less than reading the rest of a large response. */
    private void drop(int length) throws IOException {
        dropped += length;
        if (dropped <= MOST_DROPPED) {
            return;
        }
        if (rows.isFull() && !unwanted()) {
            if (bounds.writes()) {
                // A result may be rolled back until the engine has completed it.
                return;
            }
            count = rows.end();
            cutShort = true;
        }
        throw connection().end();
    }

    /** The call that prepared the statement here may not have looked up the types of its columns. */
    private void requireShape() {
        undescribed |= prepared.shape().isEmpty();
    }

    private void finish(ServerMessages message) throws ProtocolViolation {
        requireShape();
        if (unwanted() || undescribed) {
            return;
        }
        var hasRows = prepared.shape().flatMap(Shape::columns).isPresent();
        if (hasRows && !CommandTag.agrees(message, rows.received())) {
            throw new ProtocolViolation("another number of rows than there were");
        }
        try {
            if (hasRows) {
                count = rows.end(columns().labels());
            } else {
                RowArray.affected(CommandTag.rows(message), out);
                count = 1;
            }
        } catch (CallFailure broken) {
            failure = broken;
        }
    }

    /** The engine stops after the requested number of rows, which is one too many. */
    private void suspend() throws ProtocolViolation {
        requireShape();
        if (unwanted() || undescribed) {
            return;
        }
        if (!rows.isTruncated()) {
            throw new ProtocolViolation("fewer rows than there are");
        }
        try {
            count = rows.end();
        } catch (CallFailure broken) {
            failure = broken;
        }
    }

    @Override
    protected void requireComplete() throws ProtocolViolation {
        expected.requireComplete();
    }

    @Override
    protected void changedSession() {
        profile.delayedOthers();
    }

    @Override
    public boolean unwanted() {
        return failure != null || super.unwanted();
    }

    boolean isComplete() {
        return cutShort || state() == State.DONE && error().isEmpty() && !undescribed;
    }

    /** Whether the result was complete before the engine had sent all rows, so that the connection was closed. */
    boolean isCutShort() {
        return cutShort;
    }

    /** Whether its rows have types that are not known yet, so that they were dropped. */
    boolean undescribed() {
        return undescribed;
    }

    /** @throws CallFailure when the result exceeds a limit of the call */
    void requireWithinBounds() {
        if (failure != null) {
            throw failure;
        }
    }

    /** It was not sent, because an exchange before it failed. */
    void failWith(PipelinedExchange before, PreparedStatement unusable) {
        prepared = unusable;
        failWith(before);
    }

    /** An upper bound of the bytes that it sends. */
    long size() {
        return size;
    }

    /** Whether the engine had begun to run it when it failed. */
    boolean began() {
        return expected.bound();
    }

    /** Whether it was written to the connection; it may not have reached the engine. */
    boolean written() {
        return written;
    }

    void forget() {
        connection().forget(profile, prepared);
        settings.ifPresent(it -> it.forget(connection()));
    }

    StatementProfile profile() {
        return profile;
    }

    /** The settings that are sent in front of it, also where it is only prepared. */
    Optional<TransactionSettings> settings() {
        return settings;
    }

    /** The number of rows; only when it is done without an error. */
    int rows() {
        return count;
    }
}
