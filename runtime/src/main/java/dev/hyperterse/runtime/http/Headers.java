package dev.hyperterse.runtime.http;

import io.helidon.http.Header;
import io.helidon.http.HeaderName;
import io.helidon.http.HeaderNames;
import io.helidon.http.HeaderValues;
import io.helidon.webserver.http.ServerRequest;
import java.util.List;
import java.util.Optional;

/** The headers of the endpoint, made once. */
final class Headers {
    static final HeaderName SESSION_ID = HeaderNames.create("Mcp-Session-Id");
    static final HeaderName PROTOCOL_VERSION = HeaderNames.create("MCP-Protocol-Version");
    static final HeaderName TRACE_PARENT = HeaderNames.create("traceparent");
    static final HeaderName LAST_EVENT_ID = HeaderNames.create("Last-Event-ID");

    static final Header JSON = HeaderValues.createCached(HeaderNames.CONTENT_TYPE, "application/json");
    static final Header EVENT_STREAM = HeaderValues.createCached(HeaderNames.CONTENT_TYPE, "text/event-stream");
    static final Header NO_CACHE = HeaderValues.createCached(HeaderNames.CACHE_CONTROL, "no-cache");
    static final Header PUBLIC_FOR_MINUTES =
            HeaderValues.createCached(HeaderNames.CACHE_CONTROL, "public, max-age=300");
    /** Proxies that buffer would hold notifications back. */
    static final Header UNBUFFERED = HeaderValues.createCached("X-Accel-Buffering", "no");

    static final Header ALLOW = HeaderValues.createCached(HeaderNames.ALLOW, "GET, POST, DELETE, OPTIONS");
    static final Header ALLOW_READING = HeaderValues.createCached(HeaderNames.ALLOW, "GET, HEAD");
    static final Header RETRY_SOON = HeaderValues.createCached(HeaderNames.RETRY_AFTER, "1");

    static final Header ANY_ORIGIN = HeaderValues.createCached(HeaderNames.ACCESS_CONTROL_ALLOW_ORIGIN, "*");
    static final Header VARY_BY_ORIGIN = HeaderValues.createCached(HeaderNames.VARY, "Origin");
    static final Header EXPOSED = HeaderValues.createCached(
            HeaderNames.ACCESS_CONTROL_EXPOSE_HEADERS, "Mcp-Session-Id, WWW-Authenticate, Retry-After");
    static final Header ALLOWED_METHODS =
            HeaderValues.createCached(HeaderNames.ACCESS_CONTROL_ALLOW_METHODS, "GET, POST, DELETE, OPTIONS");
    /** The headers that pages may send to any server. */
    static final List<String> ALLOWED_HEADERS = List.of(
            "Content-Type",
            "Accept",
            "Authorization",
            "X-API-Key",
            "MCP-Protocol-Version",
            "Mcp-Method",
            "Mcp-Name",
            "Mcp-Session-Id",
            "Last-Event-ID",
            "traceparent");

    static final Header PREFLIGHT_AGE = HeaderValues.createCached(HeaderNames.ACCESS_CONTROL_MAX_AGE, "600");

    private Headers() {}

    static List<String> all(ServerRequest request, HeaderName name) {
        return request.headers().contains(name) ? request.headers().get(name).allValues() : List.of();
    }

    static Optional<String> first(ServerRequest request, HeaderName name) {
        return request.headers().first(name);
    }
}
