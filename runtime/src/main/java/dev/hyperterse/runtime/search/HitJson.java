package dev.hyperterse.runtime.search;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.ObjectWriteContext;
import tools.jackson.core.json.JsonFactory;

/**
 * A hit as JSON, written once when its tool is indexed. Only the relevance score differs between queries, so the bytes
 * before and after it are kept.
 */
final class HitJson {
    private static final JsonFactory JSON = new JsonFactory();

    private final byte[] beforeScore;
    private final byte[] afterScore;

    private HitJson(byte[] beforeScore, byte[] afterScore) {
        this.beforeScore = beforeScore;
        this.afterScore = afterScore;
    }

    static HitJson of(SearchDocument document) {
        var bytes = new ByteArrayOutputStream(256);
        int scoreAt;
        try (var json = JSON.createGenerator(ObjectWriteContext.empty(), bytes)) {
            json.writeStartObject();
            json.writeStringProperty("name", document.name());
            json.writeName("relevance_score");
            // Flushed between a name and its value the colon is still to come: it belongs to what is kept.
            json.writeRawValue("");
            json.flush();
            scoreAt = bytes.size();
            json.writeStringProperty("description", document.description());
            document.statement().ifPresent(statement -> json.writeStringProperty("statement", statement));
            json.writeName("inputs");
            json.writeStartArray();
            document.inputs().forEach(input -> writeInput(input, json));
            json.writeEndArray();
            json.writeEndObject();
        }
        var all = bytes.toByteArray();
        var before = new byte[scoreAt];
        var after = new byte[all.length - scoreAt];
        System.arraycopy(all, 0, before, 0, scoreAt);
        System.arraycopy(all, scoreAt, after, 0, after.length);
        return new HitJson(before, after);
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

    void writeTo(ByteArrayOutputStream target, int relevanceScore) {
        target.writeBytes(beforeScore);
        target.writeBytes(Integer.toString(relevanceScore).getBytes(StandardCharsets.US_ASCII));
        target.writeBytes(afterScore);
    }
}
