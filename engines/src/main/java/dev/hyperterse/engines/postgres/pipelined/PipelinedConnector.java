package dev.hyperterse.engines.postgres.pipelined;

import dev.hyperterse.calls.CallFailure;
import dev.hyperterse.calls.Stage;
import dev.hyperterse.calls.adapter.AdapterState;
import dev.hyperterse.calls.adapter.Connector;
import dev.hyperterse.calls.adapter.Reconnection;
import dev.hyperterse.calls.adapter.StatementCheck;
import dev.hyperterse.calls.adapter.UnavailableFailures;
import dev.hyperterse.calls.binding.BoundStatement;
import dev.hyperterse.calls.deadline.CallScope;
import dev.hyperterse.calls.memory.ResultBuffer;
import dev.hyperterse.calls.turn.Permits;
import dev.hyperterse.catalog.server.adapter.Adapter;
import dev.hyperterse.engines.ConnectionHealth;
import dev.hyperterse.engines.postgres.pipelined.statement.StatementProfile;
import dev.hyperterse.engines.postgres.pipelined.statement.StatementProfiles;
import java.time.Duration;

/**
 * A Postgres adapter: repeats a call on other connections until it has its rows or repeating is pointless. A statement
 * that may write has an exclusive connection, and is never sent again once the engine may have begun to run it.
 */
public final class PipelinedConnector implements Connector<BoundStatement> {
    private static final int MOST_ATTEMPTS = 10;
    private static final int MOST_LOSSES = 2;
    private static final int MOST_VALUES = 0xffff;

    private final Adapter adapter;
    private final CallBounds bounds;
    private final ConnectionHealth health;
    private final Reconnection reconnection;
    private final Connections connections;
    private final StatementProfiles profiles = new StatementProfiles();
    private final TypeEncoders types = new TypeEncoders();
    private volatile boolean retired;

    public PipelinedConnector(PipelinedSettings settings, Permits permits) {
        this.adapter = settings.adapter();
        this.bounds = settings.bounds();
        this.reconnection = new Reconnection(adapter.name(), this::probe);
        this.health = new ConnectionHealth(adapter.name(), this::serves, reconnection::start);
        this.connections = new Connections(settings, permits, health, types, this::probe);
    }

    private boolean serves() {
        return connections.any();
    }

    @Override
    public int run(BoundStatement statement, CallScope scope, ResultBuffer out) {
        if (statement.values().length > MOST_VALUES) {
            throw new CallFailure(Stage.EXECUTION, "the statement has more than %d values".formatted(MOST_VALUES));
        }
        var untrusted = statement.variant().isUntrusted();
        var profile = untrusted ? StatementProfiles.unread(statement.variant()) : profile(statement);
        var settings = statement.session().map(it -> new TransactionSettings(profiles.of(it.variant()), it));
        var mark = out.size();
        // Settings of a transaction need an exclusive connection.
        var alone = untrusted || statement.session().isPresent();
        var losses = 0;
        for (var attempts = 0; attempts < MOST_ATTEMPTS + statement.values().length; attempts++) {
            if (retired) {
                break;
            }
            var execution = new Execution(profile, settings, statement, bounds, types, out);
            connections.run(execution, alone, scope);
            if (!execution.isComplete() && scope.ended().isPresent()) {
                throw ended(execution, scope.failureBy(scope.ended().get()));
            }
            switch (outcome(execution)) {
                case SUCCEEDED -> {
                    profile.took(execution.tookNanos());
                    return execution.rows();
                }
                case NEEDS_CONNECTION_ALONE -> alone = true;
                case LOST -> losses++;
                case REFUSED, NOT_RUN -> {}
            }
            out.resetTo(mark);
            if (losses == MOST_LOSSES) {
                break;
            }
        }
        throw UnavailableFailures.adapter(adapter.name());
    }

    private StatementProfile profile(BoundStatement statement) {
        var usual = statement.variant().isOnce()
                ? StatementProfiles.unshared(statement.variant())
                : profiles.of(statement.variant());
        return statement.once().map(text -> StatementProfiles.once(usual, text)).orElse(usual);
    }

    @Override
    public StatementCheck check(BoundStatement statement, CallScope scope) {
        try {
            // A profile of its own, so that checking every statement of a catalog evicts no profile that calls use.
            var profile = StatementProfiles.unshared(statement.variant());
            for (var attempts = 0; !retired && attempts <= statement.values().length; attempts++) {
                var trial = new TrialPreparation(profile);
                if (!connections.check(trial, scope)) {
                    break;
                }
                var outcome = trial.outcome();
                if (outcome.isPresent()) {
                    return outcome.get();
                }
            }
        } catch (CallFailure notNow) {
            // The adapter's state has the reason.
        }
        return new StatementCheck.Unknown();
    }

    private CallFailure ended(Execution execution, CallFailure failure) {
        return switch (adapter.access()) {
            case ReadOnly -> failure;
            case ReadWrite -> WriteAttempt.ofEnded(execution, failure);
        };
    }

    private Attempt outcome(Execution execution) {
        return switch (adapter.access()) {
            case ReadOnly -> Attempt.of(execution, bounds);
            case ReadWrite -> WriteAttempt.of(execution, adapter.name(), bounds);
        };
    }

    @Override
    public AdapterState probe() {
        return connections.probe();
    }

    @Override
    public boolean isSilent() {
        return connections.isSilent();
    }

    @Override
    public AdapterState state() {
        return health.state();
    }

    @Override
    public void retire(Duration drain) {
        retired = true;
        reconnection.stop();
        connections.retire(drain);
    }

    @Override
    public void close() {
        retired = true;
        reconnection.stop();
        connections.close();
    }
}
