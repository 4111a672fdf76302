package dev.hyperterse.engines.mcp;

import dev.hyperterse.calls.context.Progress;
import dev.hyperterse.calls.fetch.BodyReader;
import dev.hyperterse.calls.fetch.FetchResponse;
import dev.hyperterse.calls.fetch.Unreachable;
import dev.hyperterse.calls.memory.Reservation;
import dev.hyperterse.calls.memory.ResultBuffer;
import dev.hyperterse.calls.turn.QuestionSlots;
import dev.hyperterse.engines.http.CallerEndpoint;
import dev.hyperterse.engines.http.token.NotExchanged;
import dev.hyperterse.engines.mcp.message.EventLines;
import dev.hyperterse.engines.mcp.message.Message;
import dev.hyperterse.engines.mcp.message.NotMcp;
import dev.hyperterse.engines.mcp.message.Reply;
import dev.hyperterse.engines.mcp.message.ResultReader;
import dev.hyperterse.engines.mcp.message.StreamEnded;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.InterruptedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * One request and the messages until its reply: a single one as JSON, or events of a stream, which is resumed where the
 * other side ends it early. Progress goes to the client of the call; of the requests of the
 * other side only pings and, where that is allowed, questions to users are answered.
 */
final class McpExchange implements BodyReader {
    private static final String EVENTS = "text/event-stream";
    private static final String PING = "ping";

    private static final int MOST_REQUESTS = 16;

    /** By pings a server keeps the connection of a call open for as long as it runs: for hours, by one each 15 seconds. */
    private static final int MOST_PINGS = 1_000;

    /** In a row, without a new event or message. */
    private static final int MOST_VAIN_RESUMPTIONS = 64;

    /** Where the other side names none. */
    private static final long PAUSE_MILLIS = 1_000;

    /** More than is shown, so that no secret is cut into a piece that is not recognised. */
    private static final int LONGEST_REFUSAL = 64 * 1024;

    /** How much longer than a result a stream may be. */
    private static final int STREAM = 4;

    private static final String REFUSED =
            "{\"jsonrpc\":\"2.0\",\"id\":%s,\"error\":{\"code\":-32601,\"message\":\"This client has no user, model or files:"
                    + " it answers no elicitation, sampling and roots\"}}";
    private static final String UNASKED = "{\"jsonrpc\":\"2.0\",\"id\":%s,\"error\":{\"code\":-32603,\"message\":%s}}";
    private static final String ANSWER = "{\"jsonrpc\":\"2.0\",\"id\":%s,\"result\":%s}";
    private static final String PONG = "{\"jsonrpc\":\"2.0\",\"id\":%s,\"result\":{}}";

    private final CallerEndpoint endpoint;
    private final Outgoing request;
    private final String id;
    private final ResultReader reader;
    private final ResultBuffer text;
    private final Optional<Reservation> memory;
    private final Optional<QuestionSlots> asking;
    private final EventLines events;
    private int messages;
    private int requests;
    private int pings;
    private Optional<Reply> reply = Optional.empty();

    /**
     * @param text for one message
     * @param memory reserved for what a parser holds of it
     * @param asking slots of calls that wait for users
     */
    McpExchange(
            CallerEndpoint endpoint,
            Outgoing request,
            ResultReader reader,
            ResultBuffer text,
            Optional<Reservation> memory,
            Optional<QuestionSlots> asking) {
        this.endpoint = endpoint;
        this.request = request;
        this.id = request.id().orElse("");
        this.reader = reader;
        this.text = text;
        this.memory = memory;
        this.asking = asking;
        this.events = new EventLines((long) STREAM * text.maxSize());
    }

    /** The reply to a request, with the head of its response. */
    record Answered(Reply reply, FetchResponse response) {}

    /** @throws IOException when the connection was lost, or the other side does not speak the protocol */
    Answered send() throws IOException {
        var response = endpoint.send(request.at(endpoint), this);
        if (reply.isEmpty() && isRefused(response)) {
            // A response without a body is not read.
            reply = Optional.of(new Reply.Refusal(response, OptionalInt.empty(), response.statusText()));
        }
        if (request.id().isEmpty()) {
            return new Answered(reply.orElseGet(Reply.Result::new), response);
        }
        var vain = 0;
        while (reply.isEmpty()) {
            if (vain == MOST_VAIN_RESUMPTIONS) {
                // A read that is sent again would end so too, so this does not count as a lost connection.
                throw new NotMcp("the MCP server ends its stream again and again without an answer");
            }
            var event = events.id();
            var earlier = messages;
            resume();
            vain = messages == earlier && events.id().equals(event) ? vain + 1 : 0;
        }
        return new Answered(reply.get(), response);
    }

    /** Asks for the rest of the stream, as a server wants it that does not hold a connection for each running call. */
    private void resume() throws IOException {
        var event = events.id();
        if (event.isEmpty() || !(request.session() instanceof Session.Legacy)) {
            throw new StreamEnded("the MCP server has ended its stream without an answer");
        }
        try {
            Thread.sleep(events.retryMillis().orElse(PAUSE_MILLIS));
        } catch (InterruptedException over) {
            Thread.currentThread().interrupt();
            throw (IOException) new InterruptedIOException("the call has ended").initCause(over);
        }
        try {
            var response = endpoint.send(Outgoing.resume(endpoint, request.session(), event.get()), new Rest());
            if (!isResumed(response)) {
                throw new StreamEnded("the MCP server has ended its stream and does not resume it");
            }
        } catch (Unreachable | NotExchanged gone) {
            // The call itself was sent.
            throw new StreamEnded("the MCP server has ended its stream and cannot be reached to resume it");
        }
    }

    /** The rest of the stream; once it has begun, it goes on behind another event than was asked for. */
    private final class Rest implements BodyReader {
        private boolean begun;

        @Override
        public boolean read(FetchResponse head, InputStream body) throws IOException {
            begun = true;
            return isResumed(head) && events(head, body);
        }

        @Override
        public boolean hasBegun() {
            return begun;
        }
    }

    private static boolean isResumed(FetchResponse head) {
        return !isRefused(head) && type(head).startsWith(EVENTS);
    }

    @Override
    public boolean read(FetchResponse head, InputStream body) throws IOException {
        if (isRefused(head)) {
            return refusal(head, body);
        }
        if (request.id().isEmpty()) {
            return body.readNBytes(LONGEST_REFUSAL).length < LONGEST_REFUSAL;
        }
        var type = type(head);
        if (type.startsWith(EVENTS)) {
            return events(head, body);
        }
        if (!type.startsWith("application/json")) {
            throw new NotMcp("the answer of the MCP server is neither JSON nor a stream of events");
        }
        BodyReader.into(text).read(head, body);
        if (!accept(head)) {
            throw new NotMcp("the MCP server has answered another request");
        }
        return true;
    }

    private static boolean isRefused(FetchResponse head) {
        return head.status() < 200 || head.status() >= 300;
    }

    /** @return whether the stream was read to its end, which the protocol wants behind a reply */
    private boolean events(FetchResponse head, InputStream body) throws IOException {
        events.from(body);
        while (events.next(text)) {
            if (accept(head)) {
                return false;
            }
        }
        return true;
    }

    /** @return whether the message is the reply */
    private boolean accept(FetchResponse head) throws IOException {
        messages++;
        memory.ifPresent(it -> it.take(text.size()));
        var message = Message.read(text, id, reader);
        memory.ifPresent(it -> it.giveBack(text.size()));
        switch (message) {
            case Message.Notification(var progress) ->
                progress.map(this::shown).ifPresent(request.origin().client()::progress);
            case Message.Request asked -> answer(asked);
            case Message.Result(var of) -> {
                if (of.equals(id)) {
                    reply = Optional.of(new Reply.Result());
                }
            }
            case Message.Failure(var of, var code, var words) -> {
                if (of.equals(id) || of.isEmpty()) {
                    reply = Optional.of(new Reply.Refusal(head, code, words));
                }
            }
        }
        return reply.isPresent();
    }

    private Progress shown(Progress progress) {
        var message = progress.message().map(words -> Failures.bounded(words, endpoint.hidden()));
        return new Progress(progress.reached(), progress.total(), message);
    }

    private void answer(Message.Request asked) throws IOException {
        if (asked.method().equals(PING) ? ++pings > MOST_PINGS : ++requests > MOST_REQUESTS) {
            throw new NotMcp("the MCP server asks for too much within one call");
        }
        var answer =
                switch (asked.method()) {
                    case PING -> PONG.formatted(asked.id());
                    case Message.QUESTION -> answered(asked);
                    default -> REFUSED.formatted(asked.id());
                };
        try {
            endpoint.send(
                    Outgoing.reply(endpoint, request.session(), answer),
                    (_, body) -> body.readNBytes(LONGEST_REFUSAL).length < LONGEST_REFUSAL);
        } catch (Unreachable | NotExchanged gone) {
            // The call itself was sent.
            throw new EOFException("the MCP server asks and cannot be answered");
        }
    }

    /** Waits for the user with the connection of the call, as the other server does. */
    private String answered(Message.Request asked) throws IOException {
        var questions = request.origin().questions();
        if (questions.isEmpty() || asking.isEmpty() || !(request.session() instanceof Session.Legacy)) {
            return REFUSED.formatted(asked.id());
        }
        var principal = questions.get().principal();
        var none = asking.get().take(principal);
        if (none.isPresent()) {
            return UNASKED.formatted(asked.id(), Message.quoted(questions.get().refuse(none.get())));
        }
        try {
            return switch (questions.get().inCall(asked.params(), endpoint)) {
                case UserQuestions.Reply.Answer(var json) -> ANSWER.formatted(asked.id(), json);
                case UserQuestions.Reply.Unasked(var why) -> UNASKED.formatted(asked.id(), Message.quoted(why));
            };
        } catch (InterruptedException over) {
            Thread.currentThread().interrupt();
            throw (IOException) new InterruptedIOException("the call has ended").initCause(over);
        } finally {
            asking.get().release(principal);
        }
    }

    private boolean refusal(FetchResponse head, InputStream body) throws IOException {
        var bytes = body.readNBytes(LONGEST_REFUSAL);
        text.resetTo(0);
        text.raw(bytes);
        reply = Optional.of(
                failure(head).orElseGet(() -> new Reply.Refusal(head, OptionalInt.empty(), words(head, bytes))));
        return bytes.length < LONGEST_REFUSAL;
    }

    private Optional<Reply> failure(FetchResponse head) {
        try {
            return Message.read(text, id, ResultReader.IGNORED) instanceof Message.Failure failure
                    ? Optional.of(new Reply.Refusal(head, failure.code(), failure.message()))
                    : Optional.empty();
        } catch (NotMcp other) {
            return Optional.empty();
        }
    }

    /** The body, unless it is one for people to look at. */
    private static String words(FetchResponse head, byte[] bytes) {
        var type = type(head);
        return type.contains("json") || type.startsWith("text/plain")
                ? new String(bytes, StandardCharsets.UTF_8)
                : head.statusText();
    }

    private static String type(FetchResponse head) {
        return head.header("content-type").orElse("").toLowerCase(Locale.ROOT);
    }
}
