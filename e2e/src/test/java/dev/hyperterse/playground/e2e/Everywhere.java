package dev.hyperterse.playground.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.hyperterse.playground.Until;
import dev.hyperterse.testbed.mcp.McpSession;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/**
 * Every replica of one server, asked the same in a session of its own. The server has to list its tools beside the entry
 * tools.
 */
final class Everywhere {
    private static final Set<String> ENTRY_TOOLS = Set.of("search", "execute");

    private final List<McpSession> sessions = new ArrayList<>();

    private Everywhere() {}

    /** Waits until so many replicas are ready. */
    static Everywhere of(Gateway gateway, String server, int replicas) throws IOException {
        var everywhere = new Everywhere();
        for (var replica : gateway.replicas(server, replicas)) {
            everywhere.sessions.add(gateway.client(replica).initialize());
        }
        return everywhere;
    }

    /** Waits until each replica lists exactly these tools. */
    void awaitTools(String... names) {
        var wanted = Set.of(names);
        Until.holds("every replica lists " + wanted, () -> sessions.stream()
                .allMatch(session -> listed(session).equals(wanted)));
    }

    /** Asserts that each replica finds the tool and answers with this version. */
    void serves(String tool, String version) throws IOException {
        for (var session : sessions) {
            assertThat(found(session, tool)).contains(tool);
            assertThat(version(session, tool)).isEqualTo(version);
        }
    }

    /** Asserts that no replica lists, finds or executes it. */
    void knowsNothingOf(String tool) throws IOException {
        for (var session : sessions) {
            assertThat(listed(session)).doesNotContain(tool);
            assertThat(found(session, tool)).doesNotContain(tool);
            assertThatThrownBy(() -> session.execute(tool, "{}")).hasMessageContaining("Unknown tool: " + tool);
        }
    }

    static String version(McpSession session, String tool) throws IOException {
        return session.execute(tool, "{}").at("/0/version").stringValue();
    }

    private static List<String> found(McpSession session, String tool) throws IOException {
        return session.search(tool).stream()
                .map(hit -> hit.get("name").stringValue())
                .toList();
    }

    private static Set<String> listed(McpSession session) {
        try {
            var names = new TreeSet<String>();
            session.tools().forEach(tool -> names.add(tool.get("name").stringValue()));
            names.removeAll(ENTRY_TOOLS);
            return names;
        } catch (IOException unanswered) {
            throw new UncheckedIOException(unanswered);
        }
    }
}
