package dev.hyperterse.runtime.http;

import dev.hyperterse.calls.RequestHeaders;
import io.helidon.http.HeaderNames;
import io.helidon.webserver.http.ServerRequest;
import java.util.List;

/**
 * The headers of one request.
 *
 * @param forScripts the names that scripts may read, in the catalog that admitted the request
 */
record PostedHeaders(ServerRequest request, List<String> forScripts) implements RequestHeaders {
    @Override
    public List<String> all(String name) {
        return Headers.all(request, HeaderNames.create(name));
    }
}
