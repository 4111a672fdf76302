package dev.hyperterse.catalog.request;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.hyperterse.catalog.statement.Reference;
import dev.hyperterse.catalog.statement.Value;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * One operation of an HTTP API.
 *
 * @param path its segments, which follow the path of the adapter's URL; each has a value in every call
 * @param query parameters in the order of their author; one without a value is left out, a list repeats it
 * @param headers in lower case; one without a value is left out
 */
public record RequestTemplate(
        RequestMethod method,
        List<Value> path,
        @JsonInclude(JsonInclude.Include.NON_EMPTY) List<Field> query,
        @JsonInclude(JsonInclude.Include.NON_EMPTY) List<Field> headers,
        Optional<RequestBody> body,
        ResponseRules response) {
    public RequestTemplate {
        path = List.copyOf(path);
        query = query == null ? List.of() : List.copyOf(query);
        headers = headers == null ? List.of() : List.copyOf(headers);
    }

    public record Field(String name, Value value) {}

    /** The sources of its values; one may occur several times. */
    public Stream<Reference> references() {
        return Stream.of(
                        path.stream().flatMap(Value::references),
                        query.stream().flatMap(field -> field.value().references()),
                        headers.stream().flatMap(field -> field.value().references()),
                        body.stream().flatMap(RequestBody::references))
                .flatMap(all -> all);
    }
}
