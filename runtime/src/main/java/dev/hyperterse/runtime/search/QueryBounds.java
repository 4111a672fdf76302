package dev.hyperterse.runtime.search;

/** The limits of a query: enough for a paragraph, too little to make a search expensive. */
final class QueryBounds {
    /** What follows is not read. */
    static final int MOST_CHARACTERS = 512;

    /** Of a query with more different words that tools contain, the ones that tell most are looked for. */
    static final int MOST_WORDS = 32;

    private QueryBounds() {}

    /** The beginning of the query, not cut inside a character. */
    static String shortened(String query) {
        if (query.length() <= MOST_CHARACTERS) {
            return query;
        }
        boolean splitsPair = Character.isHighSurrogate(query.charAt(MOST_CHARACTERS - 1));
        return query.substring(0, splitsPair ? MOST_CHARACTERS - 1 : MOST_CHARACTERS);
    }
}
