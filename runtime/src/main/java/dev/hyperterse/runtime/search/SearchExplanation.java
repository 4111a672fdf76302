package dev.hyperterse.runtime.search;

import java.util.List;
import java.util.Map;

/**
 * Explains the rank of a tool. The points of all parts add up to {@code points}; {@code bestPoints} is what a tool
 * would have that is all that the query asks for, and the share of it is the relevance score.
 *
 * @param words what each word of the query found in the tool; words that found nothing are absent
 * @param nameCoverage points for how much of the name is asked for
 * @param descriptionCoverage points for how much of the description is asked for
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
     * @param asked as the query has it
     * @param found the indexed form of the tool's word that it stands for
     * @param likeness "same", "begins with" or "typing error"
     * @param rarity how much the word tells in this catalog
     * @param points what the word adds
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
