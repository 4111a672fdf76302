package dev.hyperterse.engines.mcp;

import dev.hyperterse.calls.CallFailure;
import dev.hyperterse.calls.NotSent;
import dev.hyperterse.calls.Stage;
import dev.hyperterse.calls.adapter.AdapterState;
import dev.hyperterse.calls.adapter.Connector;
import dev.hyperterse.calls.adapter.StatementCheck;
import dev.hyperterse.calls.deadline.CallScope;
import dev.hyperterse.calls.fetch.Unreachable;
import dev.hyperterse.calls.fetch.UrlClient;
import dev.hyperterse.calls.memory.ResultBuffer;
import dev.hyperterse.calls.memory.ResultTooLarge;
import dev.hyperterse.catalog.server.adapter.Adapter;
import dev.hyperterse.engines.Effect;
import dev.hyperterse.engines.http.HttpEndpoint;
import dev.hyperterse.engines.http.RetryRules;
import dev.hyperterse.engines.http.token.NotExchanged;
import dev.hyperterse.engines.mcp.message.CallResult;
import dev.hyperterse.engines.mcp.message.Reply;
import java.io.IOException;
import java.net.ProtocolException;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.zip.ZipException;

/**
 * An adapter of another MCP server: a call has an exclusive connection. Only a call that reads is sent again after a lost
 * connection; any is after an answer that says that it was not run.
 */
final class McpConnector implements Connector<UpstreamCall> {
    private static final int MOST_ATTEMPTS = 3;
    private static final Optional<Duration> AT_ONCE = Optional.of(Duration.ZERO);

    private final Adapter adapter;
    private final HttpEndpoint endpoint;
    private final McpClients clients;
    private final LiveDefinitions definitions;

    /** @param asking whether the other server may ask users */
    McpConnector(Adapter adapter, HttpEndpoint endpoint, boolean asking) {
        this.adapter = adapter;
        this.endpoint = endpoint;
        this.clients = new McpClients(endpoint, asking ? Optional.of(endpoint.questions()) : Optional.empty());
        this.definitions = new LiveDefinitions(clients.of(Optional.empty()).client(), System::nanoTime);
    }

    @Override
    public int run(UpstreamCall call, CallScope scope, ResultBuffer out) {
        if (!call.readOnly() && adapter.access() == Adapter.Access.ReadOnly) {
            throw new CallFailure(Stage.EXECUTION, "the adapter is read-only");
        }
        try (var text = out.another();
                var result = call.request().result(call, out);
                var lease = clients.of(call.origin().caller())) {
            var space = new McpClient.Space(text, call.memory());
            if (new Attempts(call, scope, lease.client(), space, result).run()) {
                result.writeTo(out);
                return 1;
            }
            return 0;
        }
    }

    /** The attempts of one call. */
    private final class Attempts {
        private final UpstreamCall call;
        private final CallScope scope;
        private final McpClient client;
        private final McpClient.Space space;
        private final CallResult result;
        private Optional<Map<String, String>> repeated = Optional.empty();

        /** Whether an earlier attempt may have run. */
        private boolean sent;

        /** Whether an earlier attempt was answered, or its connection lost. */
        private boolean answered;

        private boolean renewed;
        private int attempt = 1;
        private String answers = "";

        Attempts(UpstreamCall call, CallScope scope, McpClient client, McpClient.Space space, CallResult result) {
            this.call = call;
            this.scope = scope;
            this.client = client;
            this.space = space;
            this.result = result;
        }

        /** Asks the user without a permit. @return whether there is a result; otherwise the client answers in another round */
        boolean run() {
            var questions = call.origin().questions();
            if (questions.isPresent()) {
                scope.beforeAdapter(true);
                answers = scope.await(() -> questions.get().resumed(client.endpoint()));
            }
            while (questions.filter(UserQuestions::isNextRound).isEmpty()) {
                scope.beforeAdapter(false);
                toReply();
                var asked = result.asked();
                if (asked.isEmpty()) {
                    return true;
                }
                answers = scope.await(() -> questions.orElseThrow().ask(asked.get(), client.endpoint()));
                attempt = 1;
            }
            return false;
        }

        /** Pauses without a permit, which another call may use meanwhile. Only calls that read are sent again after one. */
        private void toReply() {
            for (var pause = untilPause(); pause.isPresent(); pause = untilPause()) {
                var length = pause.get();
                scope.await(() -> {
                    Thread.sleep(length);
                    return length;
                });
            }
        }

        private Optional<Duration> untilPause() {
            try {
                return endpoint.run(scope, () -> {
                    var again = attempt();
                    for (attempt++; again.filter(Duration::isZero).isPresent(); attempt++) {
                        scope.check();
                        again = attempt();
                    }
                    return again;
                });
            } catch (NotSent unsent) {
                throw answered ? NotSent.again(unsent) : unsent;
            }
        }

        /** @return the pause before the next attempt; empty after the last one */
        private Optional<Duration> attempt() throws InterruptedException {
            if (!endpoint.isUsable()) {
                throw of(endpoint.unavailable(), sent);
            }
            try {
                var needed = call.request().capability();
                if (needed.isPresent() && !client.declares(needed.get(), space)) {
                    return Optional.empty();
                }
                var answer = client.send(
                        call.request().method(),
                        call.request().named(),
                        this::repeated,
                        call.request().params() + answers,
                        call.origin(),
                        result,
                        space);
                answered = true;
                return switch (answer.reply()) {
                    case Reply.Result _ -> accept();
                    case Reply.Refusal refusal -> again(refusal, answer.session());
                };
            } catch (McpClient.NoSession none) {
                throw Failures.of(none.refusal(), client.endpoint());
            } catch (McpClient.Lost lost) {
                return again(lost);
            } catch (ResultTooLarge tooLarge) {
                throw of(
                        new CallFailure(
                                Stage.RESULT,
                                "the answer of the MCP server is larger than %d bytes"
                                        .formatted(space.text().maxSize())),
                        true);
            } catch (IOException notBegun) {
                return again(notBegun);
            }
        }

        /** Read once, and only if the session is of the era that has such headers. */
        private Map<String, String> repeated() {
            repeated = repeated.or(() -> Optional.of(call.request().repeated(call.memory())));
            return repeated.get();
        }

        private Optional<Duration> accept() {
            var questions = call.origin().questions();
            if (!result.isComplete() && (questions.isEmpty() || result.asked().isEmpty())) {
                throw new CallFailure(
                        Stage.EXECUTION,
                        "the %s of the MCP server asks for input, which is not passed on"
                                .formatted(call.action().defines().word()));
            }
            result.failure().ifPresent(words -> {
                throw Failures.ofTool(
                        words,
                        questions.flatMap(UserQuestions::refusal),
                        client.endpoint().hidden());
            });
            return Optional.empty();
        }

        /** A call in a session or an era that the server does not know was not run; what else is refused may have been. */
        private Optional<Duration> again(Reply.Refusal refusal, Session in) {
            if (!renewed && client.forgetIfUnknown(in, refusal, space)) {
                renewed = in.isUnknown(refusal) || call.readOnly();
                if (renewed) {
                    return AT_ONCE;
                }
            }
            var pause = Optional.of(refusal)
                    .filter(_ -> call.readOnly() && refusal.isForNow() && attempt < MOST_ATTEMPTS)
                    .flatMap(it -> RetryRules.pause(it.response(), attempt))
                    .filter(it -> it.compareTo(Duration.ofNanos(scope.remainingNanos())) < 0);
            if (pause.isEmpty()) {
                throw of(
                        Failures.of(refusal, call.action(), client.endpoint()),
                        RetryRules.isUncertain(refusal.response()));
            }
            return pause;
        }

        /** The call itself was not sent. */
        private Optional<Duration> again(IOException notBegun) {
            answered |= isAnswer(notBegun);
            scope.ended().ifPresent(end -> {
                throw of(ended(end, notBegun), sent);
            });
            if (isLost(notBegun) && attempt < MOST_ATTEMPTS) {
                return AT_ONCE;
            }
            throw of(failure(notBegun), sent);
        }

        private Optional<Duration> again(McpClient.Lost lost) {
            var why = lost.why();
            answered |= isAnswer(why);
            if (why instanceof Unreachable || why instanceof NotExchanged) {
                sent |= why instanceof Unreachable unreachable && unreachable.wasSent();
                // A call that ends interrupts the opening of its connection, which says nothing of the server.
                scope.ended().ifPresent(end -> {
                    throw of(ended(end, why), sent);
                });
                throw of(failure(why), sent);
            }
            sent |= !(why instanceof UrlClient.Refused refused) || refused.wasSent();
            scope.ended().ifPresent(end -> {
                client.cancel(lost);
                throw of(scope.failureBy(end), true);
            });
            if (!isLost(why) || !call.readOnly() || attempt == MOST_ATTEMPTS) {
                throw of(failure(why), sent);
            }
            return AT_ONCE;
        }

        private CallFailure ended(CallScope.End end, IOException why) {
            var failure = scope.failureBy(end);
            return why instanceof NotExchanged ? NotSent.of(failure) : failure;
        }

        /** A lost connection was one. */
        private static boolean isAnswer(IOException why) {
            return why instanceof NotExchanged without ? without.wasSent() : !(why instanceof Unreachable);
        }

        private static boolean isLost(IOException why) {
            return !(why instanceof ProtocolException
                    || why instanceof ZipException
                    || why instanceof UrlClient.Refused
                    || why instanceof NotExchanged
                    || why instanceof Unreachable);
        }

        private CallFailure of(CallFailure failure, boolean mayHaveRun) {
            return call.readOnly() || !mayHaveRun ? failure : Effect.UNKNOWN.of(failure, "call");
        }
    }

    private CallFailure failure(IOException why) {
        if (why instanceof Unreachable unreachable) {
            endpoint.failed(unreachable);
            return endpoint.unavailable();
        }
        var failure = new CallFailure(
                Stage.EXECUTION,
                Failures.words(why).orElseGet(() -> "the connection of adapter %s was lost while the call ran"
                        .formatted(adapter.name())));
        return why instanceof NotExchanged ? NotSent.of(failure) : failure;
    }

    @Override
    public StatementCheck check(UpstreamCall call, CallScope scope) {
        if (endpoint.isBusy()) {
            return new StatementCheck.Unknown();
        }
        try {
            return endpoint.run(scope, () -> definitions.check(call.action()));
        } catch (CallFailure ended) {
            return new StatementCheck.Unknown();
        }
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
        clients.end(endpoint::close);
    }
}
