package dev.hyperterse.bench.execute;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Arrays;

/**
 * Asks a contender over so many connections at once, one question after the other on each, from one thread. It reads of
 * an answer only where it ends and whether it is one of the answers that were checked before.
 */
final class Load {
    private static final int REQUESTS = 1000;
    private static final int LARGEST_ANSWER = 4 << 20;
    private static final byte[] LENGTH = "content-length:".getBytes(StandardCharsets.US_ASCII);

    private static final byte[] LAST_CHUNK = "\r\n0\r\n\r\n".getBytes(StandardCharsets.US_ASCII);
    private static final int CHUNKED = -1;

    private final byte[][] requests = new byte[REQUESTS][];
    private final int port;
    /** How often an answer took so many microseconds. */
    private final int[] histogram = new int[1_000_000];

    private long calls;

    Load(Contender contender) {
        this.port = contender.port();
        for (var index = 0; index < REQUESTS; index++) {
            requests[index] = contender.request(1 + index * 7 % Orders.COUNT);
        }
    }

    Figures run(int connections, Duration duration) throws IOException {
        Arrays.fill(histogram, 0);
        calls = 0;
        var begin = System.nanoTime();
        var end = begin + duration.toNanos();
        try (var selector = Selector.open()) {
            var open = new SocketChannel[connections];
            for (var index = 0; index < connections; index++) {
                open[index] = SocketChannel.open(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
                open[index].setOption(StandardSocketOptions.TCP_NODELAY, true);
                open[index].configureBlocking(false);
                var caller = new Caller(open[index], index);
                open[index].register(selector, SelectionKey.OP_READ, caller);
                caller.ask();
            }
            while (System.nanoTime() - end < 0) {
                selector.select(key -> ((Caller) key.attachment()).answered(), 100);
            }
            for (var channel : open) {
                channel.close();
            }
        }
        var seconds = (System.nanoTime() - begin) / 1e9;
        return new Figures(
                calls / seconds, percentile(0.5), percentile(0.9), percentile(0.99), percentile(0.999), calls);
    }

    private double percentile(double share) {
        var left = (long) (calls * share);
        for (var micros = 0; micros < histogram.length; micros++) {
            left -= histogram[micros];
            if (left < 0) {
                return micros / 1000.0;
            }
        }
        return histogram.length / 1000.0;
    }

    /** One connection. */
    private final class Caller {
        private final SocketChannel channel;
        private final ByteBuffer buffer = ByteBuffer.allocate(LARGEST_ANSWER);
        private int next;
        private long asked;

        Caller(SocketChannel channel, int first) {
            this.channel = channel;
            this.next = first * 13;
        }

        void ask() throws IOException {
            var request = ByteBuffer.wrap(requests[next++ % REQUESTS]);
            asked = System.nanoTime();
            while (request.hasRemaining()) {
                channel.write(request);
            }
        }

        void answered() {
            try {
                if (channel.read(buffer) < 0) {
                    throw new IOException("the server closed a connection");
                }
                if (complete()) {
                    var micros = (System.nanoTime() - asked) / 1000;
                    histogram[(int) Math.min(micros, histogram.length - 1)]++;
                    calls++;
                    buffer.clear();
                    ask();
                }
            } catch (IOException failed) {
                throw new IllegalStateException("a call failed under load", failed);
            }
        }

        private boolean complete() throws IOException {
            var bytes = buffer.array();
            var length = buffer.position();
            for (var at = 3; at < length; at++) {
                if (bytes[at] == '\n' && bytes[at - 1] == '\r' && bytes[at - 2] == '\n' && bytes[at - 3] == '\r') {
                    if (bytes[9] != '2') {
                        throw new IOException(new String(bytes, 0, length, StandardCharsets.UTF_8));
                    }
                    var content = contentLength(bytes, at);
                    return content == CHUNKED ? endsWithLastChunk(bytes, length) : length == at + 1 + content;
                }
            }
            return false;
        }

        /** A server that takes long may answer as a stream of chunks. */
        private static boolean endsWithLastChunk(byte[] bytes, int length) {
            return length > LAST_CHUNK.length
                    && Arrays.equals(bytes, length - LAST_CHUNK.length, length, LAST_CHUNK, 0, LAST_CHUNK.length);
        }

        private static int contentLength(byte[] bytes, int end) {
            for (var at = 0; at < end - LENGTH.length; at++) {
                if (isLength(bytes, at)) {
                    var number = 0;
                    for (var digit = at + LENGTH.length; bytes[digit] != '\r'; digit++) {
                        number = bytes[digit] == ' ' ? number : number * 10 + bytes[digit] - '0';
                    }
                    return number;
                }
            }
            return CHUNKED;
        }

        private static boolean isLength(byte[] bytes, int at) {
            for (var index = 0; index < LENGTH.length; index++) {
                if ((bytes[at + index] | 0x20) != (LENGTH[index] | 0x20)) {
                    return false;
                }
            }
            return true;
        }
    }
}
