package dev.hyperterse.runtime.audit;

/** A record as one line of JSON; values are escaped. */
final class AuditLine {
    /**
     * The maximum length of texts that callers choose: records are written one at a time, so a long one delays others.
     */
    private static final int LONGEST_TEXT = 256;

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
        call.arguments().ifPresent(arguments -> line.putRaw("arguments", arguments.json()));
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
}
