package dev.hyperterse.runtime.http;

import dev.hyperterse.catalog.server.Http;
import dev.hyperterse.runtime.http.request.RequestOrigin;
import dev.hyperterse.runtime.mcp.call.Answer;
import io.helidon.http.HeaderNames;
import io.helidon.webserver.http.ServerRequest;
import io.helidon.webserver.http.ServerResponse;
import java.net.InetSocketAddress;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** Adds cross-origin headers to every response, and refuses origins and hosts that are not allowed. */
final class CrossOrigin {
    private static final Pattern PARAMETER = Pattern.compile("(?i)mcp-param-[!#$%&'*+.^_`|~0-9A-Z-]{1,256}");

    private final RequestOrigin rule;

    CrossOrigin(RequestOrigin rule) {
        this.rule = rule;
    }

    /** Adds the headers; returns the response to a refused request. */
    Optional<Answer> refuse(Http settings, ServerRequest request, ServerResponse response) {
        var origin = Headers.first(request, HeaderNames.ORIGIN);
        rule.allowedOrigin(settings, origin).ifPresent(allowed -> {
            if (allowed.equals("*")) {
                response.header(Headers.ANY_ORIGIN);
            } else {
                response.header(HeaderNames.ACCESS_CONTROL_ALLOW_ORIGIN, allowed)
                        .header(Headers.VARY_BY_ORIGIN);
            }
        });
        response.header(Headers.EXPOSED);
        if (!rule.admitsHost(settings, Optional.ofNullable(request.authority()), overLoopback(request))) {
            return Optional.of(TransportErrors.forbidden("this host name is not served here"));
        }
        return rule.admitsOrigin(settings, origin) || rule.isOwnPage(origin, Optional.ofNullable(request.authority()))
                ? Optional.empty()
                : Optional.of(TransportErrors.forbidden("pages of this origin may not call"));
    }

    /** The requested headers that repeat arguments of tools: the schemas of tools define their names. */
    static Stream<String> parameterHeaders(ServerRequest request) {
        return Headers.all(request, HeaderNames.ACCESS_CONTROL_REQUEST_HEADERS).stream()
                .flatMap(names -> Arrays.stream(names.split(",")))
                .map(String::strip)
                .filter(name -> PARAMETER.matcher(name).matches());
    }

    /** @param more names of headers in addition to the usual ones, which may be among them */
    static void preflight(ServerResponse response, Stream<String> more) {
        var names = new LinkedHashMap<String, String>();
        Stream.concat(Headers.ALLOWED_HEADERS.stream(), more)
                .forEach(name -> names.putIfAbsent(name.toLowerCase(Locale.ROOT), name));
        response.header(Headers.ALLOWED_METHODS)
                .header(HeaderNames.ACCESS_CONTROL_ALLOW_HEADERS, String.join(", ", names.values()))
                .header(Headers.PREFLIGHT_AGE)
                .status(204)
                .send();
    }

    private static boolean overLoopback(ServerRequest request) {
        return request.localPeer().address() instanceof InetSocketAddress socket
                && socket.getAddress().isLoopbackAddress();
    }
}
