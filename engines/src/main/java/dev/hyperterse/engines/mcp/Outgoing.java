package dev.hyperterse.engines.mcp;

import dev.hyperterse.calls.fetch.FetchRequest;
import dev.hyperterse.calls.fetch.FetchRequest.Header;
import dev.hyperterse.calls.fetch.FetchRequest.OnRedirect;
import dev.hyperterse.engines.http.CallerEndpoint;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * A message to the other side.
 *
 * @param id as JSON; absent of notifications and replies
 * @param name that the modern era repeats in a header
 * @param repeated arguments that it repeats, too, by their names in headers
 * @param params the members of {@code params}, without braces
 */
record Outgoing(
        Session session,
        Optional<String> id,
        String method,
        Optional<String> name,
        Supplier<Map<String, String>> repeated,
        String params,
        CallOrigin origin) {
    private static final List<Header> OF_POST = List.of(
            new Header("accept", "application/json, text/event-stream"),
            new Header("content-type", "application/json"));
    private static final String CLIENT_INFO = "{\"name\":\"hyperterse\",\"version\":\"1\"}";
    private static final String META = "\"io.modelcontextprotocol/protocolVersion\":\"" + Session.MODERN_VERSION
            + "\",\"io.modelcontextprotocol/clientInfo\":" + CLIENT_INFO
            + ",\"io.modelcontextprotocol/clientCapabilities\":";

    /** Characters of a body beside its parameters. */
    private static final int USUAL_BODY = 384;

    /** The parameters that begin a session. @param asking whether the server may ask users */
    static String initialize(boolean asking) {
        return "\"protocolVersion\":\"2025-11-25\",\"capabilities\":" + capabilities(asking) + ",\"clientInfo\":"
                + CLIENT_INFO;
    }

    /** An object without members means forms. */
    private static String capabilities(boolean asking) {
        return asking ? "{\"elicitation\":{}}" : "{}";
    }

    FetchRequest at(CallerEndpoint endpoint) {
        return post(endpoint, session, body(), own());
    }

    /** The request of a message that is a reply. */
    static FetchRequest reply(CallerEndpoint endpoint, Session session, String body) {
        return post(endpoint, session, body, List.of());
    }

    /** The request for the rest of a stream. @param event the last one that was received */
    static FetchRequest resume(CallerEndpoint endpoint, Session session, String event) {
        var headers = new ArrayList<Header>();
        headers.add(new Header("accept", "text/event-stream"));
        headers.add(new Header("last-event-id", event));
        return bodiless("GET", endpoint, session, headers, OnRedirect.FOLLOW);
    }

    /** The request that ends a session. */
    static FetchRequest end(CallerEndpoint endpoint, Session session) {
        return bodiless("DELETE", endpoint, session, List.of(), OnRedirect.FAIL);
    }

    private static FetchRequest bodiless(
            String method, CallerEndpoint endpoint, Session session, List<Header> more, OnRedirect onRedirect) {
        var headers = new ArrayList<>(more);
        headers.addAll(session.headers());
        headers.addAll(endpoint.headers());
        return new FetchRequest(method, endpoint.url(), headers, Optional.empty(), onRedirect);
    }

    private static FetchRequest post(CallerEndpoint endpoint, Session session, String body, List<Header> more) {
        var headers = new ArrayList<>(OF_POST);
        headers.addAll(session.headers());
        headers.addAll(more);
        headers.addAll(endpoint.headers());
        return new FetchRequest(
                "POST", endpoint.url(), headers, Optional.of(body.getBytes(StandardCharsets.UTF_8)), OnRedirect.FOLLOW);
    }

    private List<Header> own() {
        var headers = new ArrayList<Header>();
        if (session instanceof Session.Modern) {
            headers.add(new Header("mcp-method", method));
            name.ifPresent(it -> headers.add(new Header("mcp-name", text(it))));
            repeated.get()
                    .forEach((parameter, value) ->
                            headers.add(new Header("mcp-param-" + parameter.toLowerCase(Locale.ROOT), text(value))));
        }
        origin.traceparent().ifPresent(it -> headers.add(new Header("traceparent", it)));
        headers.add(new Header(CallOrigin.HOPS, Integer.toString(origin.hops())));
        return headers;
    }

    private String body() {
        var body = new StringBuilder(USUAL_BODY + params.length()).append("{\"jsonrpc\":\"2.0\"");
        if (id.isPresent()) {
            body.append(",\"id\":").append(id.get());
        }
        body.append(",\"method\":\"").append(method).append("\",\"params\":{").append(params);
        var begun = body.length();
        meta(body);
        if (body.length() > begun && !params.isEmpty()) {
            body.insert(begun, ',');
        }
        return body.append("}}").toString();
    }

    private void meta(StringBuilder body) {
        // The id is the token: there is one progress for each request.
        var token = name.isPresent() ? id : Optional.<String>empty();
        if (session instanceof Session.Modern) {
            body.append("\"_meta\":{").append(META).append(capabilities(origin.mayAsk()));
            origin.traceparent()
                    .ifPresent(
                            it -> body.append(",\"traceparent\":\"").append(it).append('"'));
            token.ifPresent(it -> body.append(",\"progressToken\":").append(it));
            body.append('}');
        } else if (token.isPresent()) {
            body.append("\"_meta\":{\"progressToken\":").append(token.get()).append('}');
        }
    }

    /** Whether the value arrives as it is; blanks at its ends would not. */
    private static boolean isHeader(String value) {
        for (var at = 0; at < value.length(); at++) {
            if (value.charAt(at) < ' ' || value.charAt(at) > '~') {
                return false;
            }
        }
        return !value.isEmpty() && value.equals(value.strip()) && !value.startsWith("=?");
    }

    /** A header with characters that a header cannot hold. */
    private static String text(String value) {
        return isHeader(value)
                ? value
                : "=?base64?" + Base64.getEncoder().encodeToString(value.getBytes(StandardCharsets.UTF_8)) + "?=";
    }
}
