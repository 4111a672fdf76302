package dev.hyperterse.statement.sql;

import java.util.List;
import java.util.Set;

/** Tokens by index; {@link #NONE}, which equals no real token, before the first and behind the last. */
record TokenStream(List<Token> tokens) {
    static final Token NONE = new Token.Symbol(-1, -1, '\0');

    Token at(int index) {
        return index >= 0 && index < tokens.size() ? tokens.get(index) : NONE;
    }

    int size() {
        return tokens.size();
    }

    boolean isWord(int index, String name) {
        return at(index) instanceof Token.Word word && word.name().equals(name);
    }

    boolean isWord(int index, Set<String> names) {
        return at(index) instanceof Token.Word word && names.contains(word.name());
    }

    boolean isSymbol(int index, char character) {
        return at(index) instanceof Token.Symbol symbol && symbol.character() == character;
    }

    boolean isEnd(int index) {
        return at(index) == NONE;
    }

    /** The word or quoted name at {@code index}, else an empty text. */
    String nameAt(int index) {
        return switch (at(index)) {
            case Token.Word word -> word.name();
            case Token.QuotedName quoted -> quoted.name();
            case Token.Numeral _, Token.Symbol _, Token.Text _, Token.FixedText _, Token.Insertion _, Token.Broken _ ->
                "";
        };
    }

    /** Whether the token depends on the call: a placeholder, or a string with a placeholder. */
    boolean isInserted(int index) {
        return switch (at(index)) {
            case Token.Insertion _, Token.Broken _ -> true;
            case Token.Text text -> text.isTemplate();
            case Token.Word _, Token.QuotedName _, Token.Numeral _, Token.Symbol _, Token.FixedText _ -> false;
        };
    }
}
