package dev.hyperterse.playground.e2e;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;

/** What a bench found out: printed for people as it comes, and as one JSON object in the end. */
final class Figures {
    private final Map<String, Double> figures = new LinkedHashMap<>();

    /** The middle and the end of measured times; nothing is measured by no round. */
    void times(String what, String median, String slowest, double[] milliseconds) {
        Arrays.sort(milliseconds);
        var p50 = milliseconds[(milliseconds.length - 1) / 2];
        var p99 = milliseconds[(int) Math.ceil(milliseconds.length * 0.99) - 1];
        System.out.printf(
                Locale.ROOT, "%-58s %8.1f ms p50 %8.1f ms p99 (%d rounds)%n", what, p50, p99, milliseconds.length);
        figures.put(median, p50);
        figures.put(slowest, p99);
    }

    void figure(String what, String unit, String key, double value) {
        System.out.printf(Locale.ROOT, "%-58s %8.1f %s%n", what, value, unit);
        figures.put(key, value);
    }

    String json(String bench) {
        return figures.entrySet().stream()
                .map(figure -> String.format(Locale.ROOT, "\"%s\": %.1f", figure.getKey(), figure.getValue()))
                .collect(Collectors.joining(", ", "{\"bench\": \"" + bench + "\", \"figures\": {", "}}"));
    }
}
