package dev.hyperterse.calls.fetch;

import dev.hyperterse.calls.fetch.FetchRequest.Header;
import dev.hyperterse.catalog.request.HeaderRules;
import java.net.URI;
import java.util.Optional;
import java.util.Set;

/**
 * Checks a request before it is sent. The checks in JavaScript have better messages, but scripts can replace them;
 * without these, a line break in a header would begin another request, to a path that is not allowed.
 */
final class RequestRules {
    private static final Set<String> METHODS = Set.of("GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS");

    private RequestRules() {}

    static Optional<String> broken(FetchRequest request) {
        if (!METHODS.contains(request.method())) {
            return Optional.of("the method is not supported");
        }
        if (!isWeb(request.url())) {
            return Optional.of("the URL is not one of http or https with a host and without a user");
        }
        var length = 0L;
        for (var header : request.headers()) {
            if (!isSound(header)) {
                return Optional.of("a header is malformed");
            }
            length += header.name().length() + header.value().length();
        }
        return length > ResponseHead.LARGEST ? Optional.of("the headers are too large") : Optional.empty();
    }

    static boolean isWeb(URI url) {
        return ("https".equalsIgnoreCase(url.getScheme()) || "http".equalsIgnoreCase(url.getScheme()))
                && url.getHost() != null
                && url.getRawUserInfo() == null;
    }

    private static boolean isSound(Header header) {
        return HeaderRules.isName(header.name())
                && !HeaderRules.isOfConnection(header.name())
                && HeaderRules.isOctets(header.value());
    }
}
