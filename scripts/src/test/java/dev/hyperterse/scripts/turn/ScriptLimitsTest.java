package dev.hyperterse.scripts.turn;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hyperterse.calls.context.Client;
import dev.hyperterse.calls.deadline.CallScope;
import dev.hyperterse.catalog.script.ScriptIsolation;
import dev.hyperterse.catalog.server.ScriptSettings;
import dev.hyperterse.scripts.RunningScripts;
import dev.hyperterse.scripts.exchange.LinkedScript;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/** Limits of a server for its scripts, which may change while they run. */
@Timeout(120)
@ParameterizedClass
@EnumSource
class ScriptLimitsTest {
    private static final int MEBIBYTE = 1 << 20;
    private static final ScriptLimits PLENTY = new ScriptLimits(2, 100, 60_000, 60_000, 64 * MEBIBYTE, 128 * MEBIBYTE);
    private static final String WAITS = "export default (_, ctx) => ctx.sleep(50000)";
    private static final String LOOPS = "export default () => { for (;;); }";
    private static final String GROWS =
            "export default () => { const all = []; for (;;) all.push(new Array(1000).fill(1)); }";

    private final ScriptIsolation engine;
    private final RunningScripts scripts;

    ScriptLimitsTest(ScriptIsolation engine) {
        this.engine = engine;
        this.scripts = new RunningScripts(engine, PLENTY);
    }

    @AfterEach
    void close() {
        scripts.close();
    }

    @Test
    void runThatWaitsTooLongIsEnded() {
        scripts.limit(new ScriptLimits(2, 100, 100, 60_000, 64 * MEBIBYTE, 128 * MEBIBYTE));
        assertThat(scripts.run(WAITS, "{}")).isEqualTo("execution: the script took more than 100 ms (scripts.timeout)");
    }

    @Test
    void deadlineOfARunIsThatOfItsLimit() {
        scripts.limit(new ScriptLimits(2, 100, 40_000, 60_000, 64 * MEBIBYTE, 128 * MEBIBYTE));
        assertThat(scripts.run("export default (_, ctx) => ctx.deadline - ctx.now <= 40_000", "{}"))
                .isEqualTo("[{\"value\":true}]");
    }

    @Test
    void runThatComputesTooLongIsEnded() {
        scripts.limit(new ScriptLimits(2, 100, 60_000, 50, 64 * MEBIBYTE, 128 * MEBIBYTE));
        assertThat(scripts.run(LOOPS, "{}"))
                .isEqualTo("execution: the script ran for more than 50 ms (scripts.cpuTime)");
    }

    @Test
    void runThatAllocatesTooMuchIsEnded() {
        scripts.limit(new ScriptLimits(2, 100, 60_000, 60_000, 3 * MEBIBYTE, 128 * MEBIBYTE));
        assertThat(scripts.run(GROWS, "{}"))
                .isEqualTo(
                        switch (engine) {
                            case Shared, Fresh -> "execution: the script allocated more than 3 MiB";
                            // Its memory does not grow, and the script itself gets the error.
                            case Isolated -> "execution: out of memory";
                        });
    }

    @Test
    void runsBeyondTheSharedMemoryAreEnded() {
        scripts.limit(new ScriptLimits(2, 100, 60_000, 60_000, 64 * MEBIBYTE, 4 * MEBIBYTE));
        assertThat(scripts.run(GROWS, "{}")).isEqualTo("execution: the scripts of this replica use too much memory");
    }

    /** With two places a script has one of them, and leaves the other to others. */
    @Test
    void runsBeyondTheLimitAreBusyUntilItIsRaised() {
        var waits = scripts.link(WAITS);
        assertThat(scripts.run("export default () => 'the engine has started'", "{}"))
                .contains("started");
        scripts.limit(new ScriptLimits(2, 2, 60_000, 60_000, 64 * MEBIBYTE, 128 * MEBIBYTE));
        try (var scope = CallScope.open(scripts.deadlines(), RunningScripts.LONG)) {
            var first = CompletableFuture.supplyAsync(() -> notBusy(waits, scope));
            awaitBusy(waits);
            scripts.limit(new ScriptLimits(2, 100, 1, 60_000, 64 * MEBIBYTE, 128 * MEBIBYTE));
            assertThat(scripts.run(waits, "{}"))
                    .isEqualTo("execution: the script took more than 1 ms (scripts.timeout)");
            scope.end(CallScope.End.CLIENT);
            assertThat(first.join()).contains("cancelled");
        }
    }

    private String notBusy(LinkedScript script, CallScope scope) {
        var answer = "busy";
        while (answer.startsWith("busy")) {
            answer = scripts.run(script, "{}", scope, Client.NONE);
        }
        return answer;
    }

    private void awaitBusy(LinkedScript script) {
        String answer;
        do {
            try (var scope = CallScope.open(scripts.deadlines(), 10)) {
                answer = scripts.run(script, "{}", scope, Client.NONE);
            }
        } while (!answer.startsWith("busy"));
    }

    @Test
    void limitsFitIntoTheMemoryForScripts() {
        var settings = new ScriptSettings(2, 512, 10_000, 300_000, 2_000, 128L * MEBIBYTE, 192L * MEBIBYTE, List.of());
        assertThat(ScriptLimits.of(settings, 1L << 30))
                .isEqualTo(new ScriptLimits(2, 512, 10_000, 2_000, 128L * MEBIBYTE, 192L * MEBIBYTE));
        assertThat(ScriptLimits.of(settings, 30L * MEBIBYTE))
                .isEqualTo(new ScriptLimits(2, 512, 10_000, 2_000, 20L * MEBIBYTE, 30L * MEBIBYTE));
    }
}
