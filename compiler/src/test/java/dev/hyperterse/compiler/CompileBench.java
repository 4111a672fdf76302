package dev.hyperterse.compiler;

import dev.hyperterse.catalog.Revision;
import dev.hyperterse.compiler.resolve.Published;
import dev.hyperterse.compiler.resolve.ServerInputs;
import dev.hyperterse.crds.v1alpha1.Tool;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/**
 * Measures compiles; started by {@code bench/compile/run}. Not a test: nothing here is asserted, because time is a
 * property of the machine.
 */
final class CompileBench {
    private CompileBench() {}

    public static void main(String[] arguments) {
        var quick = List.of(arguments).contains("--quick");
        var rounds = quick ? 100 : 400;
        var figures = new ArrayList<String>();
        for (var tools : new int[] {100, 3_000, 10_000}) {
            var world = Manifests.read(ManyTools.manifests(tools));
            var inputs = world.inputs();
            var compiler = new CatalogCompiler();
            var fromNothing = new long[rounds / 5 + 2];
            for (var round = 0; round < fromNothing.length; round++) {
                var start = System.nanoTime();
                compiler.compile(inputs);
                fromNothing[round] = System.nanoTime() - start;
            }
            var afterOneChange = afterOneChange(compiler, inputs, world.tools(), rounds);
            report(System.out, figures, "from_nothing_ms_" + tools, fromNothing);
            report(System.out, figures, "after_one_change_ms_" + tools, afterOneChange);
        }
        System.out.println("{\"bench\": \"compile\", \"figures\": {" + String.join(", ", figures) + "}}");
    }

    /** Each round edits another tool and compiles with what the round before left, as the operator does. */
    private static long[] afterOneChange(CatalogCompiler compiler, ServerInputs inputs, List<Tool> tools, int rounds) {
        var current = new ArrayList<>(tools);
        var last = compiler.compile(inputs);
        var times = new long[rounds];
        for (var round = 0; round < rounds; round++) {
            var position = round * 7 % tools.size();
            current.set(
                    position,
                    Manifests.read(ManyTools.tool(position, round + 2)).tools().getFirst());
            var published = Published.of(last.toCatalog(new Revision("bench", round, "")));
            var edited = inputs.withLeaves(current, List.of(), List.of()).withPublished(published);
            var start = System.nanoTime();
            last = compiler.compile(edited, last.memo());
            times[round] = System.nanoTime() - start;
        }
        return times;
    }

    private static void report(PrintStream out, List<String> figures, String name, long[] nanos) {
        // The first half warms the JVM up.
        var warm = Arrays.copyOfRange(nanos, nanos.length / 2, nanos.length);
        Arrays.sort(warm);
        var median = warm[warm.length / 2] / 1e6;
        var worst = warm[(int) (warm.length * 0.99)] / 1e6;
        out.printf(Locale.ROOT, "%-28s p50 %8.2f ms   p99 %8.2f ms%n", name, median, worst);
        figures.add(String.format(Locale.ROOT, "\"%s\": %.2f", name, median));
    }
}
