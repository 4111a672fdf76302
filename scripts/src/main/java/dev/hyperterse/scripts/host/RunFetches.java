package dev.hyperterse.scripts.host;

import dev.hyperterse.calls.CallFailure;
import dev.hyperterse.calls.CallTrace;
import dev.hyperterse.calls.Stage;
import dev.hyperterse.calls.TracedRequest;
import dev.hyperterse.calls.deadline.CallScope;
import dev.hyperterse.calls.fetch.FetchRequest;
import dev.hyperterse.calls.fetch.FetchRequest.Header;
import dev.hyperterse.calls.fetch.FetchRequest.OnRedirect;
import dev.hyperterse.calls.fetch.FetchResponse;
import dev.hyperterse.calls.fetch.Fetches;
import dev.hyperterse.calls.memory.Reservation;
import dev.hyperterse.calls.memory.ResultBuffer;
import dev.hyperterse.scripts.exchange.ScriptAnswer;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.Supplier;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * The fetches of one run. A body stays outside of the realm until the script reads it, and is released with the run.
 */
public final class RunFetches implements AutoCloseable {
    private static final String TRACE = "traceparent";
    private static final JsonMapper JSON = JsonMapper.shared();

    /** Bytes of memory for a byte of a body as a text and as an argument. */
    private static final long AS_TEXT = 4;

    private final Fetches fetches;
    private final CallTrace trace;
    private final Supplier<ResultBuffer> buffers;
    private final Map<Integer, Body> unread = new HashMap<>();
    private boolean closed;

    public RunFetches(Fetches fetches, CallTrace trace, Supplier<ResultBuffer> buffers) {
        this.fetches = fetches;
        this.trace = trace;
        this.buffers = buffers;
    }

    /** The bytes of a response, and the other memory of the request. */
    private record Body(ResultBuffer buffer, Reservation memory) implements AutoCloseable {
        @Override
        public void close() {
            buffer.close();
            memory.close();
        }
    }

    /**
     * Begins to send a request.
     *
     * @param id of the promise, by which the script reads the body afterwards
     * @param body index of the argument with a text, an ArrayBuffer, or null
     * @param begin starts the request, unless too many are running
     */
    boolean fetch(
            int id,
            String request,
            HostArguments arguments,
            int body,
            Predicate<Function<CallScope, ScriptAnswer>> begin) {
        var buffer = buffers.get();
        var received = new Body(buffer, buffer.reservation());
        try {
            var sent = request(request, bytes(arguments, body, received));
            if (begin.test(scope -> response(id, sent, received, scope))) {
                return true;
            }
        } catch (CallFailure unsendable) {
            received.close();
            return begin.test(_ -> {
                throw unsendable;
            });
        } catch (RuntimeException malformed) {
            received.close();
            throw malformed;
        }
        received.close();
        return false;
    }

    private Answer response(int id, FetchRequest request, Body received, CallScope scope) {
        try {
            // A refused request has no span: its host is the script's, and may hold what a span must not show.
            var response = fetches.sends(request)
                    ? sent(request, received, scope)
                    : fetches.fetch(request, received.buffer(), scope);
            return new Answer(json(id, response, received.buffer().size(), keep(id, received)));
        } catch (RuntimeException | Error failed) {
            received.close();
            throw failed;
        }
    }

    private FetchResponse sent(FetchRequest request, Body received, CallScope scope) {
        return trace.request(TracedRequest.fetch(request.method(), request.url()), span -> {
            var got = fetches.fetch(traced(request, span), received.buffer(), scope);
            span.responded(got.status());
            return got;
        });
    }

    /** A script that sends a header of its own decides the trace that its request belongs to. */
    private static FetchRequest traced(FetchRequest request, CallTrace span) {
        return span.span()
                .filter(_ ->
                        request.headers().stream().noneMatch(it -> it.name().equals(TRACE)))
                .map(it -> request.with(new Header(TRACE, it.traceparent())))
                .orElse(request);
    }

    /** The head of the response; the script reads the body by its number. */
    private record Answer(String json) implements ScriptAnswer {
        @Override
        public void close() {
            // It holds nothing.
        }
    }

    private static FetchRequest request(String text, Optional<byte[]> body) {
        var given = JSON.readTree(text);
        var headers = new ArrayList<Header>();
        for (JsonNode pair : given.get("headers")) {
            headers.add(new Header(pair.get(0).asString(), pair.get(1).asString()));
        }
        try {
            return new FetchRequest(
                    given.get("method").asString(),
                    new URI(given.get("url").asString()),
                    headers,
                    body,
                    switch (given.get("redirect").asString()) {
                        case "manual" -> OnRedirect.RETURN;
                        case "error" -> OnRedirect.FAIL;
                        default -> OnRedirect.FOLLOW;
                    });
        } catch (URISyntaxException malformed) {
            throw new CallFailure(Stage.EXECUTION, "fetch: the URL is malformed");
        }
    }

    /** The body of a request has the same limit as that of a response. */
    private static Optional<byte[]> bytes(HostArguments arguments, int body, Body received) {
        if (arguments.isNull(body)) {
            return Optional.empty();
        }
        var isText = arguments.isText(body);
        var text = isText ? arguments.text(body) : "";
        var length = isText ? text.length() : arguments.byteCount(body);
        if (length > received.buffer().maxSize()) {
            throw new CallFailure(
                    Stage.EXECUTION,
                    "fetch: the body of the request is larger than %d bytes"
                            .formatted(received.buffer().maxSize()));
        }
        received.memory().take(AS_TEXT * length);
        return Optional.of(isText ? text.getBytes(StandardCharsets.UTF_8) : arguments.bytes(body));
    }

    private static String json(int id, FetchResponse response, int size, boolean kept) {
        var json = JSON.createObjectNode()
                .put("status", response.status())
                .put("statusText", response.statusText())
                .put("url", response.url().toString())
                .put("redirected", response.redirected())
                .put("body", kept ? id : 0)
                .put("size", size);
        var headers = json.putArray("headers");
        response.headers()
                .forEach(header -> headers.addArray().add(header.name()).add(header.value()));
        return json.toString();
    }

    /** Whether the run continues, so that the script may read the body. */
    private synchronized boolean keep(int id, Body body) {
        if (closed) {
            body.close();
            return false;
        }
        // A run that has broken out of its engine can use a number again.
        Optional.ofNullable(unread.put(id, body)).ifPresent(Body::close);
        return true;
    }

    private synchronized Optional<Body> take(int id) {
        return Optional.ofNullable(unread.remove(id));
    }

    /** The body as a text; it can be read once. */
    String text(int id) {
        try (var body = take(id).orElseThrow(RunFetches::none)) {
            var bytes = body.buffer();
            body.memory().take(AS_TEXT * bytes.size());
            var start = hasByteOrderMark(bytes) ? 3 : 0;
            return new String(bytes.array(), start, bytes.size() - start, StandardCharsets.UTF_8);
        }
    }

    /** A byte order mark is not part of the text. */
    private static boolean hasByteOrderMark(ResultBuffer bytes) {
        var array = bytes.array();
        return bytes.size() >= 3 && array[0] == (byte) 0xef && array[1] == (byte) 0xbb && array[2] == (byte) 0xbf;
    }

    /** Copies the body, which can be read once. @param target index of the argument with an ArrayBuffer of its size */
    void bytes(int id, HostArguments arguments, int target) {
        try (var body = take(id).orElseThrow(RunFetches::none)) {
            arguments.fill(
                    target,
                    ByteBuffer.wrap(body.buffer().array(), 0, body.buffer().size()));
        }
    }

    private static CallFailure none() {
        return new CallFailure(Stage.EXECUTION, "fetch: the body of the response was read already");
    }

    @Override
    public synchronized void close() {
        closed = true;
        unread.values().forEach(Body::close);
        unread.clear();
    }
}
