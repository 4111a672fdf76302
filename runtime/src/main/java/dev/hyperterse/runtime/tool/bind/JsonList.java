package dev.hyperterse.runtime.tool.bind;

import dev.hyperterse.runtime.memory.Reservation;
import dev.hyperterse.runtime.tool.validate.JsonText;
import java.io.Writer;
import java.math.BigDecimal;
import java.util.List;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.ObjectWriteContext;

/** Lists in the two notations that engines take: JSON, and the array literal of Postgres. */
final class JsonList {
    private JsonList() {}

    static String of(List<?> items, Reservation memory) {
        var writer = new GrowingText(memory);
        try (var generator = JsonText.FACTORY.createGenerator(ObjectWriteContext.empty(), writer)) {
            write(generator, items);
        }
        return writer.toString();
    }

    /** <code>{"a","b"}</code>: every item quoted, so that none is read as NULL, a brace or a comma. */
    static String postgresArray(List<?> items, Reservation memory) {
        var literal = new GrowingText(memory).append('{');
        for (var index = 0; index < items.size(); index++) {
            literal.append(index == 0 ? "\"" : ",\"");
            var text = Source.text(items.get(index), memory);
            var from = 0;
            for (var at = 0; at < text.length(); at++) {
                if (text.charAt(at) == '"' || text.charAt(at) == '\\') {
                    literal.append(text, from, at).append('\\');
                    from = at;
                }
            }
            literal.append(text, from, text.length()).append('"');
        }
        return literal.append('}').toString();
    }

    private static void write(JsonGenerator generator, Object value) {
        switch (value) {
            case List<?> list -> {
                generator.writeStartArray();
                list.forEach(item -> write(generator, item));
                generator.writeEndArray();
            }
            case Long number -> generator.writeNumber(number);
            case BigDecimal number -> generator.writeNumber(number);
            case Boolean truth -> generator.writeBoolean(truth);
            case JsonText json -> generator.writeRawValue(json.text());
            default -> generator.writeString(value.toString());
        }
    }

    /** Text of a length that is not known before, taken from the memory of the call as it grows. */
    private static final class GrowingText extends Writer {
        /** In a builder that doubles, with the array before that, and in the text; two bytes each. */
        private static final long CHARACTER = 8;

        private final StringBuilder text = new StringBuilder();
        private final Reservation memory;

        GrowingText(Reservation memory) {
            this.memory = memory;
        }

        @Override
        public void write(char[] characters, int offset, int length) {
            memory.take(CHARACTER * length);
            text.append(characters, offset, length);
        }

        @Override
        public GrowingText append(char character) {
            memory.take(CHARACTER);
            text.append(character);
            return this;
        }

        @Override
        public GrowingText append(CharSequence source) {
            return append(source, 0, source.length());
        }

        @Override
        public GrowingText append(CharSequence source, int from, int to) {
            memory.take(CHARACTER * (to - from));
            text.append(source, from, to);
            return this;
        }

        @Override
        public void flush() {
            // Nothing is held back.
        }

        @Override
        public void close() {
            // Nothing is held open.
        }

        @Override
        public String toString() {
            return text.toString();
        }
    }
}
