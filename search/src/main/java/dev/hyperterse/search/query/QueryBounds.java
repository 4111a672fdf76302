package dev.hyperterse.search.query;

/** The limits of a query: long enough for a paragraph, short enough to keep a search cheap. */
public final class QueryBounds {
    /** Further characters are ignored. */
    public static final int MOST_CHARACTERS = 512;

    /** The maximum of different words; of more words, the most important ones are used. */
    public static final int MOST_WORDS = 32;

    private QueryBounds() {}

    /** The beginning of the query, not cut inside a character. */
    public static String shortened(String query) {
        if (query.length() <= MOST_CHARACTERS) {
            return query;
        }
        boolean splitsPair = Character.isHighSurrogate(query.charAt(MOST_CHARACTERS - 1));
        return query.substring(0, splitsPair ? MOST_CHARACTERS - 1 : MOST_CHARACTERS);
    }
}
