package dev.hyperterse.runtime.tool.cache;

import dev.hyperterse.telemetry.metrics.Counter;
import dev.hyperterse.telemetry.metrics.Labels;
import dev.hyperterse.telemetry.metrics.MetricRegistry;

/**
 * The metrics of the cache. The name of the tool is not a label.
 *
 * @param hits answered from memory
 * @param shared answered by the run of another call
 * @param misses ran the statement
 * @param evictedFull results evicted to make room for others
 * @param evictedExpired results evicted because of their age
 * @param evictedMemory results evicted because calls needed the memory
 */
record CacheMetrics(
        Counter hits,
        Counter shared,
        Counter misses,
        Counter evictedFull,
        Counter evictedExpired,
        Counter evictedMemory) {
    static CacheMetrics of(MetricRegistry metrics) {
        return new CacheMetrics(
                calls(metrics, "hit"),
                calls(metrics, "shared"),
                calls(metrics, "miss"),
                evictions(metrics, "full"),
                evictions(metrics, "expired"),
                evictions(metrics, "memory"));
    }

    private static Counter calls(MetricRegistry metrics, String outcome) {
        return metrics.counter(
                "hyperterse_cache_calls_total",
                "Calls of tools with a cache: answered from the cache, by the result of an identical call, or by the statement.",
                Labels.of("outcome", outcome));
    }

    private static Counter evictions(MetricRegistry metrics, String reason) {
        return metrics.counter(
                "hyperterse_cache_evictions_total",
                "Results evicted from the cache, by reason.",
                Labels.of("reason", reason));
    }
}
