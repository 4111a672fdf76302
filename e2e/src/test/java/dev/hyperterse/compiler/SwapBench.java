package dev.hyperterse.compiler;

import dev.hyperterse.calls.CallerHash;
import dev.hyperterse.calls.adapter.Adapters;
import dev.hyperterse.calls.adapter.Handover;
import dev.hyperterse.catalog.Catalog;
import dev.hyperterse.catalog.Revision;
import dev.hyperterse.engines.EngineConnectors;
import dev.hyperterse.runtime.decision.DecisionPoints;
import dev.hyperterse.runtime.history.CallHistory;
import dev.hyperterse.runtime.live.LiveCatalogs;
import dev.hyperterse.runtime.tool.ActionLinker;
import dev.hyperterse.scripts.ScriptLinker;
import dev.hyperterse.telemetry.metrics.MetricRegistry;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/**
 * Measures how long a replica takes to make a catalog live in which one tool changed, one of its own or one in the list of
 * another MCP server; started by {@code bench/scale/run}.
 * Nothing is asserted, because time is a property of the machine.
 */
final class SwapBench {
    private static final int UPSTREAMS = 50;

    private SwapBench() {}

    public static void main(String[] arguments) throws IOException {
        var rounds = List.of(arguments).contains("--quick") ? 60 : 300;
        var figures = new ArrayList<String>();
        for (var tools : new int[] {100, 3_000, 10_000}) {
            measure(new OwnTools(tools), Integer.toString(tools), rounds, figures);
        }
        // No call is made, so that nothing has to be answered.
        try (var peer = new ServerSocket(0, UPSTREAMS, InetAddress.getLoopbackAddress())) {
            measure(new ManyUpstreams(UPSTREAMS, 60, peer.getLocalPort()), "50x60", rounds, figures);
        }
        System.out.println("{\"bench\": \"scale\", \"figures\": {" + String.join(", ", figures) + "}}");
        // Adapters of databases that do not exist go on trying in the background.
        System.exit(0);
    }

    private record OwnTools(int tools) implements ServedTools {
        @Override
        public int objects() {
            return tools;
        }

        @Override
        public String server() {
            return ManyTools.SERVER;
        }

        @Override
        public String object(int number, int generation) {
            return ManyTools.tool(number, generation);
        }
    }

    private static void measure(ServedTools served, String name, int rounds, List<String> figures) throws IOException {
        var world = Manifests.read(served.manifests());
        var compiler = new CatalogCompiler();
        var tools = new ArrayList<>(world.tools());
        var compiled = compiler.compile(world.inputs());
        requireAll(served, compiled.toCatalog(new Revision("bench", 0, "0")));
        var connectors = new EngineConnectors(Files.createTempDirectory("scale"), Path.of("."));
        try (var adapters = new Adapters(connectors, Handover.standard())) {
            var catalogs = new LiveCatalogs(
                    new ActionLinker(ScriptLinker.none()),
                    adapters,
                    new DecisionPoints(InstantSource.system(), new MetricRegistry()),
                    CallHistory.NONE,
                    CallerHash.NONE);
            var first = catalogs.swap(compiled.toCatalog(new Revision("bench", 0, "0")))
                    .took();
            var times = new long[rounds];
            for (var round = 0; round < rounds; round++) {
                var position = round * 7 % served.objects();
                tools.set(
                        position,
                        Manifests.read(served.object(position, round + 2))
                                .tools()
                                .getFirst());
                compiled = compiler.compile(world.inputs().withLeaves(tools, List.of(), List.of()), compiled.memo());
                var catalog = compiled.toCatalog(new Revision("bench", round + 1, Integer.toString(round + 1)));
                times[round] = catalogs.swap(catalog).took().toNanos();
            }
            report(name, first.toNanos(), times, figures);
        }
    }

    private static void requireAll(ServedTools served, Catalog catalog) {
        if (catalog.leaves().size() != served.tools()) {
            throw new IllegalStateException(
                    "%d of %d tools were compiled".formatted(catalog.leaves().size(), served.tools()));
        }
    }

    private static void report(String name, long first, long[] times, List<String> figures) {
        // The first half warms the JVM up.
        var warm = Arrays.copyOfRange(times, times.length / 2, times.length);
        Arrays.sort(warm);
        var median = warm[warm.length / 2] / 1e6;
        var worst = warm[(int) (warm.length * 0.99)] / 1e6;
        System.out.printf(
                Locale.ROOT,
                "%6s tools   first %8.1f ms   one changed p50 %7.2f ms   p99 %7.2f ms%n",
                name,
                first / 1e6,
                median,
                worst);
        figures.add(String.format(Locale.ROOT, "\"swap_ms_p50_%s\": %.2f", name, median));
        figures.add(String.format(Locale.ROOT, "\"swap_ms_p99_%s\": %.2f", name, worst));
    }
}
