package dev.hyperterse.scripts;

import dev.hyperterse.calls.fetch.address.NameService;
import dev.hyperterse.catalog.script.ScriptIsolation;
import dev.hyperterse.scripts.author.LoggedScripts;
import dev.hyperterse.scripts.exchange.LinkedScript;
import dev.hyperterse.scripts.turn.ScriptLimits;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.ExecutorCompletionService;
import java.util.concurrent.Executors;

/** A process in which two hundred hostile scripts run at once in an engine, and an honest one beside them as each ends. */
final class HostileReplica {
    private static final int EACH = 50;
    private static final String HONEST = "export default ({ inputs }) => inputs.id + 1";
    private static final List<String> HOSTILE = List.of(
            "export default () => { for (;;); }",
            "export default () => { const all = []; for (;;) all.push(new Uint8Array(1 << 20).fill(1)); }",
            "export default () => { let text = 'x'.repeat(1 << 10); for (;;) text = text + text; }",
            "export default async (_, ctx) => { const all = new Uint8Array(8 << 20).fill(1); await ctx.sleep(2000); for (;;) all.sort(); }");

    private HostileReplica() {}

    /** @param arguments the engine */
    public static void main(String[] arguments) throws Exception {
        var engine = ScriptIsolation.valueOf(arguments[0]);
        var heap = Math.min(192L << 20, Runtime.getRuntime().maxMemory() / 3);
        // The first run of a process takes 20 to 40 ms of processor time, and more on a slow machine.
        try (var scripts = new RunningScripts(engine, limits(heap, 10_000), NameService.SYSTEM, new LoggedScripts());
                var callers = Executors.newVirtualThreadPerTaskExecutor()) {
            var honest = scripts.link(HONEST);
            var first = scripts.run(honest, "{\"id\":1}");
            require(first.equals("[{\"value\":2}]"), "The first run gave " + first);
            scripts.limit(limits(heap, 40));
            var hostile = new ArrayList<LinkedScript>();
            HOSTILE.forEach(code -> hostile.addAll(Collections.nCopies(EACH, scripts.link(code))));
            Collections.shuffle(hostile, new java.util.Random(7));
            var ends = new ExecutorCompletionService<String>(callers);
            hostile.forEach(script -> ends.submit(() -> scripts.run(script, "{}")));
            // As many as there is time for would be thousands, which prove no more.
            for (var answered = 0; answered < hostile.size(); answered++) {
                var end = ends.take().get();
                // On a loaded machine the last of them do not come to their turn in time.
                require(end.startsWith("execution: ") || end.startsWith("timeout: "), end);
                System.out.println("hostile " + end);
                var answer = scripts.run(honest, "{\"id\":%d}".formatted(answered));
                require(answer.equals("[{\"value\":%d}]".formatted(answered + 1)), answer);
            }
            System.out.println("resident " + resident());
        }
        System.exit(0);
    }

    private static ScriptLimits limits(long heap, long runningMillis) {
        return new ScriptLimits(2, 512, 600_000, runningMillis, Math.min(128L << 20, heap * 2 / 3), heap);
    }

    private static void require(boolean holds, String otherwise) {
        if (!holds) {
            throw new AssertionError(otherwise);
        }
    }

    /** The most that the process ever had, in KiB. */
    private static String resident() throws IOException {
        try (var lines = Files.lines(Path.of("/proc/self/status"))) {
            return lines.filter(line -> line.startsWith("VmHWM:"))
                    .map(line -> line.replaceAll("[^0-9]", ""))
                    .findFirst()
                    .orElseThrow();
        }
    }
}
