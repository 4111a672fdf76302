package dev.hyperterse.calls.result;

import dev.hyperterse.calls.memory.ResultBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import tools.jackson.core.io.JsonStringEncoder;

/**
 * The name of a column, as it is written before each value.
 *
 * @param prefix the name with the brace or comma before it, and the colon behind it
 * @param prefixInside the same inside a JSON string
 */
public record ColumnName(byte[] prefix, byte[] prefixInside) {
    /** The names for these labels. A second {@code id} becomes {@code id_2}, unless that is a label too. */
    public static List<ColumnName> of(List<String> labels) {
        List<ColumnName> names = new ArrayList<>();
        for (var name : distinct(labels)) {
            names.add(of(name, names.isEmpty()));
        }
        return names;
    }

    static List<String> distinct(List<String> labels) {
        var taken = new HashSet<>(labels);
        var seen = new HashSet<String>();
        List<String> names = new ArrayList<>();
        for (var label : labels) {
            var name = label;
            for (var number = 2; !seen.add(name); number++) {
                name = taken.contains(label + "_" + number) ? name : label + "_" + number;
            }
            names.add(name);
        }
        return names;
    }

    /** The name as a JSON string. */
    static byte[] quoted(String name) {
        return utf8("\"" + escaped(name) + "\"");
    }

    /** Writes it in the buffer's form; the value follows. */
    public void write(ResultBuffer out) {
        out.raw(out.form() == ResultBuffer.Form.INSIDE_STRING ? prefixInside : prefix);
    }

    private static ColumnName of(String name, boolean first) {
        var prefix = (first ? "{" : ",") + "\"" + escaped(name) + "\":";
        return new ColumnName(utf8(prefix), utf8(escaped(prefix)));
    }

    private static String escaped(String text) {
        return new String(JsonStringEncoder.getInstance().quoteAsCharArray(text));
    }

    private static byte[] utf8(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
