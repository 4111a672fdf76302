package dev.hyperterse.engines.mcp;

import dev.hyperterse.calls.fetch.FetchResponse;
import dev.hyperterse.calls.fetch.Unreachable;
import dev.hyperterse.calls.memory.Reservation;
import dev.hyperterse.calls.memory.ResultBuffer;
import dev.hyperterse.calls.turn.QuestionSlots;
import dev.hyperterse.engines.http.CallerEndpoint;
import dev.hyperterse.engines.http.token.NotExchanged;
import dev.hyperterse.engines.mcp.message.Greeting;
import dev.hyperterse.engines.mcp.message.NotMcp;
import dev.hyperterse.engines.mcp.message.Reply;
import dev.hyperterse.engines.mcp.message.ResultReader;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;

/**
 * The client of another server. It finds out which era the server speaks, first the one without sessions, and remembers it;
 * a session is begun once and shared by calls of its caller until the server does not know it any more.
 */
final class McpClient {
    private static final List<String> SESSION_VERSIONS =
            List.of("2025-11-25", "2025-06-18", "2025-03-26", "2024-11-05");

    private final CallerEndpoint endpoint;
    private final Courtesy courtesy;
    private final Optional<QuestionSlots> asking;
    private final AtomicLong ids = new AtomicLong();
    private final ReentrantLock beginning = new ReentrantLock();
    /** Cancellations have no permit of the adapter; beyond these, the lost connection has to tell the server. */
    private final Semaphore cancellations = new Semaphore(4);

    private final AtomicReference<Optional<Session>> session = new AtomicReference<>(Optional.empty());

    /** Whether the server did not answer what only one era knows: some servers of the other one wait then. */
    private volatile boolean unanswered;

    /**
     * @param courtesy for what is sent beside calls
     * @param asking slots of calls that wait for users; absent where the server must not ask them
     * @param expectsSessions as another client of the server has found out
     */
    McpClient(CallerEndpoint endpoint, Courtesy courtesy, Optional<QuestionSlots> asking, boolean expectsSessions) {
        this.endpoint = endpoint;
        this.courtesy = courtesy;
        this.asking = asking;
        this.unanswered = expectsSessions;
    }

    CallerEndpoint endpoint() {
        return endpoint;
    }

    /** Whether the server has sessions, as far as that is known. */
    boolean expectsSessions() {
        return unanswered
                || session.get().filter(Session.Legacy.class::isInstance).isPresent();
    }

    /** The buffer for messages, and the memory for reading them. */
    record Space(ResultBuffer text, Optional<Reservation> memory) {}

    /**
     * Sends a request in the current session, and begins one where there is none.
     *
     * @param repeated arguments that the modern era repeats in headers
     * @param params the members of its parameters
     * @throws NoSession when the server begins none
     */
    Sent send(
            String method,
            Optional<String> name,
            Supplier<Map<String, String>> repeated,
            String params,
            CallOrigin origin,
            ResultReader reader,
            Space space)
            throws IOException, Lost, NoSession, InterruptedException {
        var current = current(space);
        var id = Long.toString(ids.incrementAndGet());
        var request = new Outgoing(current, Optional.of(id), method, name, repeated, params, origin);
        try {
            return new Sent(current, exchange(request, reader, space).reply());
        } catch (IOException lost) {
            throw new Lost(current, id, lost);
        }
    }

    /** Whether the server has declared a capability in the current session; one is begun where there is none. */
    boolean declares(String capability, Space space) throws IOException, NoSession, InterruptedException {
        return current(space).capabilities().contains(capability);
    }

    /** A request and the session that it was sent in. */
    record Sent(Session session, Reply reply) {}

    /** The connection was lost, or the other side does not speak the protocol, when a request may have been sent. */
    static final class Lost extends Exception {
        private static final long serialVersionUID = 1L;

        private final transient Session session;
        private final String id;

        private Lost(Session session, String id, IOException why) {
            super(why);
            this.session = session;
            this.id = id;
        }

        IOException why() {
            return (IOException) getCause();
        }
    }

    /** The server begins no session. */
    static final class NoSession extends Exception {
        private static final long serialVersionUID = 1L;

        private final transient Reply.Refusal refusal;

        private NoSession(Reply.Refusal refusal) {
            this.refusal = refusal;
        }

        Reply.Refusal refusal() {
            return refusal;
        }
    }

    /** The next request begins another session, unless that has happened already. */
    private void forget(Session unknown) {
        session.updateAndGet(known -> known.filter(current -> current != unknown));
    }

    /** Forgets the session or era of a refused request if the server does not know it. @return whether it does not */
    boolean forgetIfUnknown(Session in, Reply.Refusal refusal, Space space) {
        var unknown = refusal.isOfSession() && (in.isUnknown(refusal) || isRefused(in, space));
        if (unknown) {
            forget(in);
        }
        return unknown;
    }

    /**
     * Whether the server refuses whatever is sent in the session or era, by a question that it has to answer: a refused call
     * may be that of a tool that failed. One that does not answer in time refuses nothing.
     */
    private boolean isRefused(Session in, Space space) {
        if (session.get().filter(current -> current == in).isEmpty()) {
            return true;
        }
        var question = in instanceof Session.Modern ? "server/discover" : "ping";
        try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            var asked = threads.submit(() -> exchange(request(in, question, ""), ResultReader.IGNORED, space));
            try {
                return asked.get(courtesy.longest().toNanos(), TimeUnit.NANOSECONDS)
                                        .reply()
                                instanceof Reply.Refusal refusal
                        && refusal.isOfSession();
            } catch (ExecutionException | TimeoutException unanswered) {
                return false;
            } catch (InterruptedException over) {
                Thread.currentThread().interrupt();
                return false;
            } finally {
                // The interrupt closes the connection.
                asked.cancel(true);
            }
        }
    }

    /** Sends the cancellation of a request that was sent in a session; without a session, closing the connection cancels it. */
    void cancel(Lost lost) {
        if (lost.session instanceof Session.Legacy legacy && cancellations.tryAcquire()) {
            courtesy.inBackground(() -> {
                try {
                    cancel(legacy, lost.id);
                } finally {
                    cancellations.release();
                }
            });
        }
    }

    private void cancel(Session.Legacy legacy, String id) throws IOException {
        var cancelled = new Outgoing(
                legacy,
                Optional.empty(),
                "notifications/cancelled",
                Optional.empty(),
                Map::of,
                "\"requestId\":" + id,
                CallOrigin.NONE);
        endpoint.tell(cancelled.at(endpoint));
    }

    /** Ends the session. */
    void end() throws IOException {
        var known = session.get();
        if (known.isPresent()
                && known.get() instanceof Session.Legacy legacy
                && legacy.id().isPresent()) {
            endpoint.tell(Outgoing.end(endpoint, legacy));
        }
    }

    private Session current(Space space) throws IOException, NoSession, InterruptedException {
        var known = session.get();
        if (known.isPresent()) {
            return known.get();
        }
        // Before the lock: a call that ends while another fetches the token has not asked the server,
        // and must not count as its silence.
        endpoint.awaitToken();
        beginning.lockInterruptibly();
        try {
            var other = session.get();
            if (other.isPresent()) {
                return other.get();
            }
            var begun = begin(space);
            session.set(Optional.of(begun));
            return begun;
        } finally {
            beginning.unlock();
        }
    }

    private Session begin(Space space) throws IOException, NoSession {
        var skipped = unanswered;
        if (!skipped) {
            var modern = modern(space);
            if (modern.isPresent()) {
                return modern.get();
            }
        }
        var greeting = new Greeting();
        var request = request(new Session.None(), "initialize", Outgoing.initialize(asking.isPresent()));
        var initialized = exchange(request, greeting, space);
        unanswered = false;
        return switch (initialized.reply()) {
            // The answer of the other era may only have been lost.
            case Reply.Refusal refusal
            when skipped && !endsTheSearch(refusal) -> modern(space).orElseThrow(() -> new NoSession(refusal));
            case Reply.Refusal refusal -> throw new NoSession(refusal);
            case Reply.Result _ -> {
                var begun = new Session.Legacy(version(greeting), id(initialized.response()), greeting.capabilities());
                exchange(
                        new Outgoing(
                                begun,
                                Optional.empty(),
                                "notifications/initialized",
                                Optional.empty(),
                                Map::of,
                                "",
                                CallOrigin.NONE),
                        ResultReader.IGNORED,
                        space);
                yield begun;
            }
        };
    }

    /** The era without sessions, if the server speaks it. */
    private Optional<Session> modern(Space space) throws IOException, NoSession {
        unanswered = true;
        var modern = new Session.Modern(Set.of());
        var greeting = new Greeting();
        var reply = discovered(modern, greeting, space);
        unanswered = false;
        if (reply instanceof Reply.Refusal refusal && endsTheSearch(refusal)) {
            throw new NoSession(refusal);
        }
        return reply instanceof Reply.Result && greeting.versions().contains(Session.MODERN_VERSION)
                ? Optional.of(new Session.Modern(greeting.capabilities()))
                : Optional.empty();
    }

    private static boolean endsTheSearch(Reply.Refusal refusal) {
        return refusal.isOfCredentials() || refusal.isForNow();
    }

    /** A server that could not be asked has left no question unanswered. */
    private Reply discovered(Session.Modern modern, Greeting greeting, Space space) throws IOException {
        try {
            return tried(modern, "server/discover", "", greeting, space);
        } catch (Unreachable | NotExchanged notAsked) {
            unanswered = false;
            throw notAsked;
        }
    }

    /** An answer that is no message of the protocol counts: it is that of a server of another era. */
    private Reply tried(Session of, String method, String params, ResultReader reader, Space space) throws IOException {
        try {
            return exchange(request(of, method, params), reader, space).reply();
        } catch (NotMcp other) {
            return new Reply.Result();
        }
    }

    private Outgoing request(Session of, String method, String params) {
        var id = Long.toString(ids.incrementAndGet());
        return new Outgoing(of, Optional.of(id), method, Optional.empty(), Map::of, params, CallOrigin.NONE);
    }

    private McpExchange.Answered exchange(Outgoing request, ResultReader reader, Space space) throws IOException {
        space.text().resetTo(0);
        return new McpExchange(endpoint, request, reader, space.text(), space.memory(), asking).send();
    }

    private static String version(Greeting greeting) throws NotMcp {
        return greeting.versions().stream()
                .filter(SESSION_VERSIONS::contains)
                .findFirst()
                .orElseThrow(
                        () -> new NotMcp("the MCP server speaks no version of the protocol that is supported here"));
    }

    private static Optional<String> id(FetchResponse response) throws NotMcp {
        var id = response.header("mcp-session-id");
        if (id.filter(it -> !it.matches("[\\x21-\\x7e]{1,1024}")).isPresent()) {
            throw new NotMcp("the id of the session of the MCP server is malformed");
        }
        return id;
    }
}
