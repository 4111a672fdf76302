package dev.hyperterse.runtime.search;

/** From a share of the best score that a query allows to the number that a caller sees. */
final class RelevanceScore {
    static final int EXACT_NAME = 100;

    private RelevanceScore() {}

    static int of(double shareOfBest) {
        return Math.clamp(Math.round(99 * shareOfBest), 1, 99);
    }
}
