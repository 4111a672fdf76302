package dev.hyperterse.engines.http;

import dev.hyperterse.calls.context.CallContext;
import dev.hyperterse.calls.fetch.FetchRequest.Header;
import dev.hyperterse.calls.memory.BufferBudget;
import dev.hyperterse.calls.memory.Reservation;
import dev.hyperterse.catalog.request.PublishedDocument;
import dev.hyperterse.catalog.request.RequestMethod;
import dev.hyperterse.catalog.request.ResponseRules;
import java.util.List;
import java.util.Optional;

/**
 * The request of one call.
 *
 * @param target path and query below the URL of the adapter, encoded
 * @param headers those of the tool, and the type of the body
 * @param caller whose token the request has, if the adapter exchanges it
 * @param memory of the call; holds the values, and must be reserved for what is copied of the response
 * @param published the document that a check compares; absent in a call
 */
public record BoundRequest(
        RequestMethod method,
        String target,
        List<Header> headers,
        Optional<byte[]> body,
        ResponseRules response,
        Optional<CallContext> caller,
        Reservation memory,
        Optional<PublishedDocument> published) {
    BoundRequest by(CallContext context) {
        return new BoundRequest(method, target, headers, body, response, Optional.of(context), memory, published);
    }

    /** For a document instead of a result; has no values of a call. */
    static BoundRequest of(PublishedDocument document) {
        return new BoundRequest(
                RequestMethod.GET,
                document.path(),
                List.of(new Header("accept", PublishedDocument.ACCEPT)),
                Optional.empty(),
                new ResponseRules(ResponseRules.Format.Text, List.of()),
                Optional.empty(),
                new BufferBudget(0).reservation(),
                Optional.of(document));
    }
}
