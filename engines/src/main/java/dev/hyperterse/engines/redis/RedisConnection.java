package dev.hyperterse.engines.redis;

import dev.hyperterse.calls.binding.BoundCommand;
import dev.hyperterse.calls.fetch.address.AddressesInTurn;
import dev.hyperterse.calls.fetch.address.NameService;
import dev.hyperterse.calls.memory.ResultBuffer;
import dev.hyperterse.engines.FailureReason;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.SSLSocketFactory;

/** One connection to a node, logged in; used by one call at a time. */
final class RedisConnection {
    private final NodeAddress address;
    /** The plain socket: closing the encrypted one would wait for a write that is stuck. */
    private final Socket socket;

    private final ReplyInput in;
    private final OutputStream out;
    private final boolean cluster;
    private final long madeAt = System.nanoTime();
    private long usedAt = madeAt;

    private RedisConnection(NodeAddress address, Socket socket, RedisSettings settings) throws IOException {
        this.address = address;
        this.socket = socket;
        var secured = settings.tls().isPresent()
                ? encrypted(socket, address, settings.tls().get(), settings.hostNames())
                : socket;
        this.in = new ReplyInput(secured.getInputStream());
        this.out = new BufferedOutputStream(secured.getOutputStream());
        this.cluster = enter(settings);
    }

    /**
     * @param millis how long all of it may take
     * @throws RefusedConnection when the engine refuses the connection
     */
    static RedisConnection open(NodeAddress address, RedisSettings settings, long millis) throws IOException {
        return open(address, NameService.SYSTEM, settings, millis);
    }

    /** @param names resolve the host of the node to addresses, in the order in which they are tried */
    static RedisConnection open(NodeAddress address, NameService names, RedisSettings settings, long millis)
            throws IOException {
        var end = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(millis);
        var addresses = names.addresses(address.host());
        var socket = AddressesInTurn.connect(
                addresses,
                millisUntil(end),
                (at, share) -> connected(new InetSocketAddress(at, address.port()), share));
        try {
            socket.setSoTimeout(millisUntil(end));
            var connection = new RedisConnection(address, socket, settings);
            socket.setSoTimeout(0);
            return connection;
        } catch (IOException | RuntimeException failed) {
            socket.close();
            throw failed;
        }
    }

    private static Socket connected(InetSocketAddress at, int millis) throws IOException {
        var socket = new Socket();
        try {
            socket.setTcpNoDelay(true);
            socket.setKeepAlive(true);
            socket.connect(at, millis);
            return socket;
        } catch (IOException | RuntimeException failed) {
            socket.close();
            throw failed;
        }
    }

    private static int millisUntil(long end) throws IOException {
        var left = TimeUnit.NANOSECONDS.toMillis(end - System.nanoTime());
        if (left <= 0) {
            throw new SocketTimeoutException("no connection in time");
        }
        return (int) Math.min(left, Integer.MAX_VALUE);
    }

    private static SSLSocket encrypted(Socket plain, NodeAddress address, SSLSocketFactory sockets, boolean hostNames)
            throws IOException {
        var encrypted = (SSLSocket) sockets.createSocket(plain, address.host(), address.port(), true);
        if (hostNames) {
            var parameters = encrypted.getSSLParameters();
            parameters.setEndpointIdentificationAlgorithm("HTTPS");
            encrypted.setSSLParameters(parameters);
        }
        encrypted.startHandshake();
        return encrypted;
    }

    /** @return whether the node belongs to a cluster */
    private boolean enter(RedisSettings settings) throws IOException {
        var hello = new ArrayList<>(List.of("HELLO", "3"));
        settings.password()
                .current()
                .ifPresent(password ->
                        hello.addAll(List.of("AUTH", settings.username().orElse("default"), password)));
        if (!(ask(hello) instanceof List<?> properties)) {
            throw new UnexpectedReply("a reply to HELLO");
        }
        if (settings.database() != 0) {
            ask(List.of("SELECT", Integer.toString(settings.database())));
        }
        // A node that is still loading its data responds to HELLO but not to other commands.
        ask(List.of("PING"));
        var mode = properties.indexOf("mode") + 1;
        return mode > 0 && mode < properties.size() && properties.get(mode).equals("cluster");
    }

    /** Runs a command of this client itself. */
    private Object ask(List<String> command) throws IOException {
        write(command.stream().map(it -> it.getBytes(StandardCharsets.UTF_8)).toList());
        out.flush();
        return in.own();
    }

    NodeAddress address() {
        return address;
    }

    boolean ofCluster() {
        return cluster;
    }

    long madeAt() {
        return madeAt;
    }

    long usedAt() {
        return usedAt;
    }

    void used() {
        usedAt = System.nanoTime();
    }

    /** Whether the node still responds on this connection. */
    boolean answers(long millis) {
        try {
            socket.setSoTimeout(Math.clamp(millis, 1, Integer.MAX_VALUE));
            ask(List.of("PING"));
            socket.setSoTimeout(0);
            return true;
        } catch (IOException gone) {
            return false;
        }
    }

    /** @param asking whether the node has to serve a key that is being migrated to it */
    void send(BoundCommand command, boolean asking) throws IOException {
        if (asking) {
            write(List.of("ASKING".getBytes(StandardCharsets.US_ASCII)));
        }
        write(command.arguments());
        out.flush();
    }

    /** Reads the reply: returns an error of the engine, or writes the rows. */
    Optional<ErrorReply> receive(boolean asking, ReplyRows rows) throws IOException {
        if (asking) {
            in.own();
        }
        return rows.write();
    }

    ReplyRows rows(BoundCommand command, int maxRows, ResultBuffer result) {
        return new ReplyRows(in, maxRows, command.memory(), result);
    }

    private void write(List<byte[]> arguments) throws IOException {
        line('*', arguments.size());
        for (var argument : arguments) {
            line('$', argument.length);
            out.write(argument);
            out.write('\r');
            out.write('\n');
        }
    }

    private void line(char type, int number) throws IOException {
        out.write(type);
        out.write(Integer.toString(number).getBytes(StandardCharsets.US_ASCII));
        out.write('\r');
        out.write('\n');
    }

    /** Closes the connection immediately, also while a call uses it; never blocks. */
    void abort() {
        try {
            socket.close();
        } catch (IOException alreadyGone) {
            // It is closed already.
        }
    }

    /** The reason why there is no connection; names no host, user or secret. */
    static String reason(IOException failure) {
        return switch (failure) {
            case RefusedConnection refused -> refused.reason();
            case UnexpectedReply _ -> "the database does not speak RESP3, or asks for TLS";
            default -> FailureReason.of(failure);
        };
    }
}
