package dev.hyperterse.playground.e2e;

import dev.hyperterse.controlplane.ChildProcess;
import dev.hyperterse.playground.Playground;
import dev.hyperterse.playground.PlaygroundOptions;
import dev.hyperterse.playground.node.RunningPod;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Measures how long many servers take that are applied together, and after a reboot of their node: every process killed
 * at once, the operator's too; started by {@code bench/servers/run}. Nothing is asserted.
 */
final class ServersBench {
    private static final int MANY = 30;
    private static final int FEW = 5;
    private static final Duration PAUSE = Duration.ofMillis(500);
    private static final Duration LIMIT = Duration.ofMinutes(15);
    private static final String EARLIER = "earlier";

    private ServersBench() {}

    public static void main(String[] arguments) throws Exception {
        var servers = List.of(arguments).contains("--quick") ? FEW : MANY;
        try (var playground = Playground.start(PlaygroundOptions.product().telling(System.err::println))) {
            run(Gateway.open(playground), servers);
        }
        // The HTTP clients of the JDK keep threads.
        System.exit(0);
    }

    private static void run(Gateway gateway, int servers) {
        gateway.apply(Shop.server(EARLIER, 1), tool(EARLIER, "one"));
        gateway.awaitReady("hyperterseserver/" + EARLIER, "tool/" + EARLIER);
        var figures = new Figures();
        var began = System.nanoTime();
        gateway.apply(IntStream.range(0, servers)
                .mapToObj(number -> "server-" + number)
                .flatMap(server -> Stream.of(Shop.server(server, 1), tool(server, "one")))
                .toArray(String[]::new));
        figures.figure("applying " + servers + " servers", "s", "apply_s", seconds(began));
        var changed = System.nanoTime();
        gateway.apply(tool(EARLIER, "two"));
        gateway.awaitConverged(EARLIER);
        figures.figure("a change of another server meanwhile", "s", "other_change_s", seconds(changed));
        await(() -> ready(gateway) > 0);
        figures.figure("the first of them is Ready", "s", "first_ready_s", seconds(began));
        await(() -> ready(gateway) == servers);
        figures.figure("all of them are Ready", "s", "all_ready_s", seconds(began));
        figures.figure("restarts of pods until then", "", "start_restarts", restarts(gateway));
        reboot(gateway, servers, figures);
        System.out.println(figures.json("servers"));
    }

    private static void reboot(Gateway gateway, int servers, Figures figures) {
        var before = pods(gateway);
        var began = System.nanoTime();
        before.values().stream()
                .flatMap(pod -> gateway.playground().process(pod.namespace(), pod.name()).stream())
                .forEach(ChildProcess::kill);
        await(() -> {
            var now = pods(gateway);
            return before.values().stream().allMatch(pod -> servesAgain(pod, now));
        });
        figures.figure("all " + servers + " serve again after a reboot of the node", "s", "reboot_s", seconds(began));
        figures.figure(
                "restarts of pods beside the reboot",
                "",
                "reboot_restarts",
                restarts(gateway)
                        - before.values().stream()
                                .mapToInt(RunningPod::restarts)
                                .sum()
                        - before.size());
    }

    private static boolean servesAgain(RunningPod before, Map<String, RunningPod> now) {
        var pod = now.get(before.uid());
        return pod != null && pod.ready() && pod.restarts() > before.restarts();
    }

    /** How many of the servers applied together are Ready, asked with one list. */
    private static long ready(Gateway gateway) {
        var each = "{range .items[*]}{.metadata.name}={.status.conditions[?(@.type==\"Ready\")].status}{\"\\n\"}{end}";
        return gateway.value("hyperterseservers", each)
                .lines()
                .filter(line -> line.endsWith("=True") && !line.startsWith(EARLIER))
                .count();
    }

    private static Map<String, RunningPod> pods(Gateway gateway) {
        return gateway.playground().pods().stream().collect(Collectors.toMap(RunningPod::uid, Function.identity()));
    }

    private static int restarts(Gateway gateway) {
        return pods(gateway).values().stream().mapToInt(RunningPod::restarts).sum();
    }

    private static String tool(String server, String version) {
        return Shop.tool(server, server, "Version of " + server, version);
    }

    private static void await(BooleanSupplier condition) {
        var began = System.nanoTime();
        while (!condition.getAsBoolean()) {
            if (seconds(began) > LIMIT.toSeconds()) {
                throw new IllegalStateException("did not happen within " + LIMIT);
            }
            LockSupport.parkNanos(PAUSE.toNanos());
        }
    }

    private static double seconds(long began) {
        return (System.nanoTime() - began) / 1e9;
    }
}
