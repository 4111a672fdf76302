package dev.hyperterse.runtime.audit;

import dev.hyperterse.calls.JsonSpan;
import java.util.Locale;
import java.util.Set;
import tools.jackson.core.JacksonException;
import tools.jackson.core.json.JsonFactory;
import tools.jackson.core.json.JsonWriteFeature;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** A record as one line of JSON; values are escaped. */
final class AuditLine {
    private static final int LONGEST_ARGUMENTS = 16 * 1024;
    /**
     * The maximum length of texts that callers choose: records are written one at a time, so a long one delays others.
     */
    private static final int LONGEST_TEXT = 256;

    private static final String REDACTED = "[redacted]";

    /** Parts of names whose values are usually credentials. */
    private static final Set<String> CREDENTIALS = Set.of(
            "password",
            "passwd",
            "passphrase",
            "passcode",
            "pwd",
            "secret",
            "token",
            "apikey",
            "accesskey",
            "privatekey",
            "credential",
            "authorization",
            "bearer",
            "jwt",
            "cookie",
            "sessionid");

    /** Writes ASCII only, so that characters which terminals or collectors interpret are escaped. */
    private static final JsonMapper JSON = JsonMapper.builder(JsonFactory.builder()
                    .enable(JsonWriteFeature.ESCAPE_NON_ASCII)
                    .build())
            // A double could change the number that was sent.
            .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
            .build();

    private AuditLine() {}

    static byte[] of(CallRecord call, String time) {
        var line = new JsonLine()
                .put("audit", "call")
                .put("time", time)
                .put("server", call.server().display())
                .put("revision", call.revision().position())
                .put("method", call.method())
                .put("name", shortened(call.name()));
        call.definition().ifPresent(it -> line.put("definition", it.display()).put("generation", it.generation()));
        call.principal().plugin().ifPresent(plugin -> line.put("plugin", plugin));
        call.principal().subject().ifPresent(subject -> line.put("subject", shortened(subject)));
        line.put("outcome", call.outcome());
        call.reason().ifPresent(reason -> line.put("reason", reason));
        call.rows().ifPresent(rows -> line.put("rows", rows));
        line.put("durationMicros", call.took().toNanos() / 1_000);
        call.span().ifPresent(span -> line.put("traceId", span.traceId()));
        call.arguments().ifPresent(arguments -> line.putRaw("arguments", json(shown(arguments))));
        return line.end();
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

    /** DEL can occur only within a text; the generator does not escape it. */
    private static String json(JsonNode arguments) {
        return JSON.writeValueAsString(arguments).replace("\u007f", "\\u007f");
    }

    private static JsonNode shown(JsonSpan arguments) {
        if (arguments.length() > LONGEST_ARGUMENTS) {
            return text("[%d bytes]".formatted(arguments.length()));
        }
        try {
            var tree = JSON.readTree(arguments.bytes(), arguments.from(), arguments.length());
            redact(tree);
            return tree;
        } catch (JacksonException malformed) {
            return text("[no JSON]");
        }
    }

    private static void redact(JsonNode node) {
        switch (node) {
            case ObjectNode object ->
                object.properties().forEach(member -> {
                    if (isCredential(member.getKey())) {
                        member.setValue(text(REDACTED));
                    } else {
                        redact(member.getValue());
                    }
                });
            case ArrayNode array -> array.forEach(AuditLine::redact);
            default -> {}
        }
    }

    private static boolean isCredential(String name) {
        var plain = name.toLowerCase(Locale.ROOT).replaceAll("[^a-z]", "");
        return CREDENTIALS.stream().anyMatch(plain::contains);
    }

    private static JsonNode text(String text) {
        return JSON.getNodeFactory().stringNode(text);
    }
}
