package dev.hyperterse.operator.workload.manifest;

import io.fabric8.kubernetes.api.model.Quantity;
import io.fabric8.kubernetes.api.model.ResourceRequirements;
import java.util.Map;
import java.util.Optional;

/**
 * How much of a pod's memory its heap may take, in bytes: a share would depend on whether the JVM detects the container.
 */
final class RuntimeHeap {
    private static final long MEBI = 1L << 20;

    /** Classes, compiled code, stacks and the copy of the catalog, which lies in memory too. */
    private static final long BESIDE_THE_HEAP = 160 * MEBI;

    private RuntimeHeap() {}

    /** Nothing where the pod has neither a limit nor a request of memory: then the JVM decides. */
    static Optional<String> option(ResourceRequirements resources) {
        return memory(resources.getLimits())
                .or(() -> memory(resources.getRequests()))
                .map(RuntimeHeap::heap)
                .map(heap -> "-Xmx" + Math.max(1, heap / MEBI) + "m");
    }

    /** Engines and buffers outside the heap grow with the pod; a small pod still has more heap than anything else. */
    private static long heap(long memory) {
        return Math.max(memory - memory / 4 - BESIDE_THE_HEAP, memory * 2 / 5);
    }

    private static Optional<Long> memory(Map<String, Quantity> quantities) {
        return Optional.ofNullable(quantities).map(it -> it.get("memory")).flatMap(RuntimeHeap::bytes);
    }

    private static Optional<Long> bytes(Quantity quantity) {
        try {
            return Optional.of(quantity.getNumericalAmount().longValue()).filter(it -> it > 0);
        } catch (IllegalArgumentException | ArithmeticException notAQuantity) {
            // The API server says so when the Deployment is applied.
            return Optional.empty();
        }
    }
}
