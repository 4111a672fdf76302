package dev.hyperterse.catalog.request;

import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import dev.hyperterse.catalog.request.RequestTemplate.Field;
import dev.hyperterse.catalog.statement.Reference;
import dev.hyperterse.catalog.statement.Value;
import java.util.List;
import java.util.stream.Stream;

/** The body of a request. */
@JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "body")
@JsonSubTypes({
    @JsonSubTypes.Type(value = RequestBody.Json.class, name = "json"),
    @JsonSubTypes.Type(value = RequestBody.Form.class, name = "form"),
    @JsonSubTypes.Type(value = RequestBody.Multipart.class, name = "multipart"),
    @JsonSubTypes.Type(value = RequestBody.Text.class, name = "text"),
    @JsonSubTypes.Type(value = RequestBody.Binary.class, name = "binary")
})
public sealed interface RequestBody {
    /** The sources of its values; one may occur several times. */
    default Stream<Reference> references() {
        return switch (this) {
            case Json(var document) -> document.references();
            case Form(var fields) ->
                fields.stream().flatMap(field -> field.value().references());
            case Multipart(var parts) -> parts.stream().flatMap(BodyPart::references);
            case Text(var text) -> text.references();
            case Binary(var base64, var _) -> Stream.of(base64);
        };
    }

    record Json(JsonPlace document) implements RequestBody {}

    /** Fields as {@code application/x-www-form-urlencoded}, with the rules of the query. */
    record Form(List<Field> fields) implements RequestBody {
        public Form {
            fields = List.copyOf(fields);
        }
    }

    /** Parts as {@code multipart/form-data}, in the order of their author. */
    record Multipart(List<BodyPart> parts) implements RequestBody {
        public Multipart {
            parts = List.copyOf(parts);
        }
    }

    /** Plain text, which has a value in every call. */
    record Text(Value text) implements RequestBody {}

    /** The bytes of a value in base64; without a value there is no body. */
    record Binary(Reference base64, String contentType) implements RequestBody {}
}
