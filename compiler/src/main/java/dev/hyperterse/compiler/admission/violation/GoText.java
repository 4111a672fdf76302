package dev.hyperterse.compiler.admission.violation;

import java.math.BigDecimal;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** Values as the messages of a Go program show them. */
public final class GoText {
    private GoText() {}

    /** A scalar bare, a text quoted, anything else as compact JSON with sorted keys. */
    public static String value(Object value) {
        return switch (value) {
            case null -> "null";
            case String text -> quoted(text);
            case Double number -> number(number);
            case Map<?, ?> map ->
                sorted(map).entrySet().stream()
                        .map(entry -> quoted(entry.getKey()) + ":" + value(entry.getValue()))
                        .collect(Collectors.joining(",", "{", "}"));
            case List<?> list -> list.stream().map(GoText::value).collect(Collectors.joining(",", "[", "]"));
            default -> value.toString();
        };
    }

    /** The shortest digits that identify the number; an exponent only below 1e-4 and from 1e21. */
    public static String number(double number) {
        if (number == Math.rint(number) && Math.abs(number) < 1e21) {
            return new BigDecimal(number).toPlainString();
        }
        var size = Math.abs(number);
        return size >= 1e-4 && size < 1e21
                ? new BigDecimal(Double.toString(number)).toPlainString()
                : exponential(Double.toString(number));
    }

    public static String quoted(String text) {
        var quoted = new StringBuilder(text.length() + 2).append('"');
        text.codePoints().forEach(it -> append(quoted, it));
        return quoted.append('"').toString();
    }

    private static void append(StringBuilder quoted, int character) {
        switch (character) {
            case '"' -> quoted.append("\\\"");
            case '\\' -> quoted.append("\\\\");
            case '\n' -> quoted.append("\\n");
            case '\r' -> quoted.append("\\r");
            case '\t' -> quoted.append("\\t");
            default -> {
                if (character < 0x20 || character == 0x7F) {
                    quoted.append("\\x%02x".formatted(character));
                } else {
                    quoted.appendCodePoint(character);
                }
            }
        }
    }

    /** {@code 1.5E-7} as {@code 1.5e-07}. */
    private static String exponential(String written) {
        var parts = written.split("E", 2);
        var mantissa = parts[0].endsWith(".0") ? parts[0].substring(0, parts[0].length() - 2) : parts[0];
        var exponent = Integer.parseInt(parts[1]);
        return "%se%s%02d".formatted(mantissa, exponent < 0 ? "-" : "+", Math.abs(exponent));
    }

    private static TreeMap<String, Object> sorted(Map<?, ?> map) {
        var sorted = new TreeMap<String, Object>();
        map.forEach((key, item) -> sorted.put(key.toString(), item));
        return sorted;
    }
}
