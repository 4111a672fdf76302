package dev.hyperterse.playground.node.container;

import java.time.Duration;

/**
 * The delays of this node. Tests use shorter ones than a kubelet.
 *
 * @param firstBackOff before the second restart of a container; the first is immediate, each further one waits twice as long
 * @param longestBackOff bound of that
 * @param soundRun a run longer than this makes up for short ones before it
 * @param volumeRefresh between two looks at what volumes are made of
 * @param tokenRefresh share of its lifetime after which a token is replaced
 */
public record NodeTiming(
        Duration firstBackOff,
        Duration longestBackOff,
        Duration soundRun,
        Duration volumeRefresh,
        double tokenRefresh) {
    /** As a kubelet, but quicker to see changed volumes. */
    public static NodeTiming ofKubelet() {
        return new NodeTiming(
                Duration.ofSeconds(10), Duration.ofMinutes(5), Duration.ofMinutes(10), Duration.ofSeconds(10), 0.8);
    }
}
