package dev.hyperterse.operator;

import dev.hyperterse.controlplane.ControlPlane;
import dev.hyperterse.controlplane.Program;
import dev.hyperterse.controlplane.Programs;
import dev.hyperterse.controlplane.Provision;
import dev.hyperterse.crds.v1alpha1.Tool;
import dev.hyperterse.operator.read.installation.ClusterClient;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;

/**
 * Measures how much memory an operator takes that looks after many tools, in a container of a given size: at its start,
 * while it writes their statuses, and while all its watches are renewed; started by {@code bench/memory/run}. The limit is
 * not enforced: what the process took at most says whether it would have been enough.
 */
final class MemoryBench {
    /** More than an hour has. */
    private static final int RENEWALS = 12;

    private static final Duration LIMIT = Duration.ofMinutes(10);
    private static final int WRITERS = 8;
    private static final double KIBI = 1024;

    private MemoryBench() {}

    public static void main(String[] arguments) throws Exception {
        var quick = List.of(arguments).contains("--quick");
        var tools = quick ? 300 : number(arguments, "--tools", 3_000);
        var renewals = quick ? 2 : number(arguments, "--renewals", RENEWALS);
        var limit = number(arguments, "--limit-mib", 256);
        var folder = Files.createTempDirectory("memory-bench");
        var programs = (Provision.Available)
                Programs.ofThisUser().provide(Program.ETCD, Program.KUBE_APISERVER, Program.KUBECTL);
        try (var controlPlane = ControlPlane.start(programs, false);
                var client = ClusterClient.connect(
                        Config.fromKubeconfig(controlPlane.kubeconfig().toFile()))) {
            var namespace = TestNamespace.openToTheOperator(controlPlane, "memory");
            namespace.apply(DemoManifests.server());
            create(client, namespace.name(), tools);
            try (var operator = ChildOperator.start(
                    controlPlane,
                    namespace.operatorToken(),
                    TestNamespace.SYSTEM,
                    "operator-0",
                    folder.resolve("operator"),
                    jvm(limit))) {
                measure(controlPlane, operator, tools, renewals, limit);
            }
        }
        // The HTTP clients of the JDK keep threads.
        System.exit(0);
    }

    private static void measure(ControlPlane controlPlane, ChildOperator operator, int tools, int renewals, int limit)
            throws IOException, InterruptedException {
        operator.await("every status is written", LIMIT, () -> written(operator) >= tools);
        var started = memory(operator, "VmHWM");
        System.out.printf(Locale.ROOT, "%-44s %8.1f MiB%n", "at most until every status was written", started);
        for (var renewal = 0; renewal < renewals; renewal++) {
            controlPlane.killApiServer();
            controlPlane.startApiServer();
            operator.await("watches are open", LIMIT, () -> watches(operator) >= 5);
            // Whether the history is still the same is looked at once more after that.
            TimeUnit.SECONDS.sleep(12);
        }
        var collecting = value(operator, "jvm_gc_collection_seconds_total");
        System.out.printf(Locale.ROOT, "%-44s %8.1f s%n", "garbage collected for", collecting);
        var peak = memory(operator, "VmHWM");
        var anonymous = memory(operator, "RssAnon");
        System.out.printf(Locale.ROOT, "%-44s %8.1f MiB%n", "at most after " + renewals + " renewals", peak);
        new ProcessBuilder(jcmd(), Long.toString(operator.pid()), "GC.run")
                .start()
                .waitFor();
        System.out.printf(Locale.ROOT, "%-44s %8.1f MiB%n", "of it not backed by a file, then", anonymous);
        var heap = value(operator, "jvm_memory_heap_used_bytes ") / KIBI / KIBI;
        System.out.printf(Locale.ROOT, "%-44s %8.1f MiB%n", "heap, garbage collected", heap);
        System.out.printf(
                Locale.ROOT,
                "{\"bench\": \"memory\", \"figures\": {\"tools\": %d, \"limit_mib\": %d, \"start_peak_mib\": %.1f,"
                        + " \"peak_mib\": %.1f, \"anonymous_mib\": %.1f, \"heap_mib\": %.1f, \"gc_s\": %.1f}}%n",
                tools,
                limit,
                started,
                peak,
                anonymous,
                heap,
                collecting);
    }

    /** As in the image, in a container of that size. */
    private static List<String> jvm(int limit) {
        return List.of(
                "-XX:+UseSerialGC",
                "-XX:+UseCompactObjectHeaders",
                "-XX:MaxRAM=" + limit + "m",
                "-XX:MinRAMPercentage=35",
                "-XX:MaxRAMPercentage=35",
                "-XX:NewRatio=4",
                "-XX:TieredStopAtLevel=1",
                "-XX:+UseStringDeduplication",
                "-XX:TrimNativeHeapInterval=10000");
    }

    private static void create(KubernetesClient client, String namespace, int tools) throws Exception {
        try (var writers = Executors.newFixedThreadPool(WRITERS)) {
            var created = new ArrayList<Future<?>>();
            for (var number = 0; number < tools; number++) {
                var tool = client.getKubernetesSerialization().unmarshal(tool(number), Tool.class);
                created.add(writers.submit(
                        () -> client.resource(tool).inNamespace(namespace).create()));
            }
            for (var one : created) {
                one.get();
            }
        }
    }

    private static String tool(int number) {
        return """
                apiVersion: hyperterse.dev/v1alpha1
                kind: Tool
                metadata: {name: tool-%1$d}
                spec:
                  serverRefs: [{name: shop}]
                  title: Tool %1$d
                  description: Orders of one customer of kind %1$d, newest first
                  inputs:
                    - {name: customer_id, type: int, description: Customer, minimum: 1}
                    - {name: status, type: string, enum: [open, paid, shipped], default: open}
                    - {name: since, type: datetime, optional: true}
                  statement:
                    adapter: demo
                    text:
                      inline: >-
                        SELECT id, total FROM orders_%1$d WHERE customer_id = {{ inputs.customer_id }}
                        AND status = {{ inputs.status }} ORDER BY id LIMIT 20
                """.formatted(number);
    }

    private static double written(ChildOperator operator) {
        return value(operator, "hyperterse_operator_status_writes_total");
    }

    private static double watches(ChildOperator operator) {
        return value(operator, "hyperterse_operator_watches");
    }

    /** The sum over the labels of a metric. */
    private static double value(ChildOperator operator, String metric) {
        return operator.answer("/metrics")
                .orElse("")
                .lines()
                .filter(line -> line.startsWith(metric))
                .mapToDouble(line -> Double.parseDouble(line.substring(line.lastIndexOf(' '))))
                .sum();
    }

    private static double memory(ChildOperator operator, String field) throws IOException {
        try (var lines = Files.lines(Path.of("/proc", Long.toString(operator.pid()), "status"))) {
            return lines.filter(line -> line.startsWith(field + ":"))
                            .mapToLong(line -> Long.parseLong(line.replaceAll("\\D", "")))
                            .findFirst()
                            .orElseThrow()
                    / KIBI;
        }
    }

    private static int number(String[] arguments, String name, int standard) {
        var at = List.of(arguments).indexOf(name);
        return at < 0 ? standard : Integer.parseInt(arguments[at + 1]);
    }

    private static String jcmd() {
        return Path.of(System.getProperty("java.home"), "bin", "jcmd").toString();
    }
}
