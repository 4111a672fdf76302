package dev.hyperterse.search.document;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.function.Consumer;
import tools.jackson.core.JsonGenerator;
import tools.jackson.databind.ObjectWriter;
import tools.jackson.databind.json.JsonMapper;

/**
 * A hit as JSON inside a JSON string, as in answers: escaped once, when its tool is indexed. Only the relevance score
 * differs between queries, so the bytes before and after it are stored, and a hit costs a copy.
 */
public final class HitJson {
    private static final ObjectWriter JSON = JsonMapper.shared().writer();

    private final byte[] beforeScore;
    private final byte[] afterScore;

    private HitJson(byte[] beforeScore, byte[] afterScore) {
        this.beforeScore = beforeScore;
        this.afterScore = afterScore;
    }

    static HitJson of(SearchDocument document) {
        var bytes = new ByteArrayOutputStream(1024);
        int scoreAt;
        try (var json = JSON.createGenerator(bytes)) {
            json.writeStartObject();
            json.writeStringProperty("name", document.name());
            json.writeName("relevance_score");
            // Writes the colon, so that it is among the bytes before the score.
            json.writeRawValue("");
            json.flush();
            scoreAt = bytes.size();
            document.title().ifPresent(title -> json.writeStringProperty("title", title));
            json.writeStringProperty("description", document.description());
            document.statement().ifPresent(statement -> json.writeStringProperty("statement", statement));
            json.writeName("inputs");
            json.writeStartArray();
            document.inputs().forEach(input -> writeInput(input, json));
            json.writeEndArray();
            writeShape(document.shape(), json);
            json.writeEndObject();
        }
        var all = bytes.toByteArray();
        return new HitJson(
                insideString(Arrays.copyOfRange(all, 0, scoreAt)),
                insideString(Arrays.copyOfRange(all, scoreAt, all.length)));
    }

    private static void writeInput(SearchInput input, JsonGenerator json) {
        json.writeStartObject();
        json.writeStringProperty("name", input.name());
        json.writeStringProperty("type", input.type());
        json.writeBooleanProperty("optional", input.optional());
        input.description().ifPresent(description -> json.writeStringProperty("description", description));
        input.defaultJson().ifPresent(value -> {
            json.writeName("default_value");
            json.writeRawValue(value);
        });
        json.writeEndObject();
    }

    private static void writeShape(ToolShape shape, JsonGenerator json) {
        json.writeName("inputSchema");
        json.writeTree(shape.inputSchema());
        shape.outputSchema().ifPresent(schema -> {
            json.writeName("outputSchema");
            json.writeTree(schema);
        });
        shape.annotations().ifPresent(annotations -> {
            json.writeName("annotations");
            json.writeTree(annotations);
        });
    }

    /** JSON text has no control characters, so only these two need an escape. */
    private static byte[] insideString(byte[] json) {
        var escaped = new ByteArrayOutputStream(json.length + json.length / 4);
        for (byte each : json) {
            if (each == '"' || each == '\\') {
                escaped.write('\\');
            }
            escaped.write(each);
        }
        return escaped.toByteArray();
    }

    /** The bytes of the hit, in order, without a copy between. */
    public void writeTo(Consumer<byte[]> target, int relevanceScore) {
        target.accept(beforeScore);
        target.accept(Integer.toString(relevanceScore).getBytes(StandardCharsets.US_ASCII));
        target.accept(afterScore);
    }

    /** At most; the score has up to three digits. */
    public int size() {
        return beforeScore.length + 3 + afterScore.length;
    }
}
