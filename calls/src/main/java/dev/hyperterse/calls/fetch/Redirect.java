package dev.hyperterse.calls.fetch;

import dev.hyperterse.calls.fetch.FetchRequest.Header;
import dev.hyperterse.calls.fetch.address.AllowedUrl.Origin;
import java.net.URI;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/** The request after a redirect, by the rules of the Fetch standard. */
final class Redirect {
    private static final int MOVED = 301;
    private static final int FOUND = 302;
    private static final int SEE_OTHER = 303;
    private static final int TEMPORARY = 307;
    private static final int PERMANENT = 308;

    /** Headers that describe the body, and are dropped with it. */
    private static final Set<String> OF_BODY =
            Set.of("content-type", "content-encoding", "content-language", "content-location");

    /** Headers that are sent to another origin. The standard drops only Authorization, but API keys have many names. */
    private static final Set<String> FOR_ANY_ORIGIN =
            Set.of("accept", "accept-language", "content-type", "content-language", "user-agent");

    private Redirect() {}

    static boolean is(int status) {
        return switch (status) {
            case MOVED, FOUND, SEE_OTHER, TEMPORARY, PERMANENT -> true;
            default -> false;
        };
    }

    static FetchRequest follow(FetchRequest request, int status, URI location) {
        var becomesGet = status == SEE_OTHER
                        && !request.method().equals("GET")
                        && !request.method().equals("HEAD")
                || (status == MOVED || status == FOUND) && request.method().equals("POST");
        var sameOrigin = Origin.of(location).equals(Origin.of(request.url()));
        return new FetchRequest(
                becomesGet ? "GET" : request.method(),
                location,
                kept(request.headers().stream(), becomesGet, sameOrigin),
                becomesGet ? Optional.empty() : request.body(),
                request.onRedirect());
    }

    private static List<Header> kept(Stream<Header> headers, boolean withoutBody, boolean sameOrigin) {
        return headers.filter(header -> !withoutBody || !OF_BODY.contains(header.name()))
                .filter(header -> sameOrigin || FOR_ANY_ORIGIN.contains(header.name()))
                .toList();
    }
}
