package dev.hyperterse.catalog.request;

import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import dev.hyperterse.catalog.statement.Reference;
import dev.hyperterse.catalog.statement.Value;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * A part of {@code multipart/form-data}. One without a value is left out.
 *
 * @param name quoted
 * @param fileName its literals are quoted; binary content without one has the name of the part
 */
public record BodyPart(String name, Optional<Value> fileName, Optional<String> contentType, Content content) {
    /** No character that other servers may read as the end of the name, or as a path. */
    private static final Pattern FILE_NAME =
            Pattern.compile("(?!\\.{1,2}\\z)[\\x20-\\x7e\\u00a0-\\u2027\\u202a-\\x{10ffff}&&[^/\\\\]]+");

    /** The sources of its values; one may occur several times. */
    Stream<Reference> references() {
        var inContent =
                switch (content) {
                    case Text(var text) -> text.references();
                    case Json(var document) -> document.references();
                    case Binary(var base64) -> Stream.of(base64);
                };
        return Stream.concat(fileName.stream().flatMap(Value::references), inContent);
    }

    /** A text for the quotes of a header, as browsers write it. */
    public static String quoted(String text) {
        return text.replace("\"", "%22");
    }

    public static boolean isFileName(String text) {
        return FILE_NAME.matcher(text).matches();
    }

    /** Makes the bytes of a part. */
    @JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "content")
    @JsonSubTypes({
        @JsonSubTypes.Type(value = Text.class, name = "text"),
        @JsonSubTypes.Type(value = Json.class, name = "json"),
        @JsonSubTypes.Type(value = Binary.class, name = "binary")
    })
    public sealed interface Content {}

    /** Text; a list repeats the part. */
    public record Text(Value text) implements Content {}

    public record Json(JsonPlace document) implements Content {}

    /** The bytes of a value in base64; a list repeats the part. */
    public record Binary(Reference base64) implements Content {}
}
