package dev.hyperterse.engines.mongodb;

import com.mongodb.MongoException;
import com.mongodb.MongoInterruptedException;
import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoClients;
import com.mongodb.client.MongoDatabase;
import dev.hyperterse.calls.CallFailure;
import dev.hyperterse.calls.EngineMessage;
import dev.hyperterse.calls.Stage;
import dev.hyperterse.calls.adapter.AdapterState;
import dev.hyperterse.calls.adapter.Connector;
import dev.hyperterse.calls.adapter.Reconnection;
import dev.hyperterse.calls.adapter.UnavailableFailures;
import dev.hyperterse.calls.deadline.CallScope;
import dev.hyperterse.calls.deadline.TimeLimit;
import dev.hyperterse.calls.memory.ResultBuffer;
import dev.hyperterse.calls.turn.Permits;
import dev.hyperterse.catalog.server.adapter.Adapter;
import dev.hyperterse.engines.ConnectionHealth;
import dev.hyperterse.engines.Drain;
import dev.hyperterse.engines.Effect;
import dev.hyperterse.engines.InterruptedStatement;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.bson.BsonDocument;
import org.bson.BsonInt32;

/**
 * An adapter of MongoDB. The driver has the pool; calls wait for permits and not in the pool. A call that ends early
 * interrupts its thread: the driver then closes the connection, so the database stops the command. Only commands that
 * only read are sent again.
 */
final class MongodbConnector implements Connector<BoundDocument> {
    private static final BsonDocument PING = new BsonDocument("ping", new BsonInt32(1));
    private static final long TRUSTED_NANOS = TimeUnit.SECONDS.toNanos(1);

    private final Adapter adapter;
    private final MongodbSettings settings;
    private final Permits permits;
    private final Reconnection reconnection;
    private final ConnectionHealth health;
    private final MongoClient client;
    private final MongoDatabase database;
    private final AtomicInteger running = new AtomicInteger();
    private volatile long answeredAt = System.nanoTime() - TRUSTED_NANOS;
    private volatile boolean retired;

    MongodbConnector(Adapter adapter, MongodbSettings settings, Permits permits) {
        this.adapter = adapter;
        this.settings = settings;
        this.permits = permits;
        this.reconnection = new Reconnection(adapter.name(), this::probe);
        this.health = new ConnectionHealth(adapter.name(), () -> false, reconnection::start);
        this.client = MongoClients.create(settings.client());
        this.database = client.getDatabase(settings.database());
    }

    @Override
    public int run(BoundDocument command, CallScope scope, ResultBuffer out) {
        scope.within(TimeLimit.ofStatement(adapter.statementTimeoutMillis()));
        if (command.kind().writes() && adapter.access() == Adapter.Access.ReadOnly) {
            throw new CallFailure(Stage.EXECUTION, "the adapter is read-only");
        }
        permits.acquire(scope);
        running.incrementAndGet();
        try {
            if (retired || !health.worthTrying(this::probe)) {
                throw UnavailableFailures.adapter(adapter.name());
            }
            return interruptibly(command, scope, out);
        } finally {
            running.decrementAndGet();
            permits.release();
        }
    }

    private int interruptibly(BoundDocument command, CallScope scope, ResultBuffer out) {
        var thread = Thread.currentThread();
        CallScope.Listener stop = end -> thread.interrupt();
        scope.listen(stop);
        try {
            return attempt(command, scope, out);
        } finally {
            scope.forget(stop);
            // A late interrupt must not reach the next operation of the thread.
            Thread.interrupted();
        }
    }

    private int attempt(BoundDocument command, CallScope scope, ResultBuffer out) {
        var mark = out.size();
        for (var last = false; ; last = true) {
            var sent = false;
            try {
                scope.check();
                if (command.kind().writes()) {
                    beforeWrite();
                }
                sent = true;
                var rows = new CommandRun(database, settings.preference(), adapter.maxRows(), scope, out).run(command);
                answered();
                return rows;
            } catch (MongoInterruptedException interrupted) {
                throw ended(scope, command, sent);
            } catch (MongoException failed) {
                out.resetTo(mark);
                if (scope.ended().isPresent()) {
                    throw ended(scope, command, sent);
                }
                switch (MongodbFailure.of(failed).orElseThrow(() -> failed)) {
                    case MongodbFailure.NotSent(var reason) -> {
                        health.failed(reason);
                        throw UnavailableFailures.adapter(adapter.name());
                    }
                    case MongodbFailure.Lost(var reason) -> {
                        if (command.kind().writes() && sent) {
                            throw InterruptedStatement.connectionLost(adapter.name());
                        }
                        if (last) {
                            health.failed(reason);
                            throw UnavailableFailures.adapter(adapter.name());
                        }
                    }
                    case MongodbFailure.TimedOut() -> throw left(scope, CallScope.End.DEADLINE, command, sent);
                    case MongodbFailure.Refused(var words, var code) ->
                        throw new CallFailure(new EngineMessage(words, code));
                }
            } catch (IllegalStateException closed) {
                if (retired) {
                    throw UnavailableFailures.adapter(adapter.name());
                }
                throw closed;
            }
        }
    }

    /** A ping detects connections that broke while they were idle: losing a ping is harmless. */
    private void beforeWrite() {
        if (System.nanoTime() - answeredAt < TRUSTED_NANOS) {
            return;
        }
        try {
            database.runCommand(PING);
        } catch (MongoException broken) {
            if (!(MongodbFailure.of(broken).orElse(null) instanceof MongodbFailure.Lost)) {
                throw broken;
            }
            // The driver has closed the connections of that member; the write gets a new one.
        }
    }

    private void answered() {
        answeredAt = System.nanoTime();
        if (health.state().status() != AdapterState.Status.UP) {
            health.connected();
        }
    }

    private CallFailure ended(CallScope scope, BoundDocument command, boolean sent) {
        return left(scope, scope.ended().orElse(CallScope.End.SHUTDOWN), command, sent);
    }

    private static CallFailure left(CallScope scope, CallScope.End end, BoundDocument command, boolean sent) {
        var failure = scope.failureBy(end);
        if (!command.kind().writes()) {
            return failure;
        }
        return (sent ? Effect.UNKNOWN : Effect.NOTHING).of(failure);
    }

    @Override
    public AdapterState probe() {
        try {
            database.runCommand(PING, settings.preference());
            answered();
        } catch (MongoInterruptedException stopped) {
            Thread.currentThread().interrupt();
        } catch (MongoException failed) {
            health.failed(ClusterFailure.reason(client, failed));
        } catch (IllegalStateException closed) {
            // A change of settings or the shutdown of the replica has closed it.
            health.failed("the connection is closed");
        }
        return health.state();
    }

    @Override
    public AdapterState state() {
        return health.state();
    }

    @Override
    public void retire(Duration drain) {
        retired = true;
        Drain.start(adapter.name(), drain, () -> running.get() > 0, this::close);
    }

    @Override
    public void close() {
        retired = true;
        reconnection.stop();
        client.close();
    }
}
