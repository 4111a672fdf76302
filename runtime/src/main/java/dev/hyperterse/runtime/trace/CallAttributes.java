package dev.hyperterse.runtime.trace;

import dev.hyperterse.catalog.Digest;
import dev.hyperterse.runtime.mcp.call.CallTraces.Started;
import io.opentelemetry.api.trace.Span;

/**
 * The attributes of a call's span, by the semantic conventions of OpenTelemetry for MCP. Arguments and results are
 * never recorded.
 */
final class CallAttributes {
    private static final int HASH_CHARACTERS = 16;

    private CallAttributes() {}

    static void put(Span span, Started call) {
        span.setAttribute("mcp.method.name", call.method());
        span.setAttribute("jsonrpc.request.id", call.id());
        if (call.method().equals("tools/call")) {
            span.setAttribute("gen_ai.operation.name", "execute_tool");
            call.name().ifPresent(name -> span.setAttribute("gen_ai.tool.name", name));
        }
        // The id of a session is a credential, so only its hash is recorded.
        call.session().ifPresent(id -> span.setAttribute("mcp.session.id", hash(id)));
    }

    private static String hash(String id) {
        return Digest.of(id).substring(0, HASH_CHARACTERS);
    }
}
