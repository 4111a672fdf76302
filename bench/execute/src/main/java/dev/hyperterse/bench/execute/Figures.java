package dev.hyperterse.bench.execute;

/** The figures of one round of load. */
record Figures(
        double callsPerSecond, double p50Millis, double p90Millis, double p99Millis, double p999Millis, long calls) {}
