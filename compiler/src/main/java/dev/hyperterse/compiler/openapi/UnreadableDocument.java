package dev.hyperterse.compiler.openapi;

import dev.hyperterse.compiler.problem.Position;
import java.util.Optional;

/** Ends the reading of a document. Its message quotes nothing: a ConfigMap may hold something else than was meant. */
final class UnreadableDocument extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final transient Optional<Position> position;

    UnreadableDocument(String message, Optional<Position> position) {
        super(message, null, false, false);
        this.position = position;
    }

    Optional<Position> position() {
        return position;
    }
}
