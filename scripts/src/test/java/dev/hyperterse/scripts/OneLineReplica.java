package dev.hyperterse.scripts;

import dev.hyperterse.calls.fetch.address.NameService;
import dev.hyperterse.catalog.script.ScriptIsolation;
import dev.hyperterse.scripts.author.LoggedScripts;
import dev.hyperterse.scripts.turn.ScriptLimits;
import java.util.Collections;
import java.util.concurrent.CompletableFuture;

/** A process in which two callers at once run hostile lines, each again and again, and an honest one answers beside them. */
final class OneLineReplica {
    private static final int EACH = 10;

    private OneLineReplica() {}

    /** @param arguments the hostile lines */
    public static void main(String[] arguments) {
        // The limits of a server that sets none, on the heap of its pods.
        var limits = new ScriptLimits(2, 512, 10_000, 2_000, 128 << 20, 128 << 20);
        try (var scripts =
                new RunningScripts(ScriptIsolation.Shared, limits, NameService.SYSTEM, new LoggedScripts())) {
            var honest = scripts.link("export default ({ inputs }) => inputs.id + 1");
            var ends = CompletableFuture.runAsync(() -> {
                for (var line : arguments) {
                    // The last that is said of a process that ends is the line that ended it.
                    System.out.println("line: " + line);
                    var hostile = scripts.link("export default () => { %s }".formatted(line));
                    for (var round = 0; round < EACH; round++) {
                        scripts.runAll(Collections.nCopies(2, hostile), "{}").forEach(System.out::println);
                    }
                }
            });
            for (var asked = 0; !ends.isDone() || asked == 0; asked++) {
                var answer = scripts.run(honest, "{\"id\":%d}".formatted(asked));
                if (!answer.equals("[{\"value\":%d}]".formatted(asked + 1))) {
                    throw new AssertionError(answer);
                }
            }
            ends.join();
        }
        System.exit(0);
    }
}
