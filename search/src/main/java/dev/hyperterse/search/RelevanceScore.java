package dev.hyperterse.search;

/** Maps the fraction of the maximum score to the number that a caller sees. */
final class RelevanceScore {
    static final int EXACT_NAME = 100;

    private RelevanceScore() {}

    static int of(double shareOfBest) {
        return Math.clamp(Math.round(99 * shareOfBest), 1, 99);
    }
}
