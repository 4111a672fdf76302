package dev.hyperterse.engines.redis;

import dev.hyperterse.calls.CallFailure;
import dev.hyperterse.calls.Stage;
import dev.hyperterse.calls.adapter.AdapterState;
import dev.hyperterse.calls.adapter.Connector;
import dev.hyperterse.calls.adapter.Reconnection;
import dev.hyperterse.calls.adapter.UnavailableFailures;
import dev.hyperterse.calls.binding.BoundCommand;
import dev.hyperterse.calls.deadline.CallScope;
import dev.hyperterse.calls.deadline.TimeLimit;
import dev.hyperterse.calls.memory.ResultBuffer;
import dev.hyperterse.calls.turn.Permits;
import dev.hyperterse.catalog.server.adapter.Adapter;
import dev.hyperterse.engines.ConnectionHealth;
import dev.hyperterse.engines.Drain;
import dev.hyperterse.engines.Effect;
import dev.hyperterse.telemetry.logging.PeriodicWorker;
import java.io.IOException;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/**
 * An adapter of Redis: a call has an exclusive connection, and follows the redirections of a cluster. A command that
 * was sent, even in part, is never sent again, except by a read-only adapter.
 */
final class RedisConnector implements Connector<BoundCommand> {
    private static final int MOST_ATTEMPTS = 6;
    private static final int MOST_LOSSES = 2;
    private static final Duration BETWEEN_SWEEPS = Duration.ofSeconds(1);
    /** Before a write, a connection that was idle for longer is checked by a ping. */
    private static final long LONGEST_SILENCE = TimeUnit.MILLISECONDS.toNanos(10);

    private final Adapter adapter;
    private final Permits permits;
    private final ConnectionHealth health;
    private final Reconnection reconnection;
    private final Nodes nodes;
    private final PeriodicWorker sweeper;
    private volatile boolean retired;

    RedisConnector(Adapter adapter, RedisSettings settings, Permits permits) {
        this.adapter = adapter;
        this.permits = permits;
        this.reconnection = new Reconnection(adapter.name(), this::probe);
        this.health = new ConnectionHealth(adapter.name(), this::serves, reconnection::start);
        this.nodes = new Nodes(adapter, settings, health);
        this.sweeper = PeriodicWorker.start("sweep " + adapter.name(), BETWEEN_SWEEPS, nodes::sweep);
    }

    private boolean serves() {
        return nodes.any();
    }

    @Override
    public int run(BoundCommand command, CallScope scope, ResultBuffer out) {
        scope.within(TimeLimit.ofStatement(adapter.statementTimeoutMillis()));
        permits.acquire(scope);
        try {
            return runOnNode(command, scope, out);
        } finally {
            permits.release();
        }
    }

    private int runOnNode(BoundCommand command, CallScope scope, ResultBuffer out) {
        var mark = out.size();
        var target = nodes.of(command);
        var asking = false;
        var losses = 0;
        for (var attempt = 0; attempt < MOST_ATTEMPTS && !retired; attempt++) {
            switch (attempt(target, asking, command, scope, out)) {
                case CommandAttempt.Answered(var rows) -> {
                    return rows;
                }
                case CommandAttempt.Refused(var reply, var by) -> {
                    target = elsewhere(reply, by);
                    asking = reply.code().equals("ASK");
                }
                case CommandAttempt.NotSent() -> {
                    target = nodes.of(command);
                    losses++;
                }
                case CommandAttempt.Lost() -> {
                    refuseToRepeat();
                    target = nodes.of(command);
                    losses++;
                }
            }
            out.resetTo(mark);
            if (losses == MOST_LOSSES) {
                break;
            }
        }
        throw UnavailableFailures.adapter(adapter.name());
    }

    /** The node that a redirection names; throws for any other error. */
    private NodeAddress elsewhere(ErrorReply reply, NodeAddress by) {
        if (reply.code().equals("MOVED") || reply.code().equals("ASK")) {
            return nodes.redirection(reply, by).orElseThrow(() -> UnavailableFailures.adapter(adapter.name()));
        }
        if (reply.meansUnavailable()) {
            nodes.pool(by).connectionsBroke();
            health.failed(reply.reason());
            throw UnavailableFailures.adapter(adapter.name());
        }
        if (reply.code().equals("READONLY")) {
            nodes.leave(by);
        }
        throw reply.ofCall();
    }

    private void refuseToRepeat() {
        if (writes()) {
            throw new CallFailure(
                    Stage.EXECUTION,
                    "the connection of adapter %s was lost while the command ran; whether it took effect is unknown"
                            .formatted(adapter.name()));
        }
    }

    private CommandAttempt attempt(
            NodeAddress target, boolean asking, BoundCommand command, CallScope scope, ResultBuffer out) {
        var taken = take(target, scope);
        if (taken.isEmpty()) {
            scope.check();
            return new CommandAttempt.NotSent();
        }
        var connection = taken.get();
        if (nodes.hasNoNode(command)) {
            nodes.pool(connection.address()).giveBack(connection);
            throw new CallFailure(
                    Stage.EXECUTION, "the command has no key that says which node of the cluster it is for");
        }
        return exchange(connection, asking, command, scope, out);
    }

    private CommandAttempt exchange(
            RedisConnection connection, boolean asking, BoundCommand command, CallScope scope, ResultBuffer out) {
        var pool = nodes.pool(connection.address());
        CallScope.Listener stop = _ -> connection.abort();
        var complete = false;
        scope.listen(stop);
        try {
            scope.check();
            var rows = connection.rows(command, adapter.maxRows(), out);
            connection.send(command, asking);
            var error = receive(connection, asking, rows);
            complete = !rows.isUnread();
            return error.<CommandAttempt>map(it -> new CommandAttempt.Refused(it, connection.address()))
                    .orElseGet(() -> new CommandAttempt.Answered(rows.rows()));
        } catch (IOException lost) {
            scope.ended().ifPresent(end -> {
                throw ofSentCommand(scope.failureBy(end), Effect.UNKNOWN);
            });
            pool.connectionsBroke();
            return new CommandAttempt.Lost();
        } finally {
            scope.forget(stop);
            // The rest of an incomplete reply would be read as the next one.
            if (complete && scope.ended().isEmpty()) {
                pool.giveBack(connection);
            } else {
                pool.discard(connection);
            }
        }
    }

    /** A reply comes after its command has run, so a reply that exceeds a limit of the call is of a command that did. */
    private Optional<ErrorReply> receive(RedisConnection connection, boolean asking, ReplyRows rows)
            throws IOException {
        try {
            return connection.receive(asking, rows);
        } catch (CallFailure limit) {
            throw ofSentCommand(limit, Effect.DONE);
        }
    }

    private CallFailure ofSentCommand(CallFailure failure, Effect effect) {
        return writes() ? effect.of(failure, "command") : failure;
    }

    private boolean writes() {
        return adapter.access() == Adapter.Access.ReadWrite;
    }

    /** An open connection; empty when none is available. */
    private Optional<RedisConnection> take(NodeAddress target, CallScope scope) {
        var pool = nodes.pool(target);
        for (var idle = pool.take(); idle.isPresent(); idle = pool.take()) {
            if (isAlive(idle.get(), scope)) {
                return idle;
            }
            pool.discard(idle.get());
            scope.check();
            pool.connectionsBroke();
        }
        if (retired || !health.worthTrying(this::probe)) {
            return Optional.empty();
        }
        var afterProbe = pool.take();
        return afterProbe.isPresent() ? afterProbe : nodes.open(target, millisToConnect(scope));
    }

    private boolean isAlive(RedisConnection connection, CallScope scope) {
        return !writes()
                || System.nanoTime() - connection.usedAt() < LONGEST_SILENCE
                || connection.answers(millisToConnect(scope));
    }

    private long millisToConnect(CallScope scope) {
        return Math.min(
                adapter.pool().connectionTimeoutMillis(), TimeUnit.NANOSECONDS.toMillis(scope.remainingNanos()));
    }

    @Override
    public AdapterState probe() {
        nodes.open(nodes.home(), adapter.pool().connectionTimeoutMillis())
                .ifPresent(connection -> nodes.pool(connection.address()).giveBack(connection));
        return health.state();
    }

    @Override
    public boolean isSilent() {
        return nodes.isSilent();
    }

    @Override
    public AdapterState state() {
        return health.state();
    }

    @Override
    public void retire(Duration drain) {
        retired = true;
        stop();
        nodes.retire();
        Drain.start(adapter.name(), drain, nodes::inUse, nodes::close);
    }

    @Override
    public void close() {
        retired = true;
        stop();
        nodes.close();
    }

    private void stop() {
        reconnection.stop();
        sweeper.close();
    }
}
