package dev.hyperterse.cli.dev;

import dev.hyperterse.runtime.Replica;
import dev.hyperterse.runtime.live.LiveCatalog;
import dev.hyperterse.runtime.mcp.SessionEra.Listening;
import dev.hyperterse.runtime.mcp.call.Answer;
import dev.hyperterse.runtime.mcp.call.CallStream;
import dev.hyperterse.runtime.mcp.call.Caller;
import dev.hyperterse.runtime.mcp.call.ErrorAnswers;
import dev.hyperterse.runtime.mcp.call.RpcError;
import dev.hyperterse.runtime.mcp.stream.EventSink;
import dev.hyperterse.runtime.mcp.stream.EventStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.locks.ReentrantLock;

/**
 * MCP over standard input and output, as desktop clients start servers: a message a line, and for clients that begin one a
 * session for as long as the input is open. The messages are answered by the same code as posted ones, and no longer than these may be.
 */
public final class StdioEndpoint {
    private final Replica replica;
    private final OutputStream out;
    private final ReentrantLock writing = new ReentrantLock();
    private volatile Optional<String> sessionId = Optional.empty();

    public StdioEndpoint(Replica replica, OutputStream out) {
        this.replica = replica;
        this.out = out;
    }

    /** Serves until the input ends and every call that came in has been answered. */
    public void serve(InputStream in) throws IOException {
        var lines = new MessageLines(in);
        try (ExecutorService calls = Executors.newVirtualThreadPerTaskExecutor()) {
            for (var line = lines.next(most()); line.isPresent(); line = lines.next(most())) {
                switch (line.get()) {
                    case MessageLines.Line.TooLong() -> refuse();
                    case MessageLines.Line.Message message when message.isBlank() -> {}
                    case MessageLines.Line.Message message
                    when sessionId.isEmpty()
                            && !replica.eras().standsByItself(message.bytes(), message.bytes().length) ->
                        // Nothing can be meant for the session before initialize is answered.
                        answer(message.bytes());
                    case MessageLines.Line.Message message -> calls.submit(() -> answer(message.bytes()));
                }
            }
            // Before the calls end: what they ask their client is not answered any more.
            replica.eras().closeStreams();
        } finally {
            replica.eras().closeStreams();
        }
    }

    private long most() {
        return live().settings().limits().maxRequestSize();
    }

    /** A replica has its first catalog before it exists. */
    private LiveCatalog live() {
        return replica.catalogs().current().orElseThrow();
    }

    /** Its id, if it had one, is somewhere in what was not kept. */
    private void refuse() {
        var answer = ErrorAnswers.unaddressed(RpcError.tooLarge());
        write(answer.bytes(), answer.length());
    }

    private void answer(byte[] message) {
        var caller = caller();
        var answer = replica.eras().post(message, message.length, caller, live(), new Notices());
        try {
            if (answer instanceof Answer.Opened(var stream, var _)) {
                write(stream, new Events());
            } else if (answer.isAwaited()) {
                write(answer.bytes(), answer.length());
            }
            answer.sessionId().ifPresent(this::begin);
        } finally {
            answer.release();
        }
    }

    private void begin(String id) {
        var first = sessionId.isEmpty();
        sessionId = Optional.of(id);
        if (first) {
            Thread.ofVirtual().name("stdio notifications").start(this::listen);
        }
    }

    /** Comes back to the stream, which a reload may end, as a client of HTTP does: no change of a list is missed in between. */
    private void listen() {
        var events = new Events();
        while (replica.eras().listen(caller(), live(), Integer.MAX_VALUE) instanceof Listening.Open(var stream)) {
            write(stream, events);
        }
    }

    private void write(EventStream stream, Events events) {
        try {
            stream.begin(events.last, () -> events).write();
        } catch (IOException closed) {
            // The client that reads this output is gone; the input ends as well.
        }
    }

    private Caller caller() {
        return Caller.ofPipe(sessionId, this);
    }

    /** A message must not contain a line break; between JSON tokens a space is as good. */
    private void write(byte[] message, int length) {
        var line = new byte[length + 1];
        for (var at = 0; at < length; at++) {
            line[at] = message[at] == '\n' || message[at] == '\r' ? (byte) ' ' : message[at];
        }
        line[length] = '\n';
        writing.lock();
        try {
            out.write(line);
            out.flush();
        } catch (IOException closed) {
            // The reader of the output is gone; the input ends as well.
        } finally {
            writing.unlock();
        }
    }

    private final class Notices implements CallStream {
        @Override
        public void calling() {
            // Here every answer is a line like any other.
        }

        @Override
        public void notice(byte[] message) {
            write(message, message.length);
        }

        @Override
        public void onDisconnect(Runnable disconnected) {
            // The process ends with its only client.
        }

        @Override
        public boolean open() {
            return true;
        }
    }

    private final class Events implements EventSink {
        private Optional<String> last = Optional.empty();

        @Override
        public void prime(String eventId, boolean primed) {
            last = Optional.of(eventId);
        }

        @Override
        public void event(String eventId, byte[] message) {
            last = Optional.of(eventId);
            write(message, message.length);
        }

        @Override
        public void message(byte[] message) {
            write(message, message.length);
        }

        @Override
        public void comment() {
            // A pipe needs no sign of life.
        }

        @Override
        public void close() {
            // The pipe outlives the stream: answers go the same way.
        }
    }
}
