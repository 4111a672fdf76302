package dev.hyperterse.calls.fetch;

import dev.hyperterse.calls.fetch.FetchRequest.Header;
import dev.hyperterse.catalog.request.HeaderRules;
import java.net.URI;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Checks a request before it is sent. The checks in JavaScript have better messages, but scripts can replace them;
 * without these, a line break in a header would begin another request, to a path that is not allowed.
 */
final class RequestRules {
    private static final Set<String> METHODS = Set.of("GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS");

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
        return HeaderRules.isName(header.name())
                && !HeaderRules.isOfConnection(header.name())
                && HeaderRules.isOctets(header.value());
    }

    private static boolean isLong(List<Header> headers) {
        return headers.stream()
                        .mapToInt(header ->
                                header.name().length() + header.value().length())
                        .sum()
                > ResponseHead.LARGEST;
    }
}
