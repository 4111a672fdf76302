package dev.hyperterse.search;

import dev.hyperterse.search.document.SearchField;
import java.util.List;
import java.util.Map;

/**
 * Explains the rank of a tool. The points of all parts add up to {@code points}; {@code bestPoints} is the maximum for
 * the query, and the fraction of it is the relevance score.
 *
 * @param words the words of the query that match the tool
 * @param nameCoverage points for how much of the name the query covers
 * @param descriptionCoverage points for how much of the description the query covers
 * @param pairs points for words that are neighbours in the query and in the name or description
 */
public record SearchExplanation(
        String tool,
        int relevanceScore,
        double points,
        double bestPoints,
        List<Word> words,
        double nameCoverage,
        double descriptionCoverage,
        double pairs) {
    public SearchExplanation {
        words = List.copyOf(words);
    }

    /**
     * One word of the query in the tool.
     *
     * @param asked the word in the query
     * @param found the indexed form of the matching word in the tool
     * @param likeness "same", "begins with" or "typing error"
     * @param rarity inverse document frequency of the word in this catalog
     * @param points of the word
     * @param pointsByField the same, divided among the fields that contain it
     */
    public record Word(
            String asked,
            String found,
            String likeness,
            double rarity,
            double points,
            Map<SearchField, Double> pointsByField) {
        public Word {
            pointsByField = Map.copyOf(pointsByField);
        }
    }
}
