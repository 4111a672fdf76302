package dev.hyperterse.statement.sql.token;

import java.util.List;
import java.util.Set;

/** Tokens by index; {@link #NONE}, which equals no real token, before the first and behind the last. */
public record TokenStream(List<Token> tokens) {
    public static final Token NONE = new Token.Symbol(-1, -1, '\0');

    public Token at(int index) {
        return index >= 0 && index < tokens.size() ? tokens.get(index) : NONE;
    }

    public int size() {
        return tokens.size();
    }

    public boolean isWord(int index, String name) {
        return at(index) instanceof Token.Word word && word.name().equals(name);
    }

    public boolean isWord(int index, Set<String> names) {
        return at(index) instanceof Token.Word word && names.contains(word.name());
    }

    public boolean isSymbol(int index, char character) {
        return at(index) instanceof Token.Symbol symbol && symbol.character() == character;
    }

    public boolean isEnd(int index) {
        return at(index) == NONE;
    }

    /** The word or quoted name at {@code index}, else an empty text. */
    public String nameAt(int index) {
        return switch (at(index)) {
            case Token.Word word -> word.name();
            case Token.QuotedName quoted -> quoted.name();
            case Token.Numeral _, Token.Symbol _, Token.Text _, Token.FixedText _, Token.Insertion _, Token.Broken _ ->
                "";
        };
    }

    /** Whether the token depends on the call: a placeholder, or a string with a placeholder. */
    public boolean isInserted(int index) {
        return switch (at(index)) {
            case Token.Insertion _, Token.Broken _ -> true;
            case Token.Text text -> text.isTemplate();
            case Token.Word _, Token.QuotedName _, Token.Numeral _, Token.Symbol _, Token.FixedText _ -> false;
        };
    }
}
