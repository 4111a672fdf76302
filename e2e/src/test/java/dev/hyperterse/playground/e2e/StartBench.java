package dev.hyperterse.playground.e2e;

import dev.hyperterse.playground.Playground;
import dev.hyperterse.playground.PlaygroundOptions;
import java.time.Duration;
import java.util.List;

/**
 * Measures how long a new operator takes from its start until every tool of a big catalog is Ready, with statuses empty
 * and no replica running; started by {@code bench/start/run}. Nothing is asserted.
 */
final class StartBench {
    private static final int MANY = 10_000;
    private static final int FEW = 500;
    /** The operator is asked twice a second only: each answer takes from the two processors, too. */
    private static final Duration PAUSE = Duration.ofMillis(500);

    private static final Duration LIMIT = Duration.ofMinutes(5);

    private StartBench() {}

    public static void main(String[] arguments) throws Exception {
        var tools = List.of(arguments).contains("--quick") ? FEW : MANY;
        var options = PlaygroundOptions.product().withOperators(0).telling(System.err::println);
        try (var playground = Playground.start(options)) {
            // Not closed: to delete so many tools takes longer than the measurement, and all ends with the playground.
            run(Gateway.open(playground), tools);
        }
        // The HTTP clients of the JDK keep threads.
        System.exit(0);
    }

    private static void run(Gateway gateway, int tools) throws Exception {
        gateway.apply(Shop.server("shop", 2).replace("384Mi", "1Gi"));
        var began = System.nanoTime();
        new Fleet(gateway, "shop").create(0, tools);
        var figures = new Figures();
        var of = " with " + tools + " tools";
        figures.figure("creating" + of, "s", "create_s", seconds(began));
        began = System.nanoTime();
        gateway.kubectlAnywhere(
                "scale",
                "deployment/hyperterse-operator",
                "--namespace=" + AdminFigures.OPERATOR_NAMESPACE,
                "--replicas=1");
        AdminFigures.ofOperator(gateway.playground());
        figures.figure("start of the operator to its leading", "s", "leading_s", seconds(began));
        gateway.replicas("shop", 2);
        figures.figure("start of the operator to two replicas ready", "s", "replicas_s", seconds(began));
        figures.figure(
                "start of the operator to all Ready" + of,
                "s",
                "all_ready_s",
                secondsToAllReady(gateway, tools, began));
        var operator = AdminFigures.ofOperator(gateway.playground());
        figures.figure(
                "status writes a tool",
                "",
                "status_writes_per_tool",
                operator.value("hyperterse_operator_status_writes_total") / tools);
        figures.figure(
                "time that the operator collected garbage",
                "s",
                "gc_s",
                operator.value("jvm_gc_collection_seconds_total"));
        OperatorMemory.collectGarbage(gateway.playground());
        figures.figure(
                "heap of the operator" + of + ", garbage collected",
                "MiB",
                "operator_heap_mib",
                AdminFigures.ofOperator(gateway.playground()).mebibytes("jvm_memory_heap_used_bytes"));
        System.out.println(figures.json("start"));
    }

    /**
     * The operator says when it has nothing left to write, and the tools themselves are asked after that: a watch of them
     * would take from the two processors what the operator is to write with.
     */
    private static double secondsToAllReady(Gateway gateway, int tools, long began) {
        gateway.awaitStatusesWritten(tools, PAUSE);
        var elapsed = seconds(began);
        // A status of the server counts too: the last tools may be a moment behind.
        while (gateway.readyTools() < tools) {
            gateway.awaitIdleOperator();
            elapsed = seconds(began);
            if (elapsed > LIMIT.toSeconds()) {
                throw new IllegalStateException("not all of " + tools + " tools became Ready");
            }
        }
        return elapsed;
    }

    private static double seconds(long began) {
        return (System.nanoTime() - began) / 1e9;
    }
}
