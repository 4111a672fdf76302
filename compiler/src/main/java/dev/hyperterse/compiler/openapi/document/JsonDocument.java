package dev.hyperterse.compiler.openapi.document;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonLocation;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.databind.JsonNode;
import dev.hyperterse.compiler.problem.Position;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Optional;

/** Reads a document that is written in JSON. */
final class JsonDocument {
    private static final JsonFactory JSON = JsonFactory.builder()
            .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
            .build();

    private final DocumentBuilder builder = new DocumentBuilder();

    private JsonDocument() {}

    static ApiDocument read(String text) {
        try (var parser = JSON.createParser(text)) {
            parser.nextToken();
            var reader = new JsonDocument();
            var root = reader.value(parser, Optional.of(""), 0);
            if (parser.nextToken() != null) {
                throw new UnreadableDocument("something follows the document", position(parser.currentTokenLocation()));
            }
            return reader.builder.document(root);
        } catch (JsonProcessingException broken) {
            throw new UnreadableDocument(
                    "it is not JSON, or has a name twice",
                    Optional.ofNullable(broken.getLocation()).flatMap(JsonDocument::position));
        } catch (IOException impossible) {
            throw new UncheckedIOException(impossible);
        }
    }

    private JsonNode value(JsonParser parser, Optional<String> pointer, int depth) throws IOException {
        builder.value(depth, position(parser.currentTokenLocation()));
        return switch (parser.currentToken()) {
            case START_OBJECT -> {
                var object = DocumentBuilder.NODES.objectNode();
                while (parser.nextToken() == JsonToken.FIELD_NAME) {
                    var key = parser.currentName();
                    var inner = builder.member(pointer, key, depth + 1, position(parser.currentTokenLocation()));
                    parser.nextToken();
                    object.set(key, value(parser, inner, depth + 1));
                }
                yield object;
            }
            case START_ARRAY -> {
                var array = DocumentBuilder.NODES.arrayNode();
                while (parser.nextToken() != JsonToken.END_ARRAY) {
                    array.add(value(parser, Optional.empty(), depth + 1));
                }
                yield array;
            }
            case VALUE_STRING -> DocumentBuilder.NODES.textNode(parser.getText());
            case VALUE_NUMBER_INT, VALUE_NUMBER_FLOAT -> DocumentBuilder.NODES.numberNode(parser.getDecimalValue());
            case VALUE_TRUE -> DocumentBuilder.NODES.booleanNode(true);
            case VALUE_FALSE -> DocumentBuilder.NODES.booleanNode(false);
            case VALUE_NULL -> DocumentBuilder.NODES.nullNode();
            case NOT_AVAILABLE, END_OBJECT, END_ARRAY, FIELD_NAME, VALUE_EMBEDDED_OBJECT ->
                throw new UnreadableDocument("it is not JSON", position(parser.currentTokenLocation()));
        };
    }

    private static Optional<Position> position(JsonLocation location) {
        return location.getLineNr() < 1 || location.getCharOffset() < 0
                ? Optional.empty()
                : Optional.of(new Position(
                        location.getLineNr(), Math.max(1, location.getColumnNr()), (int) location.getCharOffset()));
    }
}
