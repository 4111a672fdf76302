package dev.hyperterse.calls.fetch;

import dev.hyperterse.calls.fetch.FetchRequest.Header;
import java.net.URI;
import java.util.List;
import java.util.Optional;

/**
 * The response of a fetch; its body is in the buffer that was given for it.
 *
 * @param url of the last request
 * @param redirected whether it differs from the requested URL
 */
public record FetchResponse(int status, String statusText, URI url, boolean redirected, List<Header> headers) {
    public FetchResponse {
        headers = List.copyOf(headers);
    }

    /** The first value of a header. @param name in lower case */
    public Optional<String> header(String name) {
        for (var header : headers) {
            if (header.name().equals(name)) {
                return Optional.of(header.value());
            }
        }
        return Optional.empty();
    }
}
