package dev.hyperterse.search.text;

/**
 * One word of a text.
 *
 * @param surface the word as written, lower-cased and folded; compared for prefixes and typing errors
 * @param term the stem of the word; indexed and looked up
 * @param kind the origin of the word
 */
public record SearchToken(String surface, String term, Kind kind) {
    public enum Kind {
        /** A word between separators. */
        WORD,
        /** One piece of an identifier: {@code user} of {@code getUserName}. */
        PIECE,
        /** The whole of an identifier whose pieces are tokens too: {@code youtube} of {@code YouTube}. */
        WHOLE,
        /** A number, or a word that begins with a digit: a value rather than a subject. */
        NUMBER
    }
}
