package dev.hyperterse.telemetry.metrics;

import java.time.Instant;
import java.util.Arrays;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.concurrent.atomic.LongAdder;
import java.util.stream.IntStream;

/**
 * Durations in buckets of powers of two, from 64 us to 67 s: finding the bucket is one instruction instead of a search,
 * and no one has to guess bounds that fit both a lookup by key and a report.
 */
public final class Histogram {
    private static final int SMALLEST_EXPONENT = 16;
    private static final int BUCKETS = 21;

    private final LongAdder[] buckets = new LongAdder[BUCKETS + 1];
    private final LongAdder totalNanos = new LongAdder();
    /** The last of each bucket. */
    private final AtomicReferenceArray<Exemplar> exemplars = new AtomicReferenceArray<>(BUCKETS + 1);

    Histogram() {
        for (var bucket = 0; bucket < buckets.length; bucket++) {
            buckets[bucket] = new LongAdder();
        }
    }

    public void record(long nanos) {
        count(nanos);
    }

    /** The same of a span that is recorded, which becomes the exemplar of its bucket. */
    public void record(long nanos, Instant time, String traceId, String spanId) {
        exemplars.set(count(nanos), new Exemplar(traceId, spanId, nanos / 1e9, time));
    }

    private int count(long nanos) {
        var exponent = Long.SIZE - Long.numberOfLeadingZeros(Math.max(0, nanos - 1));
        var bucket = Math.clamp(exponent - SMALLEST_EXPONENT, 0, BUCKETS);
        buckets[bucket].increment();
        totalNanos.add(nanos);
        return bucket;
    }

    public long count() {
        var count = 0L;
        for (var bucket : buckets) {
            count += bucket.sum();
        }
        return count;
    }

    void describe(String name, Labels labels, Exposition text) {
        var count = 0L;
        for (var bucket = 0; bucket < BUCKETS; bucket++) {
            count += buckets[bucket].sum();
            var bound = labels.and("le", seconds(1L << (SMALLEST_EXPONENT + bucket)));
            text.bucket(name + "_bucket", bound, count, exemplars.get(bucket));
        }
        count += buckets[BUCKETS].sum();
        text.bucket(name + "_bucket", labels.and("le", "+Inf"), count, exemplars.get(BUCKETS));
        text.sample(name + "_sum", labels, totalNanos.sum() / 1e9);
        text.sample(name + "_count", labels, count);
    }

    void read(String name, String help, Labels labels, MetricReader reader) {
        var bounds = IntStream.range(0, BUCKETS)
                .mapToObj(bucket -> (1L << (SMALLEST_EXPONENT + bucket)) / 1e9)
                .toList();
        var counts = Arrays.stream(buckets).map(LongAdder::sum).toList();
        var examples = IntStream.rangeClosed(0, BUCKETS)
                .mapToObj(exemplars::get)
                .filter(Objects::nonNull)
                .toList();
        reader.histogram(name, help, labels, bounds, counts, totalNanos.sum() / 1e9, examples);
    }

    private static String seconds(long nanos) {
        return Double.toString(nanos / 1e9);
    }
}
