package dev.hyperterse.scripts;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hyperterse.calls.CallFailure;
import dev.hyperterse.calls.Principal;
import dev.hyperterse.calls.context.CallContext;
import dev.hyperterse.calls.context.Client;
import dev.hyperterse.calls.deadline.CallScope;
import dev.hyperterse.calls.memory.BufferBudget;
import dev.hyperterse.catalog.script.ScriptIsolation;
import dev.hyperterse.scripts.author.ScriptOwner.Kind;
import dev.hyperterse.scripts.exchange.LinkedScript;
import dev.hyperterse.scripts.exchange.ScriptCall;
import dev.hyperterse.scripts.exchange.ScriptQueries;
import dev.hyperterse.scripts.host.SentProgram;
import dev.hyperterse.scripts.turn.ScriptLimits;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.json.JsonMapper;

/** A caller of programs takes what it can get, and leaves others theirs. */
class ProgramSharesTest {
    private static final ScriptLimits TWO_RUNS = new ScriptLimits(2, 2, 600_000, 2_000, 32 << 20, 96 << 20);

    @Test
    void programsOfOneCallerLeaveRunsForAnother() throws Exception {
        try (var scripts = new RunningScripts(ScriptIsolation.Isolated, TWO_RUNS);
                var waiting = CallScope.open(scripts.deadlines(), 600_000);
                var scope = CallScope.open(scripts.deadlines(), 60_000)) {
            var programs = scripts.link(Kind.PROGRAM, Map.of("main.js", ""));
            var began = new CountDownLatch(1);
            var holding = Thread.startVirtualThread(
                    () -> run(programs, "ann", "await tools.endless()", waiting, tool -> began.countDown()));
            assertThat(began.await(1, TimeUnit.MINUTES)).isTrue();
            try {
                assertThat(run(programs, "ann", "return 1", scope, _ -> {})).startsWith("busy: too many runs");
                assertThat(run(programs, "bob", "return 'bob has run'", scope, _ -> {}))
                        .contains("bob has run");
            } finally {
                waiting.end(CallScope.End.CLIENT);
                holding.join();
            }
        }
    }

    /** @param called takes the tools that the program calls, which never return */
    private static String run(
            LinkedScript programs, String caller, String program, CallScope scope, Consumer<String> called) {
        var principal = new Principal(Optional.of("keys"), Optional.of(caller), Set.of(), Set.of(), Map.of());
        var budget = new BufferBudget(1 << 20);
        var call = new ScriptCall(
                JsonMapper.shared().writeValueAsString(Map.of(SentProgram.INPUT, program)),
                Optional.empty(),
                new CallContext(principal, Client.NONE, scope),
                ScriptQueries.NONE,
                (tool, _, within) -> {
                    called.accept(tool);
                    return within.await(() -> {
                        new CountDownLatch(1).await();
                        return Optional.empty();
                    });
                },
                () -> budget.open(1 << 16));
        try {
            return programs.run(call).toString();
        } catch (CallFailure failure) {
            return failure.getMessage();
        }
    }
}
