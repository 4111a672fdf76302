package dev.hyperterse.http.connection;

import dev.hyperterse.http.socket.BriefReads;
import io.helidon.common.buffers.BufferData;
import io.helidon.webserver.ConnectionContext;
import io.helidon.webserver.WebServerConfig;
import io.helidon.webserver.http1.Http1Config;
import io.helidon.webserver.http1.Http1ConnectionSelector;
import io.helidon.webserver.spi.ServerConnection;
import io.helidon.webserver.spi.ServerConnectionSelector;
import java.io.IOException;
import java.io.OutputStream;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;
import java.util.function.LongSupplier;

/** Connections of HTTP/1.1, so many at most, whose bytes are checked and timed before the server parses them. */
public final class StrictConnections implements ServerConnectionSelector, AutoCloseable {
    private static final Duration NEVER = Duration.ofDays(10_000);

    /**
     * Connections that are accepted but not yet counted, or counted no more but not yet closed. Further ones wait to be
     * accepted: each has a file, and where one is missing the server closes its listener for good (Helidon 4.5.0).
     */
    private static final int UNCOUNTED = 64;

    /**
     * Bodies are asked for at once. The server would otherwise take an answer that comes before it asked for the end of
     * the request, and what a client with {@code Expect: 100-continue} has sent already for the next one. Headers are
     * checked by {@link RequestHead}; the server would decode each for a second check (decision 0307).
     */
    private final ServerConnectionSelector http1 = Http1ConnectionSelector.builder()
            .config(Http1Config.builder()
                    .continueImmediately(true)
                    .validateRequestHeaders(false)
                    .build())
            .build();

    private final int sockets;
    private final OpenConnections open;
    private final RequestMemory requests;
    private final byte[] fullAnswer;
    private final ReadWatchdog watchdog;
    private final LongSupplier largestBody;

    /**
     * @param memory of all connections together
     * @param largestBody is asked for each body
     */
    public StrictConnections(ConnectionMemory memory, ReadLimits limits, Refusals refusals, LongSupplier largestBody) {
        BriefReads.require();
        this.sockets = memory.most() + UNCOUNTED;
        this.open = new OpenConnections(memory);
        this.requests = new RequestMemory(memory.requests(), open::closeOneWithARequest);
        this.fullAnswer = refusals.full();
        this.watchdog = new ReadWatchdog(open, limits, refusals.late());
        this.largestBody = largestBody;
    }

    /**
     * Lets a listener take these connections and no others. The server's own timeout of idle connections reads the time
     * of day, counts the time of a call, and may interrupt a request that has just arrived; {@link ReadLimits#idle} does
     * not.
     */
    public WebServerConfig.Builder serve(WebServerConfig.Builder listener) {
        return listener.addConnectionSelector(this)
                // A socket of NIO has a buffer more, and so has a response: most of what an idle stream would hold.
                .useNio(false)
                .writeBufferSize(0)
                .maxTcpConnections(sockets)
                // The selector that the server would discover does not check connections.
                .protocolsDiscoverServices(false)
                .idleConnectionTimeout(NEVER)
                .idleConnectionPeriod(NEVER);
    }

    /** How the end of one connection is noticed while its request is answered. */
    @FunctionalInterface
    public interface Watch {
        /**
         * Runs an action when the connection ends before its answer. A thread of its own reads ahead for that; bytes
         * that arrive belong to the next request. Another thread than that of the request may call this while the
         * request's thread does not read.
         */
        void onEnd(Runnable ended);
    }

    /** Of the connection whose request is answered on this thread. */
    public static Watch watch() {
        return StrictConnection.CURRENT.get()::onEnd;
    }

    /** A response in chunks whose head and first chunk are sent. */
    @FunctionalInterface
    public interface BegunResponse {
        void writeRest() throws IOException;
    }

    /** Writes the rest of the response that was begun on this thread. */
    public static OutputStream rest() {
        return StrictConnection.CURRENT.get().rest();
    }

    /**
     * Throw it to end the routing of the request on this thread, whose response is then completed by its connection. A
     * thread that waits within the routing holds three times the stack, and all of the request and the response.
     *
     * @param isShallow whether nothing was waited for within the routing; the stream of a first request then counts as
     *     a part of a connection
     * @param last whether the response has announced that the connection ends with it
     */
    public static RuntimeException withoutRouting(BegunResponse response, boolean isShallow, boolean last) {
        return new StrictConnection.Unwound(Optional.of(response), isShallow, last);
    }

    /** The bytes that requests hold of the memory that all share. */
    public long heldByRequests() {
        return requests.held();
    }

    /** How many are open. */
    public int open() {
        return open.count();
    }

    /** How many may send events at a time, while those that do have what they have. */
    public int mostStreams() {
        return open.mostStreams();
    }

    /** How many may be open while as many of them send events as do now. */
    public int most() {
        return open.most();
    }

    @Override
    public int bytesToIdentifyConnection() {
        return 0;
    }

    /** The only selector of its listener. */
    @Override
    public Support supports(BufferData data) {
        return Support.SUPPORTED;
    }

    @Override
    public Set<String> supportedApplicationProtocols() {
        return http1.supportedApplicationProtocols();
    }

    @Override
    public ServerConnection connection(ConnectionContext context) {
        var memory = requests.share();
        var arrivals = new Arrivals(context.serverSocket(), memory);
        var bytes = new RequestBytes(arrivals, largestBody, memory);
        var strict = new StrictContext(context, bytes, arrivals.sending());
        return new StrictConnection(http1.connection(strict), strict, arrivals, bytes, open, fullAnswer);
    }

    @Override
    public void close() {
        watchdog.close();
    }
}
