package dev.hyperterse.compiler.document;

import dev.hyperterse.statement.binding.Literal;
import dev.hyperterse.statement.binding.Piece;
import dev.hyperterse.statement.binding.Placeholder;
import java.util.List;
import java.util.Optional;

/** A piece of JSON and where it begins in the text. */
sealed interface DocumentNode {
    int start();

    record Document(int start, List<Member> members) implements DocumentNode {
        Optional<Member> only() {
            return members.size() == 1 ? Optional.of(members.getFirst()) : Optional.empty();
        }
    }

    /** {@code start} is that of the key. */
    record Member(int start, String key, DocumentNode value) {}

    record Array(int start, List<DocumentNode> items) implements DocumentNode {}

    /** A string, its escapes undone. */
    record Text(int start, List<Piece> pieces) implements DocumentNode {
        /** The text, where it is the same in every call. */
        Optional<String> constant() {
            var text = new StringBuilder();
            for (var piece : pieces) {
                switch (piece) {
                    case Literal literal -> text.append(literal.text());
                    case Placeholder _ -> {
                        return Optional.empty();
                    }
                }
            }
            return Optional.of(text.toString());
        }
    }

    /** A placeholder outside of quotes. */
    record Insertion(int start, Placeholder placeholder) implements DocumentNode {}

    record Numeral(int start, String digits) implements DocumentNode {}

    /** {@code true}, {@code false} or {@code null}. */
    record Word(int start, String word) implements DocumentNode {}

    /** A node whose fault the reader has reported already. */
    record Broken(int start) implements DocumentNode {}
}
