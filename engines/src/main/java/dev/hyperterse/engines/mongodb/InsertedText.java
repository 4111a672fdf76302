package dev.hyperterse.engines.mongodb;

import dev.hyperterse.calls.Principal;
import dev.hyperterse.calls.binding.ValueSource;
import dev.hyperterse.calls.memory.Reservation;
import dev.hyperterse.catalog.document.DocumentValue;
import java.util.List;

/** A text of the author with inserted values of the call. */
record InsertedText(List<Part> parts) {
    private static final String SPECIAL = "\\^$.|?*+()[]{}-/#&~ \t\n\r\f";
    /** The bytes per character: in the builder and in the text, two bytes each, with a backslash. */
    private static final long CHARACTER = 8;

    /** @param regex whether characters with a meaning in regular expressions are escaped */
    record Part(ValueSource source, boolean regex) {}

    static InsertedText of(List<DocumentValue.Piece> pieces, ValueSource.Finder sources) {
        return new InsertedText(pieces.stream()
                .map(piece -> switch (piece) {
                    case DocumentValue.Literal(var text) -> new Part((slots, principal) -> text, false);
                    case DocumentValue.Inserted(var reference, var regex) -> new Part(sources.of(reference), regex);
                })
                .toList());
    }

    /** The text; null if any value is absent. */
    String value(Object[] slots, Principal principal, Reservation memory) {
        var text = new StringBuilder();
        for (var part : parts) {
            var value = part.source().value(slots, principal);
            if (value == null) {
                return null;
            }
            var inserted = ValueSource.text(value, memory);
            memory.take(CHARACTER * inserted.length());
            if (part.regex()) {
                escape(inserted, text);
            } else {
                text.append(inserted);
            }
        }
        return text.toString();
    }

    private static void escape(String value, StringBuilder text) {
        for (var index = 0; index < value.length(); index++) {
            if (SPECIAL.indexOf(value.charAt(index)) >= 0) {
                text.append('\\');
            }
            text.append(value.charAt(index));
        }
    }
}
