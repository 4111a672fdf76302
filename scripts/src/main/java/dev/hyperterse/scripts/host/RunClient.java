package dev.hyperterse.scripts.host;

import dev.hyperterse.calls.CallFailure;
import dev.hyperterse.calls.Stage;
import dev.hyperterse.calls.context.CallContext;
import dev.hyperterse.calls.context.ClientMemory;
import dev.hyperterse.calls.context.ClientReply;
import dev.hyperterse.calls.context.ClientRequest;
import dev.hyperterse.calls.context.PendingRequest;
import dev.hyperterse.calls.context.UndeclaredCapability;
import dev.hyperterse.calls.memory.ResultBuffer;
import dev.hyperterse.calls.question.MalformedQuestion;
import dev.hyperterse.calls.question.Question;
import dev.hyperterse.calls.question.Questions;
import dev.hyperterse.scripts.author.ScriptOwner;
import dev.hyperterse.scripts.author.ScriptPlace;
import dev.hyperterse.scripts.exchange.QueryRows;
import dev.hyperterse.scripts.exchange.ScriptCall;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Supplier;

/** The operations of one run on its client and on other clients, except log messages and progress. */
final class RunClient implements AutoCloseable {
    static final int MOST_QUESTIONS = 8;

    private static final int SHOWN = 100;

    private final String namespace;
    private final ScriptPlace place;
    private final CallContext context;
    private final Supplier<ResultBuffer> buffers;
    private final RunEnd end;
    private final RunQueries waiting;
    private final List<PendingRequest> pending = new ArrayList<>();
    private int questions;

    /** @param waiting the requests that the run waits for */
    RunClient(ScriptOwner owner, ScriptCall call, RunEnd end, RunQueries waiting) {
        this.namespace = owner.namespace();
        this.place = ScriptPlace.of(owner.kind());
        this.context = call.context();
        this.buffers = call.buffers();
        this.end = end;
        this.waiting = waiting;
    }

    /** Returns values for client.js. */
    Object execute(String operation, HostArguments given) {
        return switch (operation) {
            case "get" ->
                memory().flatMap(memory -> memory.get(namespace, given.text(2))).orElse(null);
            case "set" ->
                memory().map(memory -> memory.put(namespace, given.text(2), given.text(3)))
                        .flatMap(RunClient::notStored)
                        .orElse(null);
            case "delete" -> {
                memory().ifPresent(memory -> memory.remove(namespace, given.text(2)));
                yield null;
            }
            case "notify" -> updated(given.text(2));
            default -> throw new IllegalArgumentException(operation);
        };
    }

    private Optional<ClientMemory> memory() {
        return context.client().memory();
    }

    private static Optional<String> notStored(ClientMemory.StoreResult result) {
        return switch (result) {
            case STORED -> Optional.empty();
            case CLIENT_FULL -> Optional.of("ctx.session holds at most 16384 bytes of keys and values");
            case REPLICA_FULL -> Optional.of("busy: the memory for sessions of this replica is full");
        };
    }

    /** @return whether subscribers are notified, or a message of the failure */
    private Object updated(String uri) {
        return switch (context.client().updated(namespace, uri)) {
            case NOTIFIED -> true;
            case TOO_MANY -> false;
            case NO_RESOURCE ->
                "resource '%s' not found in the namespace of this script; ctx.notify takes the URI of a resource"
                        .formatted(uri.substring(0, Math.min(SHOWN, uri.length())));
        };
    }

    /**
     * Sends a question to the client.
     *
     * @param id of the promise that the script waits for
     * @param key of the author
     * @param question a JSON text
     * @return whether the limit of pending requests was not reached
     */
    boolean ask(ClientRequest.Method method, int id, String key, String question) {
        var answer = waiting.expect(id);
        if (answer.isEmpty()) {
            return false;
        }
        try {
            if (++questions > MOST_QUESTIONS) {
                throw new CallFailure(
                        Stage.EXECUTION, "a run asks its client at most %d times".formatted(MOST_QUESTIONS));
            }
            ask(place.key(key), Questions.of(method, question), answer.get());
        } catch (MalformedQuestion | CallFailure malformed) {
            answer.get().accept(new RunQueries.Answer.Failed(malformed.getMessage()));
        }
        return true;
    }

    /** On the thread of the call, so that a slow client blocks no other thread. */
    private void ask(String key, Question question, Consumer<RunQueries.Answer> answer) {
        end.ask(() -> pending.add(
                context.ask(key, question.request(), reply -> answer.accept(answer(question.check(reply))))));
    }

    private RunQueries.Answer answer(ClientReply checked) {
        return switch (checked) {
            case ClientReply.Failed(var why) -> new RunQueries.Answer.Failed(why);
            case ClientReply.Undeclared undeclared ->
                new RunQueries.Answer.Undeclared(
                        new UndeclaredCapability(Stage.EXECUTION, undeclared.why(), undeclared.method()));
            case ClientReply.NextRound _ -> new RunQueries.Answer.NextRound();
            case ClientReply.Answered(var json) -> {
                try (var buffer = buffers.get()) {
                    yield new RunQueries.Answer.Read(QueryRows.of(buffer.raw(json)));
                } catch (CallFailure tooMuch) {
                    yield new RunQueries.Answer.Failed(tooMuch.getMessage());
                }
            }
        };
    }

    /** On the thread of the call. */
    @Override
    public void close() {
        pending.forEach(PendingRequest::close);
    }
}
