package dev.hyperterse.statement.lineage;

import java.util.Set;

/**
 * One token of a statement.
 *
 * @param text of a word in lower case, of a symbol itself, of a literal its first character
 * @param name of a word or a quoted name as the engine compares it
 */
record Part(Kind kind, String text, String name) {
    enum Kind {
        /** A keyword or a bare name. */
        WORD,
        /** A name in quotes. */
        NAME,
        LITERAL,
        SYMBOL
    }

    boolean isWord(String word) {
        return kind == Kind.WORD && text.equals(word);
    }

    boolean isWord(Set<String> words) {
        return kind == Kind.WORD && words.contains(text);
    }

    boolean isSymbol(char symbol) {
        return kind == Kind.SYMBOL && text.charAt(0) == symbol;
    }

    boolean isName() {
        return kind == Kind.WORD || kind == Kind.NAME;
    }
}
