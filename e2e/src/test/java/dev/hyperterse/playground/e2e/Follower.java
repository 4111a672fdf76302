package dev.hyperterse.playground.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hyperterse.playground.Until;
import dev.hyperterse.testbed.mcp.McpSession;
import dev.hyperterse.testbed.mcp.NoticeStream;
import java.io.IOException;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import tools.jackson.databind.JsonNode;

/**
 * A client that knows of a tool what it last looked up, and looks again only when it is told that tools have changed: by
 * search and in the list. What it has seen it was told of.
 */
final class Follower implements AutoCloseable {
    private static final String CHANGED = "notifications/tools/list_changed";

    private final McpSession session;
    private final String tool;
    private final NoticeStream stream;
    private final Set<String> found = ConcurrentHashMap.newKeySet();
    private final Set<String> listed = ConcurrentHashMap.newKeySet();
    private final Set<String> failures = ConcurrentHashMap.newKeySet();
    private final Thread thread;
    private volatile boolean closed;

    private Follower(McpSession session, String tool) throws IOException {
        this.session = session;
        this.tool = tool;
        this.stream = session.listen();
        this.thread = Thread.ofVirtual().name("follower").start(this::follow);
    }

    static Follower of(McpSession session, String tool) throws IOException {
        return new Follower(session, tool);
    }

    private void follow() {
        try {
            var since = System.nanoTime();
            while (!closed) {
                since = stream.awaitNotice(CHANGED, since).arrivedNanos();
                look();
            }
        } catch (IOException | RuntimeException wrong) {
            if (!closed) {
                failures.add(wrong.toString());
            }
        }
    }

    private void look() throws IOException {
        session.search(tool).stream()
                .filter(this::isIt)
                .map(Follower::description)
                .forEach(found::add);
        session.tools().stream().filter(this::isIt).map(Follower::description).forEach(listed::add);
    }

    /** Waits until it was told of the version of the tool that has this description. */
    void awaitSeen(String description) {
        Until.holds(session.id().substring(0, 8) + " is told of " + description + ": " + failures, () -> {
            assertThat(failures).isEmpty();
            return found.contains(description) && listed.contains(description);
        });
    }

    McpSession session() {
        return session;
    }

    private boolean isIt(JsonNode candidate) {
        return candidate.get("name").stringValue().equals(tool);
    }

    private static String description(JsonNode seen) {
        return seen.get("description").stringValue();
    }

    @Override
    public void close() {
        closed = true;
        thread.interrupt();
        stream.close();
    }
}
