package dev.hyperterse.runtime.audit;

import java.io.StringWriter;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.ObjectWriteContext;
import tools.jackson.core.json.JsonFactory;
import tools.jackson.core.json.JsonWriteFeature;

/**
 * A record as one line of printable ASCII. All other characters of a value are escaped, so that a value cannot end the
 * line, add a member, or reach a terminal as a control sequence.
 */
final class AuditLine {
    /**
     * The maximum length of texts that callers choose: records are written one at a time, so a long one delays others.
     */
    private static final int LONGEST_TEXT = 256;

    private static final int USUAL_LINE = 512;

    private static final JsonFactory JSON =
            JsonFactory.builder().enable(JsonWriteFeature.ESCAPE_NON_ASCII).build();

    private AuditLine() {}

    static String of(CallRecord call, String time) {
        var text = new StringWriter(USUAL_LINE);
        try (var json = JSON.createGenerator(ObjectWriteContext.empty(), text)) {
            json.writeStartObject();
            write(call, time, json);
            json.writeEndObject();
        }
        // DEL, which occurs only within a text, is ASCII to the generator.
        return text.toString().replace("\u007f", "\\u007f");
    }

    private static void write(CallRecord call, String time, JsonGenerator json) {
        json.writeStringProperty("audit", "call")
                .writeStringProperty("time", time)
                .writeStringProperty("server", call.server().display())
                .writeStringProperty("revision", call.revision().position())
                .writeStringProperty("method", call.method())
                .writeStringProperty("name", shortened(call.name()));
        call.definition().ifPresent(it -> json.writeStringProperty("definition", it.display())
                .writeNumberProperty("generation", it.generation()));
        call.principal().plugin().ifPresent(plugin -> json.writeStringProperty("plugin", plugin));
        call.principal().subject().ifPresent(subject -> json.writeStringProperty("subject", shortened(subject)));
        json.writeStringProperty("outcome", call.outcome());
        call.reason().ifPresent(reason -> json.writeStringProperty("reason", reason));
        call.rows().ifPresent(rows -> json.writeNumberProperty("rows", rows));
        json.writeNumberProperty("durationMicros", call.took().toNanos() / 1_000);
        call.span().ifPresent(span -> json.writeStringProperty("traceId", span.traceId()));
        call.arguments().ifPresent(arguments -> json.writeName("arguments").writeRawValue(arguments.json()));
    }

    private static String shortened(String text) {
        return text.length() > LONGEST_TEXT
                ? wholeCharacters(text.substring(0, LONGEST_TEXT)) + "[%d characters]".formatted(text.length())
                : text;
    }

    /** Removes half of a surrogate pair at the end: strict JSON parsers would reject the whole line. */
    private static String wholeCharacters(String cut) {
        return Character.isHighSurrogate(cut.charAt(cut.length() - 1)) ? cut.substring(0, cut.length() - 1) : cut;
    }
}
