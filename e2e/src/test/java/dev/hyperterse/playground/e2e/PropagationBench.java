package dev.hyperterse.playground.e2e;

import dev.hyperterse.playground.Playground;
import dev.hyperterse.playground.PlaygroundOptions;
import dev.hyperterse.testbed.mcp.NoticeStream;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * Measures how long a change of one tool takes to the clients of two replicas, and to who waits with kubectl; started by
 * {@code bench/propagation/run}. Nothing is asserted, because time is a property of the machine.
 */
final class PropagationBench {
    private static final String LIST_CHANGED = "notifications/tools/list_changed";
    private static final Duration APART = Duration.ofSeconds(2);

    /** What is told once more keeps a second's distance from what was told before. */
    private static final Duration AFTER_CONVERGED = Duration.ofMillis(1_200);

    private static final int REPLICAS = 2;

    private final Gateway gateway;
    private final Fleet fleet;
    private final Figures figures = new Figures();
    private int version;

    private PropagationBench(Gateway gateway) {
        this.gateway = gateway;
        this.fleet = new Fleet(gateway, "shop");
    }

    public static void main(String[] arguments) throws Exception {
        var quick = List.of(arguments).contains("--quick");
        try (var playground = Playground.start(PlaygroundOptions.product().telling(System.err::println));
                var gateway = Gateway.open(playground)) {
            new PropagationBench(gateway).run(quick);
        }
        // The HTTP clients of the JDK keep threads.
        System.exit(0);
    }

    private void run(boolean quick) throws Exception {
        gateway.apply(Shop.server("shop", REPLICAS).replace("384Mi", "512Mi"));
        fleet.create(0, 100);
        gateway.awaitAllReady(100);
        var streams = streams();
        measure(100, quick ? 5 : 25, quick ? 2 : 10, streams);
        fleet.create(100, 3_000);
        gateway.awaitAllReady(3_000);
        measure(3_000, quick ? 5 : 40, quick ? 2 : 10, streams);
        operator();
        streams.forEach(NoticeStream::close);
        System.out.println(figures.json("propagation"));
    }

    private List<NoticeStream> streams() throws IOException {
        var streams = new ArrayList<NoticeStream>();
        for (var replica : gateway.replicas("shop", REPLICAS)) {
            streams.add(gateway.client(replica).initialize().listen());
        }
        return streams;
    }

    private void measure(int tools, int noticeRounds, int waitRounds, List<NoticeStream> streams) throws Exception {
        // What a first change warms up is not what is asked for.
        noticed(0, streams);
        var before = Stages.of(gateway, "shop");
        var fromAnswer = new double[noticeRounds];
        var fromRequest = new double[noticeRounds];
        for (var round = 0; round < noticeRounds; round++) {
            var change = noticed(round * 7 % tools, streams);
            fromAnswer[round] = milliseconds(change.noticed() - change.answered());
            fromRequest[round] = milliseconds(change.noticed() - change.requested());
        }
        var after = Stages.of(gateway, "shop");
        var waits = new double[waitRounds];
        var alone = new double[waitRounds];
        for (var round = 0; round < waitRounds; round++) {
            var number = round * 11 % tools;
            waits[round] = milliseconds(waited(number));
            alone[round] = milliseconds(waitedInVain(number));
        }
        var suffix = "_ms_" + tools;
        var of = " of " + tools + " tools changed: ";
        figures.times(
                "1" + of + "answer of apply to notice on both replicas",
                "apply_to_notice_p50" + suffix,
                "apply_to_notice_p99" + suffix,
                fromAnswer);
        figures.times(
                "1" + of + "request of apply to notice",
                "request_to_notice_p50" + suffix,
                "request_to_notice_p99" + suffix,
                fromRequest);
        before.until(after, noticeRounds, suffix, figures);
        // The name that the figure for the smaller catalog is known by has no number.
        var known = tools == 100 ? "_ms" : suffix;
        figures.times(
                "1" + of + "answer of apply to end of kubectl wait",
                "apply_to_wait_p50" + known,
                "apply_to_wait_p99" + known,
                waits);
        figures.times(
                "kubectl wait for what is Ready already",
                "kubectl_alone_p50" + known,
                "kubectl_alone_p99" + known,
                alone);
    }

    /** By {@link System#nanoTime()}. */
    private record Change(long requested, long answered, long noticed) {}

    private Change noticed(int number, List<NoticeStream> streams) throws Exception {
        var requested = System.nanoTime();
        fleet.change(number, ++version);
        var answered = System.nanoTime();
        var noticed = answered;
        for (var stream : streams) {
            noticed = Math.max(
                    noticed, stream.awaitNotice(LIST_CHANGED, requested).arrivedNanos());
        }
        settle(requested);
        return new Change(requested, answered, noticed);
    }

    private long waited(int number) throws Exception {
        var requested = System.nanoTime();
        fleet.change(number, ++version);
        var answered = System.nanoTime();
        gateway.awaitReady("tool/" + Fleet.name(number));
        var waited = System.nanoTime() - answered;
        settle(requested);
        return waited;
    }

    private long waitedInVain(int number) {
        var began = System.nanoTime();
        gateway.awaitReady("tool/" + Fleet.name(number));
        return System.nanoTime() - began;
    }

    /** Changes are to be apart, and nothing of one may be taken for a part of the next. */
    private void settle(long began) throws InterruptedException {
        gateway.awaitConverged("shop");
        Thread.sleep(AFTER_CONVERGED);
        var left = APART.minusNanos(System.nanoTime() - began);
        if (left.isPositive()) {
            Thread.sleep(left);
        }
    }

    private void operator() throws Exception {
        gateway.awaitIdleOperator();
        OperatorMemory.collectGarbage(gateway.playground());
        var operator = AdminFigures.ofOperator(gateway.playground());
        figures.figure(
                "heap of the operator with 3,000 tools, garbage collected",
                "MiB",
                "operator_heap_mib_3000",
                operator.mebibytes("jvm_memory_heap_used_bytes"));
        figures.figure("its limit", "MiB", "operator_heap_limit_mib", operator.mebibytes("jvm_memory_heap_max_bytes"));
    }

    private static double milliseconds(long nanos) {
        return nanos / 1e6;
    }
}
