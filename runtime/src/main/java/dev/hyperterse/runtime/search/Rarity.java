package dev.hyperterse.runtime.search;

/**
 * Inverse document frequency: a word that few of the tools contain tells more than one that most contain. It is {@code
 * log(1 + (tools - frequency) / frequency)} with {@link #CALM} and {@link #SILENT}, which is a difference of two logarithms: one
 * of the index, and one that all indexes share, so that those of many classes of callers do not displace each other in the
 * caches of the processor.
 */
final class Rarity {
    /** Keeps a rare word from telling much less when one more tool contains it: scores shall not jump on a reload. */
    private static final double CALM = 3;

    /**
     * Counted as tools that contain no word. In a catalog of six tools that all read orders, "order" is in every one, and
     * would otherwise count nothing although it is half of what is asked for.
     */
    private static final double SILENT = 20.5;

    private static final double[] LOGARITHMS = logarithms(2_048);

    private final int tools;
    private final double most;

    Rarity(int tools) {
        this.tools = tools;
        this.most = Math.log(tools + SILENT + CALM);
    }

    double of(int documentFrequency) {
        int frequency = Math.min(documentFrequency, tools);
        return most - (frequency < LOGARITHMS.length ? LOGARITHMS[frequency] : logarithm(frequency));
    }

    private static double logarithm(int frequency) {
        return Math.log(frequency + CALM);
    }

    private static double[] logarithms(int most) {
        var logarithms = new double[most];
        for (int frequency = 0; frequency < most; frequency++) {
            logarithms[frequency] = logarithm(frequency);
        }
        return logarithms;
    }
}
