package dev.hyperterse.runtime.mcp.legacy.stream;

import dev.hyperterse.runtime.mcp.legacy.session.Session;
import dev.hyperterse.runtime.mcp.stream.EventSink;
import dev.hyperterse.runtime.mcp.stream.Notice;
import dev.hyperterse.runtime.mcp.stream.NotificationSink;
import dev.hyperterse.runtime.mcp.stream.OpenStream;
import java.io.IOException;
import java.util.Optional;

/** The open stream of one session. Its events have ids, by which the client can resume on any replica. */
final class ListeningStream {
    private final Session session;
    private final String id;
    private final OpenStream opened;
    private String heard;
    private long written;

    /** Belongs to the current thread. */
    ListeningStream(Session session, String id, OpenStream opened) {
        this.session = session;
        this.id = id;
        this.opened = opened;
        this.heard = opened.position();
    }

    Session session() {
        return session;
    }

    OpenStream opened() {
        return opened;
    }

    void end() {
        opened.notifier().close();
    }

    /** The revision that the client knows from the written events. */
    String heard() {
        return heard;
    }

    /** The client's position before it disconnected, as far as it is known. */
    void resumesAt(String position) {
        heard = position;
    }

    /** Writes until the stream ends, and closes it properly; throws if the peer is gone. */
    void run(EventSink sink) throws IOException {
        opened.notifier().run(new Events(sink));
    }

    /** While notifications are pending, the id has the former position: a client that reconnects then gets them. */
    private String nextEventId() {
        heard = opened.notifier().reached().orElse(heard);
        written++;
        return new EventId(id, heard, written).toString();
    }

    private final class Events implements NotificationSink {
        private final EventSink sink;

        private Events(EventSink sink) {
            this.sink = sink;
        }

        @Override
        public void begin() throws IOException {
            sink.prime(nextEventId(), session.ticket().version().primesStreams());
        }

        @Override
        public void notification(Notice notice, Optional<String> uri) throws IOException {
            sink.event(nextEventId(), notice.message(uri));
        }

        @Override
        public void comment() throws IOException {
            sink.comment();
        }

        @Override
        public void close() throws IOException {
            sink.close();
        }
    }
}
