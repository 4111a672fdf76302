package dev.hyperterse.calls.fetch;

import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * The request of a script.
 *
 * @param headers names in lower case, each once
 */
public record FetchRequest(String method, URI url, List<Header> headers, Optional<byte[]> body, OnRedirect onRedirect) {
    private static final Set<String> WITH_BODY = Set.of("POST", "PUT", "PATCH");

    public FetchRequest {
        headers = List.copyOf(headers);
    }

    /** The request with one more header. */
    public FetchRequest with(Header header) {
        var more = new ArrayList<>(headers);
        more.add(header);
        return new FetchRequest(method, url, more, body, onRedirect);
    }

    /** Whether servers expect a content length, also of a request without a body. */
    boolean mustHaveLength() {
        return WITH_BODY.contains(method);
    }

    /** One header. */
    public record Header(String name, String value) {}

    /** The handling of redirects. */
    public enum OnRedirect {
        FOLLOW,
        FAIL,
        RETURN
    }
}
