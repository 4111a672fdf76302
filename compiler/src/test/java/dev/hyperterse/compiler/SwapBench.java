package dev.hyperterse.compiler;

import dev.hyperterse.calls.adapter.Adapters;
import dev.hyperterse.calls.adapter.Handover;
import dev.hyperterse.catalog.Revision;
import dev.hyperterse.engines.EngineConnectors;
import dev.hyperterse.runtime.live.LiveCatalogs;
import dev.hyperterse.runtime.tool.ActionLinker;
import dev.hyperterse.scripts.ScriptLinker;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/**
 * Measures how long a replica takes to make a catalog live in which one tool changed; started by {@code bench/scale/run}.
 * Nothing is asserted, because time is a property of the machine.
 */
final class SwapBench {
    private SwapBench() {}

    public static void main(String[] arguments) throws IOException {
        var rounds = List.of(arguments).contains("--quick") ? 60 : 300;
        var figures = new ArrayList<String>();
        for (var tools : new int[] {100, 3_000, 10_000}) {
            measure(tools, rounds, figures);
        }
        System.out.println("{\"bench\": \"scale\", \"figures\": {" + String.join(", ", figures) + "}}");
        // Adapters of databases that do not exist go on trying in the background.
        System.exit(0);
    }

    private static void measure(int count, int rounds, List<String> figures) throws IOException {
        var world = Manifests.read(ManyTools.manifests(count));
        var compiler = new CatalogCompiler();
        var tools = new ArrayList<>(world.tools());
        var compiled = compiler.compile(world.inputs());
        var connectors = new EngineConnectors(Files.createTempDirectory("scale"), Path.of("."));
        try (var adapters = new Adapters(connectors, Handover.standard())) {
            var catalogs = new LiveCatalogs(new ActionLinker(ScriptLinker.none()), adapters);
            var first = catalogs.swap(compiled.toCatalog(new Revision("bench", 0, "0")))
                    .took();
            var times = new long[rounds];
            for (var round = 0; round < rounds; round++) {
                var position = round * 7 % count;
                tools.set(
                        position,
                        Manifests.read(ManyTools.tool(position, round + 2))
                                .tools()
                                .getFirst());
                compiled = compiler.compile(world.inputs().withLeaves(tools, List.of(), List.of()), compiled.memo());
                var catalog = compiled.toCatalog(new Revision("bench", round + 1, Integer.toString(round + 1)));
                times[round] = catalogs.swap(catalog).took().toNanos();
            }
            report(count, first.toNanos(), times, figures);
        }
    }

    private static void report(int count, long first, long[] times, List<String> figures) {
        // The first half warms the JVM up.
        var warm = Arrays.copyOfRange(times, times.length / 2, times.length);
        Arrays.sort(warm);
        var median = warm[warm.length / 2] / 1e6;
        var worst = warm[(int) (warm.length * 0.99)] / 1e6;
        System.out.printf(
                Locale.ROOT,
                "%6d tools   first %8.1f ms   one changed p50 %7.2f ms   p99 %7.2f ms%n",
                count,
                first / 1e6,
                median,
                worst);
        figures.add(String.format(Locale.ROOT, "\"swap_ms_p50_%d\": %.2f", count, median));
        figures.add(String.format(Locale.ROOT, "\"swap_ms_p99_%d\": %.2f", count, worst));
    }
}
