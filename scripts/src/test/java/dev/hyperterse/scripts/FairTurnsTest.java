package dev.hyperterse.scripts;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hyperterse.calls.context.Client;
import dev.hyperterse.calls.deadline.CallScope;
import dev.hyperterse.calls.deadline.CallScope.End;
import dev.hyperterse.scripts.exchange.LinkedScript;
import dev.hyperterse.scripts.turn.ScriptLimits;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Scripts of one author beside greedy scripts of another. */
@Timeout(120)
class FairTurnsTest {
    private static final int RUNS = 400;

    /** Nothing ends an endless script here but the test. */
    private static final ScriptLimits LONG_RUNS = new ScriptLimits(2, RUNS, 100_000, 100_000, 64 << 20, 192 << 20);

    private static final String ENDLESS = "export default () => { for (;;); }";
    private static final String QUICK = "export default () => 1";
    private static final String ONE = "[{\"value\":1}]";
    private static final long TIMEOUT = 20_000;

    private final RunningScripts scripts = new RunningScripts(LONG_RUNS);
    private final ExecutorService callers = Executors.newVirtualThreadPerTaskExecutor();
    private final List<CallScope> begun = new ArrayList<>();

    @AfterEach
    void close() {
        begun.forEach(scope -> scope.end(End.CLIENT));
        callers.close();
        begun.forEach(CallScope::close);
        scripts.close();
    }

    @Test
    void quickScriptRunsBesideEndlessRunsOfAnother() {
        var endless = scripts.link(ENDLESS);
        IntStream.range(0, 6).forEach(_ -> begin(endless));
        var quick = scripts.link(QUICK);
        for (var call = 0; call < 20; call++) {
            assertThat(answer(quick)).isEqualTo(ONE);
        }
    }

    @Test
    void quickScriptRunsBesideManyEndlessScripts() {
        IntStream.range(0, 12).forEach(_ -> begin(scripts.link(ENDLESS)));
        var quick = scripts.link(QUICK);
        for (var call = 0; call < 20; call++) {
            assertThat(answer(quick)).isEqualTo(ONE);
        }
    }

    @Test
    void oneScriptDoesNotTakeAllRuns() {
        var sleeping = scripts.link("export default (_, ctx) => ctx.sleep(60000)");
        var runs = IntStream.range(0, RUNS).mapToObj(_ -> begin(sleeping)).toList();
        while (runs.stream().filter(Future::isDone).count() < RUNS / 2) {
            LockSupport.parkNanos(1_000_000);
        }
        assertThat(runs.stream().filter(Future::isDone).map(Future::resultNow))
                .hasSize(RUNS / 2)
                .allMatch(result -> result.startsWith("busy: "));
        assertThat(answer(scripts.link(QUICK))).isEqualTo(ONE);
    }

    @Test
    void hostileRunsDoNotBlockAnHonestOne() {
        var hostile = Stream.of(
                        ENDLESS,
                        "export default async () => { for (;;) await null }",
                        "export default () => { const a = []; for (;;) a.push(new Array(1000).fill(1)) }",
                        "export default () => new Promise(() => {})",
                        "export default () => /^(a+)+$/.test('a'.repeat(40) + 'b')",
                        "export default () => { for (;;) setTimeout(() => 1, 0) }",
                        "export default (_, ctx) => { for (;;) ctx.log('x'.repeat(1000)) }",
                        "for (;;); export default () => 1")
                .map(scripts::link)
                .toList();
        var runs = IntStream.range(0, 200)
                .mapToObj(number -> begin(hostile.get(number % hostile.size())))
                .toList();
        var quick = scripts.link(QUICK);
        for (var call = 0; call < 20; call++) {
            assertThat(answer(quick)).isEqualTo(ONE);
        }
        begun.forEach(scope -> scope.end(End.CLIENT));
        assertThat(runs).allSatisfy(run -> assertThat(run.get()).matches("(busy|execution|cancelled): .*|.*false.*"));
    }

    private Future<String> begin(LinkedScript script) {
        var scope = CallScope.open(scripts.deadlines(), RunningScripts.LONG);
        begun.add(scope);
        return callers.submit(() -> scripts.run(script, "{}", scope, Client.NONE));
    }

    private String answer(LinkedScript script) {
        try (var scope = CallScope.open(scripts.deadlines(), TIMEOUT)) {
            return scripts.run(script, "{}", scope, Client.NONE);
        }
    }
}
