package dev.hyperterse.cli.client;

import java.io.StringWriter;
import java.math.BigDecimal;
import java.util.Optional;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonToken;
import tools.jackson.core.StreamReadConstraints;
import tools.jackson.core.json.JsonFactory;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.cfg.JsonNodeFeature;
import tools.jackson.databind.json.JsonMapper;

/** JSON whose numbers come out as they went in: {@code 27.40} is a price, and a large number may be a key. */
public final class ExactJson {
    private static final JsonMapper MAPPER = JsonMapper.builder(JsonFactory.builder()
                    .streamReadConstraints(StreamReadConstraints.builder()
                            .maxStringLength(Integer.MAX_VALUE)
                            .maxNumberLength(Integer.MAX_VALUE)
                            .build())
                    .build())
            .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
            .disable(JsonNodeFeature.STRIP_TRAILING_BIGDECIMAL_ZEROES)
            .build();

    private ExactJson() {}

    /** Reads and writes trees in which a number with a point is a {@link BigDecimal} of as many digits as it has. */
    public static JsonMapper mapper() {
        return MAPPER;
    }

    /** A value as JSON for people, on several lines. */
    public static String pretty(Object value) {
        return MAPPER.writerWithDefaultPrettyPrinter().writeValueAsString(value);
    }

    /** The same JSON on several lines, number by number as it is written; empty when the text is no JSON. */
    public static Optional<String> indented(String text) {
        var indented = new StringWriter(2 * text.length());
        try (var parser = MAPPER.createParser(text);
                var generator = MAPPER.writerWithDefaultPrettyPrinter().createGenerator(indented)) {
            for (var token = parser.nextToken(); token != null; token = parser.nextToken()) {
                if (token == JsonToken.VALUE_NUMBER_INT || token == JsonToken.VALUE_NUMBER_FLOAT) {
                    generator.writeNumber(parser.getString());
                } else {
                    generator.copyCurrentEvent(parser);
                }
                if (generator.streamWriteContext().inRoot() && parser.nextToken() != null) {
                    return Optional.empty();
                }
            }
        } catch (JacksonException noJson) {
            return Optional.empty();
        }
        return Optional.of(indented.toString()).filter(json -> !json.isEmpty());
    }
}
