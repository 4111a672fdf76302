package dev.hyperterse.compiler.server.auth;

import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/** Headers that have a meaning of their own, or that browsers, clients or proxies write: no plugin takes them. */
final class TakenHeaders {
    private static final Set<String> TAKEN = new TreeSet<>(String.CASE_INSENSITIVE_ORDER);

    static {
        TAKEN.addAll(List.of("Accept", "Connection", "Content-Length", "Content-Type", "Cookie", "Host", "Origin"));
        TAKEN.addAll(List.of("Last-Event-ID", "MCP-Protocol-Version", "Mcp-Session-Id", "Transfer-Encoding"));
    }

    private TakenHeaders() {}

    static boolean isTaken(String name) {
        return TAKEN.contains(name);
    }
}
