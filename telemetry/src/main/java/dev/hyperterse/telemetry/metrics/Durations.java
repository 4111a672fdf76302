package dev.hyperterse.telemetry.metrics;

import io.opentelemetry.sdk.common.Clock;
import io.opentelemetry.sdk.metrics.data.HistogramPointData;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.atomic.LongAdder;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** Durations of what comes and goes, such as a tool: the SDK has no way to remove a series of a {@link Histogram}. */
public final class Durations {
    /** Powers of four, from 4 ms to 69 s: few, because there is a series for each of them and each tool. */
    static final List<Double> BOUNDS = IntStream.rangeClosed(11, 18)
            .mapToObj(exponent -> (1L << 2 * exponent) / 1e9)
            .toList();

    private static final long[] NANOS = IntStream.rangeClosed(11, 18)
            .mapToLong(exponent -> 1L << 2 * exponent)
            .toArray();

    private final LongAdder[] counts =
            Stream.generate(LongAdder::new).limit(NANOS.length + 1L).toArray(LongAdder[]::new);
    private final LongAdder sum = new LongAdder();
    private final long began = Clock.getDefault().now();

    public void record(long nanos) {
        var bucket = 0;
        while (bucket < NANOS.length && nanos > NANOS[bucket]) {
            bucket++;
        }
        counts[bucket].increment();
        sum.add(nanos);
    }

    public long count() {
        return Arrays.stream(counts).mapToLong(LongAdder::sum).sum();
    }

    HistogramPointData point(Labels labels) {
        var counted = Arrays.stream(counts).map(LongAdder::sum).toList();
        return HistogramPointData.create(
                began,
                Clock.getDefault().now(),
                labels.attributes(),
                sum.sum() / 1e9,
                false,
                0,
                false,
                0,
                BOUNDS,
                counted);
    }
}
