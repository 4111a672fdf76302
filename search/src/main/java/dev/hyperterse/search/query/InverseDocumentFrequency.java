package dev.hyperterse.search.query;

/**
 * Inverse document frequency: {@code log(1 + (tools - frequency) / frequency)}, with {@link #FREQUENCY_SMOOTHING} and
 * {@link #TOOL_SMOOTHING}. Computed as a difference of two logarithms: one of the index, and one from a table that all
 * indexes share, so that the indexes of many visibility classes do not evict each other from the caches of the
 * processor. Logarithms are of {@link StrictMath}: those of {@link Math} may differ in their last bit between
 * processors, and replicas must rank alike.
 */
public final class InverseDocumentFrequency {
    /** Added to frequencies, so that one more tool with a rare word does not change scores much on a reload. */
    private static final double FREQUENCY_SMOOTHING = 3;

    /**
     * Added to the number of tools. In a catalog of six tools that all read orders, "order" is in every one, and would
     * otherwise have no weight although it may be half of the query.
     */
    private static final double TOOL_SMOOTHING = 20.5;

    private static final double[] LOGARITHMS = logarithms(2_048);

    private final int tools;
    private final double most;

    public InverseDocumentFrequency(int tools) {
        this.tools = tools;
        this.most = StrictMath.log(tools + TOOL_SMOOTHING + FREQUENCY_SMOOTHING);
    }

    public double of(int documentFrequency) {
        int frequency = Math.min(documentFrequency, tools);
        return most - (frequency < LOGARITHMS.length ? LOGARITHMS[frequency] : logarithm(frequency));
    }

    private static double logarithm(int frequency) {
        return StrictMath.log(frequency + FREQUENCY_SMOOTHING);
    }

    private static double[] logarithms(int most) {
        var logarithms = new double[most];
        for (int frequency = 0; frequency < most; frequency++) {
            logarithms[frequency] = logarithm(frequency);
        }
        return logarithms;
    }
}
