package dev.hyperterse.cli.dev;

import dev.hyperterse.calls.Outcome.Ended;
import dev.hyperterse.runtime.audit.CallRecord;
import dev.hyperterse.runtime.audit.CallWatch;
import dev.hyperterse.runtime.audit.ShownArguments;
import dev.hyperterse.telemetry.logging.TerminalText;
import dev.hyperterse.telemetry.logging.TimeOfDay;
import java.io.PrintStream;
import java.time.Clock;
import java.time.Duration;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import tools.jackson.databind.JsonNode;

/** One line for each call: the client, the tool, its arguments cut short, rows, time, and what failed. */
record CallLines(PrintStream out, Clock clock) implements CallWatch {
    private static final String TOOL_CALL = "tools/call";
    /** The failure as clients get it, who are not to learn addresses. */
    private static final Pattern UNAVAILABLE = Pattern.compile("adapter \\S+ unavailable");

    private static final int LONGEST_NAME = 60;
    private static final int LONGEST_VALUE = 40;
    private static final int LONGEST_ARGUMENTS = 120;
    private static final int LONGEST_FAILURE = 200;

    @Override
    public boolean isWanted() {
        return true;
    }

    @Override
    public void ended(CallRecord call, Optional<String> client, Optional<String> failure) {
        var line = "%s  %s  %s%s  %s, %s"
                .formatted(
                        TimeOfDay.of(clock),
                        caller(call, client),
                        called(call),
                        call.arguments().map(CallLines::arguments).orElse(""),
                        outcome(call, failure),
                        time(call.took()));
        // In one piece: calls end at the same time.
        out.print(oneLine(line) + System.lineSeparator());
        out.flush();
    }

    private static String caller(CallRecord call, Optional<String> client) {
        var name = shortened(client.filter(it -> !it.isBlank()).orElse("client"), LONGEST_NAME);
        return call.principal()
                .subject()
                .map(subject -> name + " (" + shortened(subject, LONGEST_NAME) + ")")
                .orElse(name);
    }

    private static String called(CallRecord call) {
        var name = shortened(call.name(), LONGEST_NAME);
        return call.method().equals(TOOL_CALL) ? name : call.method() + " " + name;
    }

    private static String arguments(ShownArguments arguments) {
        var shown = arguments.tree();
        var words = shown.isObject()
                ? shown.properties().stream()
                        .map(argument -> " " + argument.getKey() + "=" + value(argument.getValue()))
                        .collect(Collectors.joining())
                : " " + value(shown);
        return shortened(words, LONGEST_ARGUMENTS);
    }

    private static String value(JsonNode value) {
        var text = value.isString() ? value.stringValue() : value.toString();
        return shortened(text.contains(" ") ? '"' + text + '"' : text, LONGEST_VALUE);
    }

    private static String outcome(CallRecord call, Optional<String> failure) {
        if (call.outcome().equals(Ended.COMPLETED.spelling())) {
            return call.rows().isPresent() ? rows(call.rows().getAsInt()) : "done";
        }
        return "FAILED " + call.outcome()
                + failure.map(sentence -> ": " + shortened(sentence, LONGEST_FAILURE)
                                + (UNAVAILABLE.matcher(sentence).matches()
                                        ? "; 'hyperterse validate --connect' says at which address"
                                        : ""))
                        .orElse("");
    }

    private static String rows(int count) {
        return count + (count == 1 ? " row" : " rows");
    }

    private static String time(Duration took) {
        var millis = took.toNanos() / 1e6;
        return millis < 10 ? String.format(Locale.ROOT, "%.1f ms", millis) : Math.round(millis) + " ms";
    }

    private static String oneLine(String text) {
        return TerminalText.quoted(text.replaceAll("\\s", " "));
    }

    private static String shortened(String text, int longest) {
        if (text.length() <= longest) {
            return text;
        }
        var end = Character.isHighSurrogate(text.charAt(longest - 2)) ? longest - 2 : longest - 1;
        return text.substring(0, end) + "…";
    }
}
