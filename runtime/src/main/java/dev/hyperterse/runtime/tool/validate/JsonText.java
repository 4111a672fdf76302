package dev.hyperterse.runtime.tool.validate;

import dev.hyperterse.runtime.call.JsonSpan;
import java.io.StringWriter;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.ObjectWriteContext;
import tools.jackson.core.StreamReadConstraints;
import tools.jackson.core.StreamReadFeature;
import tools.jackson.core.json.JsonFactory;

/** An object or array of the caller, kept as JSON text with every digit of its numbers. */
public record JsonText(String text) {
    static final int DEEPEST = 64;

    /** Reads arguments: exact, bounded in depth, and a key that stands twice in any object is an error. */
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

    /** The value the parser stands on, which it leaves behind. */
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
            // As it was written: a double in between would lose digits.
            case VALUE_NUMBER_FLOAT -> generator.writeNumber(parser.getString());
            default -> generator.copyCurrentEvent(parser);
        }
    }

    @Override
    public String toString() {
        return text;
    }
}
