package dev.hyperterse.engines.http;

import dev.hyperterse.calls.CallFailure;
import dev.hyperterse.calls.HiddenValues;
import dev.hyperterse.calls.adapter.AdapterState;
import dev.hyperterse.calls.adapter.Reconnection;
import dev.hyperterse.calls.adapter.UnavailableFailures;
import dev.hyperterse.calls.context.CallContext;
import dev.hyperterse.calls.deadline.CallScope;
import dev.hyperterse.calls.deadline.TimeLimit;
import dev.hyperterse.calls.fetch.BodyReader;
import dev.hyperterse.calls.fetch.FetchRequest;
import dev.hyperterse.calls.fetch.FetchRequest.Header;
import dev.hyperterse.calls.fetch.FetchResponse;
import dev.hyperterse.calls.fetch.Unreachable;
import dev.hyperterse.calls.fetch.UrlClient;
import dev.hyperterse.calls.fetch.address.NameService;
import dev.hyperterse.calls.turn.Permits;
import dev.hyperterse.calls.turn.QuestionSlots;
import dev.hyperterse.catalog.server.adapter.Adapter;
import dev.hyperterse.catalog.server.adapter.Engine;
import dev.hyperterse.catalog.values.ValueSet;
import dev.hyperterse.engines.ConnectionHealth;
import dev.hyperterse.engines.Drain;
import dev.hyperterse.engines.http.token.AuthorizedClient;
import dev.hyperterse.engines.http.token.CallerToken;
import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;

/** The connections of an adapter to one URL, with their permits and their health. */
public final class HttpEndpoint implements AutoCloseable {
    private final Adapter adapter;
    private final HttpSettings settings;
    private final Permits permits;
    private final UrlClient client;
    private final Optional<AuthorizedClient> authorized;
    private final Reconnection reconnection;
    private final ConnectionHealth health;
    private final AtomicInteger running = new AtomicInteger();
    private volatile boolean retired;

    /** @throws dev.hyperterse.engines.UnusableSettings when they cannot work */
    public HttpEndpoint(Adapter adapter, Engine.OverHttp engine, ValueSet values, Permits permits) {
        this.adapter = adapter;
        this.settings = HttpSettings.of(engine, values);
        this.permits = permits;
        var limits = new UrlClient.Limits(
                adapter.pool().maxSize(),
                millis(adapter.pool().connectionTimeoutMillis()),
                // The deadline of a call interrupts its thread, which closes the connection.
                0);
        this.client = new UrlClient(settings.url(), limits, settings.trust(), NameService.SYSTEM);
        this.authorized = settings.token()
                .map(token -> new AuthorizedClient(
                        adapter.name(), client, token, millis(adapter.pool().connectionTimeoutMillis())));
        this.reconnection = new Reconnection(adapter.name(), this::probe);
        this.health = new ConnectionHealth(adapter.name(), () -> false, reconnection::start);
    }

    private static int millis(long duration) {
        return (int) Math.min(duration, Integer.MAX_VALUE);
    }

    String adapter() {
        return adapter.name();
    }

    /** The URL of the adapter. */
    public URI url() {
        return settings.url().prefix();
    }

    /** The headers of each request. */
    public List<Header> headers() {
        return settings.headers();
    }

    /** The endpoint as a caller uses it. @param caller absent where no call is made */
    public CallerEndpoint of(Optional<CallContext> caller) {
        return new CallerEndpoint(this, authorized.flatMap(it -> caller.flatMap(it::caller)));
    }

    HiddenValues hidden(Optional<CallerToken> caller) {
        return authorized
                .map(it ->
                        new HiddenValues(Stream.concat(settings.hidden().values().stream(), it.hidden(caller).stream())
                                .toList()))
                .orElseGet(settings::hidden);
    }

    /** Runs a call that has one of the permits, within the limit of the adapter. */
    public <T> T run(CallScope scope, CallScope.Wait<T> call) {
        try (var _ = permit(scope)) {
            return scope.await(call);
        }
    }

    /** Waits for one of the permits, within the limit of the adapter. */
    Permit permit(CallScope scope) {
        scope.within(TimeLimit.ofStatement(adapter.statementTimeoutMillis()));
        permits.acquire(scope);
        running.incrementAndGet();
        return () -> {
            running.decrementAndGet();
            permits.release();
        };
    }

    /** Is closed when the exchange that it was for has ended. */
    @FunctionalInterface
    interface Permit extends AutoCloseable {
        @Override
        void close();
    }

    /** Whether calls wait for a permit. */
    public boolean isBusy() {
        return permits.waiting() > 0;
    }

    /** Whether a request may be sent. */
    public boolean isUsable() {
        return !retired && health.worthTrying(this::probe);
    }

    FetchResponse send(FetchRequest request, Optional<CallerToken> caller, BodyReader body) throws IOException {
        var response =
                authorized.isPresent() ? authorized.get().send(request, caller, body) : client.send(request, body);
        if (health.state().status() != AdapterState.Status.UP) {
            health.connected();
        }
        return response;
    }

    void awaitToken(Optional<CallerToken> caller) throws IOException {
        if (authorized.isPresent()) {
            authorized.get().await(caller, url());
        }
    }

    void tell(FetchRequest request, Optional<CallerToken> caller) throws IOException {
        if (authorized.isPresent()) {
            authorized.get().tell(request, caller);
        } else {
            client.send(request, (_, _) -> false);
        }
    }

    /** How many calls may wait for users with a connection. */
    public QuestionSlots questions() {
        return permits.questions();
    }

    /** A connection could not be opened, or there is no token. */
    public void failed(Unreachable unreachable) {
        health.failed(unreachable.reason());
    }

    /** The failure of a call while no connection can be opened, or there is no token. */
    public CallFailure unavailable() {
        return authorized
                .flatMap(AuthorizedClient::problem)
                .map(reason -> UnavailableFailures.withoutToken(adapter.name(), reason))
                .orElseGet(() -> UnavailableFailures.adapter(adapter.name()));
    }

    /** Opens a connection, and fetches the token. */
    public AdapterState probe() {
        try {
            client.connect();
            if (authorized.isPresent()) {
                authorized.get().prepare();
            }
            health.connected();
        } catch (Unreachable failed) {
            if (!Thread.currentThread().isInterrupted()) {
                health.failed(failed.reason());
            }
        }
        return health.state();
    }

    /** Whether a new connection is not answered. */
    public boolean isSilent() {
        try {
            client.connect();
            return false;
        } catch (Unreachable failed) {
            return failed.isSilence();
        }
    }

    public AdapterState state() {
        return health.state();
    }

    /** Refuses calls, and closes when the running ones have ended. @param close of the connector */
    public void retire(Duration drain, Runnable close) {
        retired = true;
        Drain.start(adapter.name(), drain, () -> running.get() > 0, close);
    }

    @Override
    public void close() {
        retired = true;
        reconnection.stop();
        authorized.ifPresent(AuthorizedClient::close);
        client.close();
    }
}
