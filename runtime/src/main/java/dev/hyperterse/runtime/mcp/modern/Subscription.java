package dev.hyperterse.runtime.mcp.modern;

import dev.hyperterse.runtime.live.LiveCatalog;
import dev.hyperterse.runtime.mcp.result.ResultFrame;
import dev.hyperterse.runtime.mcp.stream.EventSink;
import dev.hyperterse.runtime.mcp.stream.EventStream;
import dev.hyperterse.runtime.mcp.stream.Notice;
import dev.hyperterse.runtime.mcp.stream.NotificationFilter;
import dev.hyperterse.runtime.mcp.stream.NotificationSink;
import dev.hyperterse.runtime.mcp.stream.OpenStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.Set;

/**
 * One listening client. Refers to nothing of its request, whose memory is released.
 *
 * @param id of the request, as JSON text
 * @param frame of the result that ends it
 * @param released releases the memory of its filter
 */
record Subscription(String id, SubscriptionFilter filter, ResultFrame frame, Runnable released)
        implements NotificationFilter {
    private static final String ID = "io.modelcontextprotocol/subscriptionId";

    @Override
    public boolean includesList(Notice list) {
        return filter.lists().contains(list);
    }

    @Override
    public Set<String> resources() {
        return filter.resources();
    }

    @Override
    public boolean includesResource(String uri) {
        return filter.resources().contains(uri);
    }

    @Override
    public boolean isOver(LiveCatalog live) {
        return false;
    }

    void release() {
        released.run();
    }

    /** @param forget releases the place of the stream */
    EventStream stream(OpenStream opened, Runnable forget) {
        return new EventStream() {
            @Override
            public Begun begin(Optional<String> lastEventId, EventSink.Opening opening) throws IOException {
                boolean begun = false;
                try {
                    var messages = new Messages(opened, opening.open());
                    begun = true;
                    return () -> write(messages);
                } finally {
                    if (!begun) {
                        over();
                    }
                }
            }

            private void write(Messages messages) throws IOException {
                try {
                    opened.notifier().run(messages);
                } finally {
                    over();
                }
            }

            private void over() {
                forget.run();
                release();
            }

            @Override
            public void end() {
                opened.notifier().close();
            }
        };
    }

    private String meta() {
        return "\"" + ID + "\":" + id;
    }

    private byte[] acknowledgement() {
        return bytes(
                "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/subscriptions/acknowledged\",\"params\":{\"_meta\":{"
                        + meta() + "},\"notifications\":" + filter.json() + "}}");
    }

    private byte[] result() {
        return bytes("{\"jsonrpc\":\"2.0\",\"id\":" + id + ",\"result\":{"
                + new String(frame.opening(), StandardCharsets.UTF_8) + "\"_meta\":{"
                + new String(frame.meta(), StandardCharsets.UTF_8) + "," + meta() + "}}}");
    }

    private static byte[] bytes(String json) {
        return json.getBytes(StandardCharsets.UTF_8);
    }

    private final class Messages implements NotificationSink {
        private final OpenStream opened;
        private final EventSink sink;

        private Messages(OpenStream opened, EventSink sink) {
            this.opened = opened;
            this.sink = sink;
        }

        @Override
        public void begin() throws IOException {
            sink.message(acknowledgement());
        }

        @Override
        public void notification(Notice notice, Optional<String> uri) throws IOException {
            if (!opened.isCancelled()) {
                sink.message(notice.message(uri, meta()));
            }
        }

        @Override
        public void comment() throws IOException {
            sink.comment();
        }

        @Override
        public void close() throws IOException {
            if (!opened.isCancelled()) {
                sink.message(result());
            }
            sink.close();
        }
    }
}
