package dev.hyperterse.search.document;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Optional;
import java.util.function.Consumer;
import tools.jackson.core.JsonGenerator;
import tools.jackson.databind.JsonNode;
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
            document.calledWith().ifPresent(tool -> json.writeStringProperty("call_with", tool));
            writeMembers(document, json);
            json.writeEndObject();
        }
        var all = bytes.toByteArray();
        return new HitJson(
                insideString(Arrays.copyOfRange(all, 0, scoreAt)),
                insideString(Arrays.copyOfRange(all, scoreAt, all.length)));
    }

    private static void writeMembers(SearchDocument document, JsonGenerator json) {
        var inputs = new HitInputs(document.inputs(), document.shape().inputSchema());
        if (document.hit().contains(HitMember.STATEMENT)) {
            document.statement().ifPresent(statement -> json.writeStringProperty("statement", statement));
        }
        if (document.hit().contains(HitMember.INPUTS)) {
            json.writeName("inputs");
            json.writeStartArray();
            document.inputs().forEach(input -> inputs.write(input, json));
            json.writeEndArray();
        }
        if (document.hit().contains(HitMember.INPUT_SCHEMA)
                || document.hit().contains(HitMember.INPUTS) && !inputs.areComplete()) {
            write("inputSchema", Optional.of(document.shape().inputSchema()), json);
        }
        if (document.hit().contains(HitMember.OUTPUT_SCHEMA)) {
            write("outputSchema", document.shape().outputSchema(), json);
        }
        if (document.hit().contains(HitMember.ANNOTATIONS)) {
            write("annotations", document.shape().annotations(), json);
        }
    }

    private static void write(String member, Optional<JsonNode> value, JsonGenerator json) {
        value.ifPresent(tree -> {
            json.writeName(member);
            json.writeTree(tree);
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
