package dev.hyperterse.runtime.connector;

import java.nio.charset.StandardCharsets;
import tools.jackson.core.io.JsonStringEncoder;

/**
 * One column.
 *
 * @param prefix what stands before its value in a JSON object, with the brace or comma
 * @param prefixInside the same inside a JSON string
 */
record Column(byte[] prefix, byte[] prefixInside, CellEncoder encoder) {
    static Column of(String name, boolean first, CellEncoder encoder) {
        var prefix = (first ? "{" : ",") + "\"" + escaped(name) + "\":";
        return new Column(utf8(prefix), utf8(escaped(prefix)), encoder);
    }

    private static String escaped(String text) {
        return new String(JsonStringEncoder.getInstance().quoteAsCharArray(text));
    }

    private static byte[] utf8(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
