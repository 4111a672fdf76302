package dev.hyperterse.search.segment;

import java.util.List;

/**
 * The numbers of the ranking formula.
 *
 * @param fields weight of a word in each {@link SearchField}, by ordinal
 * @param lengthPenalty for each field, how much a long text dilutes its words (0 not at all, 1 in full proportion)
 * @param saturation how soon further occurrences of a word stop counting
 * @param nameCoverage score of a name that the query covers completely
 * @param descriptionCoverage score of a description that the query covers completely
 * @param pair weight of two words that are neighbours in the query and in the tool
 * @param faintWord weight of a function word or chatter in a query, relative to other words
 * @param number weight of a number in a query, relative to a word
 * @param prefix weight of a word that begins with a word of the query which no tool contains
 * @param relative the same if some tools contain the word of the query
 * @param typingError weight of a word that differs from a word of the query by one typing error
 */
public record RankingWeights(
        List<Double> fields,
        List<Double> lengthPenalty,
        double saturation,
        double nameCoverage,
        double descriptionCoverage,
        double pair,
        double faintWord,
        double number,
        double prefix,
        double relative,
        double typingError) {
    public static final RankingWeights TUNED = new RankingWeights(
            List.of(3.0, 1.0, 1.4, 0.9, 0.6, 0.6),
            List.of(0.7, 0.7, 0.8, 0.5, 0.4, 0.4),
            0.45,
            4,
            5,
            0.3,
            0.7,
            0.7,
            0.7,
            0.3,
            0.6);

    public RankingWeights {
        fields = List.copyOf(fields);
        lengthPenalty = List.copyOf(lengthPenalty);
    }
}
