package dev.hyperterse.calls.fetch;

import dev.hyperterse.calls.fetch.FetchRequest.Header;
import java.net.URI;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Checks a request before it is sent. The checks in JavaScript have better messages, but scripts can replace them;
 * without these, a line break in a header would begin another request, to a path that is not allowed.
 */
final class RequestRules {
    private static final Set<String> METHODS = Set.of("GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS");
    private static final Pattern NAME = Pattern.compile("[!#$%&'*+\\-.^_`|~0-9a-z]+");
    private static final Pattern VALUE = Pattern.compile("[\\t\\x20-\\x7e\\x80-\\xff]*");

    /** Headers that only the client itself sets: routing and framing. */
    private static final Set<String> OF_CLIENT = Set.of(
            "host",
            "content-length",
            "connection",
            "keep-alive",
            "transfer-encoding",
            "upgrade",
            "te",
            "trailer",
            "expect",
            "accept-encoding",
            "proxy-authorization",
            "proxy-connection");

    private RequestRules() {}

    static Optional<String> broken(FetchRequest request) {
        return Stream.of(
                        broken(!METHODS.contains(request.method()), "the method is not supported"),
                        broken(
                                !isWeb(request.url()),
                                "the URL is not one of http or https with a host and without a user"),
                        broken(!request.headers().stream().allMatch(RequestRules::isSound), "a header is malformed"),
                        broken(isLong(request.headers()), "the headers are too large"))
                .flatMap(Optional::stream)
                .findFirst();
    }

    private static Optional<String> broken(boolean is, String how) {
        return is ? Optional.of(how) : Optional.empty();
    }

    static boolean isWeb(URI url) {
        return ("https".equalsIgnoreCase(url.getScheme()) || "http".equalsIgnoreCase(url.getScheme()))
                && url.getHost() != null
                && url.getRawUserInfo() == null;
    }

    private static boolean isSound(Header header) {
        return NAME.matcher(header.name()).matches()
                && !OF_CLIENT.contains(header.name())
                && VALUE.matcher(header.value()).matches();
    }

    private static boolean isLong(List<Header> headers) {
        return headers.stream()
                        .mapToInt(header ->
                                header.name().length() + header.value().length())
                        .sum()
                > ResponseHead.LARGEST;
    }
}
