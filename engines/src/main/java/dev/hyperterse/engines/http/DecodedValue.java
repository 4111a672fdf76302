package dev.hyperterse.engines.http;

import dev.hyperterse.calls.CallFailure;
import dev.hyperterse.calls.Principal;
import dev.hyperterse.calls.Stage;
import dev.hyperterse.calls.binding.ValueSource;
import dev.hyperterse.calls.memory.Reservation;
import dev.hyperterse.catalog.statement.Reference;
import dev.hyperterse.catalog.statement.Value;
import java.util.Base64;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;

/** The bytes of a value in base64, or of each item of a list. */
final class DecodedValue {
    /** Bytes of an array in addition to its own. */
    static final int ARRAY = 32;

    private static final Base64.Decoder BASE64 = Base64.getDecoder();

    private final ValueSource source;
    private final String names;

    DecodedValue(Reference reference, ValueSource.Finder sources) {
        this.source = sources.of(reference);
        this.names = FilledText.of(new Value.Whole(reference), sources).toString();
    }

    /** None without a value. */
    List<byte[]> of(Object[] slots, Principal principal, Reservation memory) {
        var value = source.value(slots, principal);
        var all = value instanceof List<?> list ? list.stream() : Stream.ofNullable(value);
        return all.filter(Objects::nonNull)
                .map(it -> decoded(ValueSource.text(it, memory), memory))
                .toList();
    }

    /** Of a value that is no list: a claim can be one, whatever its author expects. */
    Optional<byte[]> one(Object[] slots, Principal principal, Reservation memory) {
        var value = source.value(slots, principal);
        if (value instanceof List<?>) {
            throw new CallFailure(Stage.BINDING, "%s is a list, and a body is one value".formatted(names));
        }
        return Optional.ofNullable(value).map(it -> decoded(ValueSource.text(it, memory), memory));
    }

    private byte[] decoded(String base64, Reservation memory) {
        // The decoder copies the text, too.
        memory.take(2L * base64.length() + ARRAY);
        try {
            return BASE64.decode(base64);
        } catch (IllegalArgumentException malformed) {
            throw new CallFailure(Stage.BINDING, "%s is not base64: letters, digits, + and /".formatted(names));
        }
    }
}
