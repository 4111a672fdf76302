package dev.hyperterse.calls.validation;

import dev.hyperterse.calls.JsonSpan;
import java.io.StringWriter;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.ObjectWriteContext;
import tools.jackson.core.StreamReadConstraints;
import tools.jackson.core.StreamReadFeature;
import tools.jackson.core.json.JsonFactory;

/** An object or array of the caller as JSON text, with every digit of its numbers. */
public record JsonText(String text) {
    static final int DEEPEST = 64;

    /** Parses arguments: exact, with limited depth; a duplicate key in any object is an error. */
    public static final JsonFactory FACTORY = JsonFactory.builder()
            .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
            .streamReadConstraints(StreamReadConstraints.builder()
                    .maxNestingDepth(DEEPEST)
                    .maxNumberLength(1000)
                    .build())
            .build();

    static JsonParser parser(JsonSpan span) {
        return FACTORY.createParser(ObjectReadContext.empty(), span.bytes(), span.from(), span.length());
    }

    static JsonParser parser(byte[] json) {
        return FACTORY.createParser(ObjectReadContext.empty(), json);
    }

    /** Copies the current value of the parser, and advances it. */
    static JsonText copy(JsonParser parser, String field) {
        var writer = new StringWriter();
        try (var generator = FACTORY.createGenerator(ObjectWriteContext.empty(), writer)) {
            var depth = 0;
            do {
                depth += step(parser.currentToken());
                copy(parser, generator, field);
            } while (depth > 0 && parser.nextToken() != null);
        }
        return new JsonText(writer.toString());
    }

    private static int step(JsonToken token) {
        if (token.isStructStart()) {
            return 1;
        }
        return token.isStructEnd() ? -1 : 0;
    }

    private static void copy(JsonParser parser, JsonGenerator generator, String field) {
        switch (parser.currentToken()) {
            case VALUE_STRING, PROPERTY_NAME -> {
                Coercion.withoutNul(field, parser.getString());
                generator.copyCurrentEvent(parser);
            }
            // Copies the text, because a double would lose digits.
            case VALUE_NUMBER_FLOAT -> generator.writeNumber(parser.getString());
            default -> generator.copyCurrentEvent(parser);
        }
    }

    @Override
    public String toString() {
        return text;
    }
}
