package dev.hyperterse.compiler.command;

import dev.hyperterse.statement.binding.Literal;
import dev.hyperterse.statement.binding.Piece;
import dev.hyperterse.statement.binding.Placeholder;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * One word of a command.
 *
 * @param start where it begins in the text
 * @param quoted whether any of it is in quotes
 */
record LexedWord(int start, List<Piece> pieces, boolean quoted) {
    LexedWord {
        pieces = List.copyOf(pieces);
    }

    /** Its text, unless it holds a placeholder. */
    Optional<String> text() {
        if (pieces.isEmpty()) {
            return Optional.of("");
        }
        return pieces.size() == 1 && pieces.getFirst() instanceof Literal(var text)
                ? Optional.of(text)
                : Optional.empty();
    }

    /** As names of commands and options are compared. */
    Optional<String> name() {
        return text().map(it -> it.toUpperCase(Locale.ROOT));
    }

    /** The placeholder that is all of it, without quotes. */
    Optional<Placeholder> placeholder() {
        return !quoted && pieces.size() == 1 && pieces.getFirst() instanceof Placeholder placeholder
                ? Optional.of(placeholder)
                : Optional.empty();
    }

    List<Placeholder> placeholders() {
        return pieces.stream()
                .filter(Placeholder.class::isInstance)
                .map(Placeholder.class::cast)
                .toList();
    }
}
