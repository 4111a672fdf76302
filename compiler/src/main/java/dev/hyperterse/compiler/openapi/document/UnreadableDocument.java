package dev.hyperterse.compiler.openapi.document;

import dev.hyperterse.compiler.problem.Position;
import java.util.Optional;

/** Ends the reading of a document. Its message quotes nothing: a ConfigMap may hold something else than was meant. */
public final class UnreadableDocument extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final transient Optional<Position> position;

    UnreadableDocument(String message, Optional<Position> position) {
        super(message, null, false, false);
        this.position = position;
    }

    public Optional<Position> position() {
        return position;
    }
}
