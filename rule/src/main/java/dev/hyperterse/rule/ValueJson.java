package dev.hyperterse.rule;

import dev.cel.common.values.CelByteString;
import dev.cel.common.values.NullValue;
import java.io.Writer;
import java.math.BigInteger;
import java.util.Collection;
import java.util.Map;
import java.util.Optional;
import java.util.function.IntConsumer;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.ObjectWriteContext;
import tools.jackson.core.json.JsonFactory;

/** Values of expressions as JSON. */
public final class ValueJson {
    private static final JsonFactory FACTORY = new JsonFactory();

    private ValueJson() {}

    /**
     * @param most characters; a value may contain another many times, and is as long as it is written
     * @param room takes the number of further characters before they are written
     * @throws IllegalArgumentException when it is longer, or is nested too deeply
     */
    public static String of(Object value, int most, IntConsumer room) {
        var text = new BoundedText(most, room);
        try (var json = FACTORY.createGenerator(ObjectWriteContext.empty(), text)) {
            write(value, json);
        } catch (JacksonException refused) {
            throw new IllegalArgumentException("no JSON: " + refused.getOriginalMessage(), refused);
        }
        return text.toString();
    }

    private static void write(Object value, JsonGenerator json) {
        switch (value) {
            case null -> json.writeNull();
            case NullValue _ -> json.writeNull();
            case String text -> json.writeString(text);
            case Boolean truth -> json.writeBoolean(truth);
            case Long number -> json.writeNumber(number);
            case Double number -> writeFinite(number, json);
            case BigInteger number -> json.writeNumber(number);
            case Collection<?> items -> {
                json.writeStartArray();
                items.forEach(item -> write(item, json));
                json.writeEndArray();
            }
            case Map<?, ?> members -> {
                json.writeStartObject();
                members.forEach((name, member) -> {
                    json.writeName(String.valueOf(name));
                    write(member, json);
                });
                json.writeEndObject();
            }
            case Optional<?> maybe -> write(maybe.orElse(null), json);
            case CelByteString bytes -> json.writeBinary(bytes.toByteArray());
            // Times, durations, unsigned numbers and types are texts.
            default -> json.writeString(value.toString());
        }
    }

    /** JSON has no others. */
    private static void writeFinite(double number, JsonGenerator json) {
        if (!Double.isFinite(number)) {
            json.writeNull();
        } else if (number == Math.rint(number) && Math.abs(number) < 1e15) {
            json.writeNumber((long) number);
        } else {
            json.writeNumber(number);
        }
    }

    private static final class BoundedText extends Writer {
        private final StringBuilder text = new StringBuilder();
        private final int most;
        private final IntConsumer room;

        BoundedText(int most, IntConsumer room) {
            this.most = most;
            this.room = room;
        }

        @Override
        public void write(char[] characters, int from, int length) {
            if (length > most - text.length()) {
                throw new IllegalArgumentException("more than %d characters".formatted(most));
            }
            room.accept(length);
            text.append(characters, from, length);
        }

        @Override
        public void flush() {
            // Each character is in the text already.
        }

        @Override
        public void close() {
            // Holds no resource.
        }

        @Override
        public String toString() {
            return text.toString();
        }
    }
}
