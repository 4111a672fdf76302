package dev.hyperterse.engines.http;

import dev.hyperterse.calls.CallFailure;
import dev.hyperterse.calls.NotSent;
import dev.hyperterse.calls.Stage;
import dev.hyperterse.calls.adapter.AdapterState;
import dev.hyperterse.calls.adapter.Connector;
import dev.hyperterse.calls.adapter.StatementCheck;
import dev.hyperterse.calls.deadline.CallScope;
import dev.hyperterse.calls.fetch.BodyReader;
import dev.hyperterse.calls.fetch.FetchRequest;
import dev.hyperterse.calls.fetch.FetchRequest.OnRedirect;
import dev.hyperterse.calls.fetch.FetchResponse;
import dev.hyperterse.calls.fetch.Unreachable;
import dev.hyperterse.calls.fetch.UrlClient;
import dev.hyperterse.calls.memory.ResultBuffer;
import dev.hyperterse.calls.memory.ResultTooLarge;
import dev.hyperterse.catalog.server.adapter.Adapter;
import dev.hyperterse.engines.Effect;
import dev.hyperterse.engines.http.token.NotExchanged;
import java.io.IOException;
import java.net.ProtocolException;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Optional;
import java.util.zip.ZipException;

/**
 * An adapter of an HTTP API: a call has an exclusive connection. Only a request of an idempotent method is sent again:
 * after a lost connection, and after a response that says so.
 */
final class HttpConnector implements Connector<BoundRequest> {
    private static final int MOST_ATTEMPTS = 3;

    private final Adapter adapter;
    private final HttpEndpoint endpoint;
    private final LiveDocuments documents;

    HttpConnector(Adapter adapter, HttpEndpoint endpoint) {
        this.adapter = adapter;
        this.endpoint = endpoint;
        this.documents = new LiveDocuments(endpoint, System::nanoTime);
    }

    @Override
    public int run(BoundRequest request, CallScope scope, ResultBuffer out) {
        if (!request.method().isSafe() && adapter.access() == Adapter.Access.ReadOnly) {
            throw new CallFailure(Stage.EXECUTION, "the adapter is read-only");
        }
        try (var body = out.another()) {
            return attempts(request, body, scope, out);
        }
    }

    private int attempts(BoundRequest request, ResultBuffer body, CallScope scope, ResultBuffer out) {
        var sent = sent(request);
        var uncertain = false;
        for (var attempt = 1; ; attempt++) {
            var last = attempt == MOST_ATTEMPTS || !request.method().isIdempotent();
            body.resetTo(0);
            var response = attempt(request, sent, attempt, last, body, scope);
            uncertain |= response.map(RetryRules::isUncertain).orElse(true);
            if (response.isPresent()) {
                var pause = RetryRules.pause(response.get(), attempt);
                if (last || pause.isEmpty() || pause.get().compareTo(Duration.ofNanos(scope.remainingNanos())) >= 0) {
                    return result(request, response.get(), uncertain, body, out);
                }
                pause(request, pause.get(), scope);
            }
        }
    }

    /** Without a permit, which another call may use meanwhile. */
    private static void pause(BoundRequest request, Duration pause, CallScope scope) {
        try {
            scope.await(() -> {
                Thread.sleep(pause);
                return true;
            });
        } catch (CallFailure ended) {
            throw ofSent(request, ended, Effect.UNKNOWN);
        }
    }

    /** The response; empty when the connection was lost, and the request may be sent again. */
    private Optional<FetchResponse> attempt(
            BoundRequest request, FetchRequest sent, int attempt, boolean last, ResultBuffer body, CallScope scope) {
        try (var _ = permit(request, attempt, scope)) {
            return scope.await(() -> {
                if (!endpoint.isUsable()) {
                    throw ofAttempt(request, endpoint.unavailable(), attempt);
                }
                return exchange(request, sent, attempt, last, body, scope);
            });
        }
    }

    private HttpEndpoint.Permit permit(BoundRequest request, int attempt, CallScope scope) {
        try {
            return endpoint.permit(scope);
        } catch (CallFailure ended) {
            throw ofAttempt(request, ended, attempt);
        }
    }

    private Optional<FetchResponse> exchange(
            BoundRequest request, FetchRequest sent, int attempt, boolean last, ResultBuffer body, CallScope scope) {
        try {
            return Optional.of(endpoint.of(request.caller()).send(sent, BodyReader.into(body)));
        } catch (NotExchanged without) {
            var failure = scope.ended()
                    .map(scope::failureBy)
                    .orElseGet(() -> new CallFailure(Stage.EXECUTION, without.getMessage()));
            throw ofAttempt(request, without.wasSent() ? NotSent.again(failure) : NotSent.of(failure), attempt);
        } catch (Unreachable unreachable) {
            scope.check();
            endpoint.failed(unreachable);
            throw unreachable.wasSent()
                    ? ofSent(request, endpoint.unavailable(), Effect.UNKNOWN)
                    : ofAttempt(request, endpoint.unavailable(), attempt);
        } catch (UrlClient.Refused refused) {
            var failure = new CallFailure(Stage.EXECUTION, refused.getMessage());
            throw refused.wasSent() ? ofSent(request, failure, Effect.UNKNOWN) : failure;
        } catch (ProtocolException | ZipException malformed) {
            throw ofSent(
                    request,
                    new CallFailure(Stage.EXECUTION, "the response of the API is not one of HTTP"),
                    Effect.UNKNOWN);
        } catch (ResultTooLarge tooLarge) {
            throw ofSent(
                    request,
                    new CallFailure(
                            Stage.RESULT, "the response of the API is larger than %d bytes".formatted(body.maxSize())),
                    Effect.UNKNOWN);
        } catch (IOException lost) {
            scope.ended().ifPresent(end -> {
                throw ofSent(request, scope.failureBy(end), Effect.UNKNOWN);
            });
            if (last) {
                throw ofSent(
                        request,
                        new CallFailure(
                                Stage.EXECUTION,
                                "the connection of adapter %s was lost while the request ran"
                                        .formatted(adapter.name())),
                        Effect.UNKNOWN);
            }
            return Optional.empty();
        }
    }

    /** @param uncertain whether an attempt may have had its effect, but for what the response says */
    private int result(
            BoundRequest request, FetchResponse response, boolean uncertain, ResultBuffer body, ResultBuffer out) {
        if (response.status() < 200 || response.status() >= 300) {
            var error =
                    ApiError.of(response, body, endpoint.of(request.caller()).hidden());
            throw uncertain ? ofSent(request, error, Effect.UNKNOWN) : error;
        }
        try {
            return new ResponseRows(request, response, adapter.maxRows(), out).write(body);
        } catch (CallFailure limit) {
            throw ofSent(request, limit, Effect.DONE);
        }
    }

    /** An earlier attempt was sent, and may have had its effect. */
    private static CallFailure ofAttempt(BoundRequest request, CallFailure failure, int attempt) {
        if (attempt == 1) {
            return failure;
        }
        var sent = ofSent(request, failure, Effect.UNKNOWN);
        return failure instanceof NotSent ? NotSent.again(sent) : sent;
    }

    private static CallFailure ofSent(BoundRequest request, CallFailure failure, Effect effect) {
        return request.method().isSafe() ? failure : effect.of(failure, "request");
    }

    @Override
    public StatementCheck check(BoundRequest request, CallScope scope) {
        if (endpoint.isBusy() || !endpoint.isUsable()) {
            return new StatementCheck.Unknown();
        }
        try {
            return endpoint.run(scope, () -> documents.check(request, sent(request), scope));
        } catch (CallFailure ended) {
            return new StatementCheck.Unknown();
        }
    }

    private FetchRequest sent(BoundRequest request) {
        var headers = new ArrayList<>(request.headers());
        // A header of the adapter takes the place of one that the tool has by default, such as accept.
        endpoint.headers().forEach(own -> headers.removeIf(it -> it.name().equals(own.name())));
        headers.addAll(endpoint.headers());
        return new FetchRequest(
                request.method().name(),
                URI.create(endpoint.url() + request.target()),
                headers,
                request.body(),
                OnRedirect.FOLLOW);
    }

    @Override
    public AdapterState probe() {
        return endpoint.probe();
    }

    @Override
    public boolean isSilent() {
        return endpoint.isSilent();
    }

    @Override
    public AdapterState state() {
        return endpoint.state();
    }

    @Override
    public void retire(Duration drain) {
        endpoint.retire(drain, this::close);
    }

    @Override
    public void close() {
        endpoint.close();
    }
}
