package dev.hyperterse.runtime.search;

/** Inverse document frequency: a word that few of the tools contain tells more than one that most contain. */
final class Rarity {
    /** Keeps a rare word from telling much less when one more tool contains it: scores shall not jump on a reload. */
    private static final double CALM = 3;

    /**
     * Counted as tools that contain no word. In a catalog of six tools that all read orders, "order" is in every one, and
     * would otherwise count nothing although it is half of what is asked for.
     */
    private static final int SILENT = 20;

    private static final int REMEMBERED = 2_048;

    private final int tools;
    private final double[] remembered;

    Rarity(int tools) {
        this.tools = tools;
        this.remembered = new double[Math.min(tools + 1, REMEMBERED)];
        for (int frequency = 0; frequency < remembered.length; frequency++) {
            remembered[frequency] = computed(frequency);
        }
    }

    double of(int documentFrequency) {
        return documentFrequency < remembered.length
                ? remembered[documentFrequency]
                : computed(Math.min(documentFrequency, tools));
    }

    private double computed(int frequency) {
        return Math.log(1 + (tools + SILENT - frequency + 0.5) / (frequency + CALM));
    }
}
