package dev.hyperterse.bench.execute;

/** What one round of load showed. */
record Figures(
        double callsPerSecond, double p50Millis, double p90Millis, double p99Millis, double p999Millis, long calls) {}
