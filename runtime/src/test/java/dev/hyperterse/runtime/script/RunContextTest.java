package dev.hyperterse.runtime.script;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.hyperterse.javascript.Sandbox;
import dev.hyperterse.javascript.ScriptFiles;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.graalvm.polyglot.Context;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** When the context of a run is opened and closed. */
class RunContextTest {
    private final Sandbox sandbox = new Sandbox();
    private final List<Context> opened = new ArrayList<>();
    private final RunContext context = new RunContext(() -> {
        opened.add(sandbox.open(ScriptFiles.of(Map.of())));
        return opened.getLast();
    });

    @AfterEach
    void close() {
        sandbox.close();
    }

    @Test
    void turnsOfARunShareAContext() {
        for (var turn = 0; turn < 2; turn++) {
            assertThat(context.begin()).isTrue();
            context.run(it -> it.eval("js", "globalThis.turns = (globalThis.turns ?? 0) + 1"));
            context.end(false);
        }
        assertThat(opened).hasSize(1);
        assertThat(opened.getFirst().eval("js", "turns").asInt()).isEqualTo(2);
    }

    @Test
    void aRunThatEndsBeforeItsContextIsOpenedRunsNothing() {
        assertThat(context.begin()).isTrue();
        context.close();
        context.run(_ -> {
            throw new AssertionError("it is over");
        });
        context.end(true);
        assertThat(opened).isEmpty();
    }

    @Test
    void noTurnBeginsAfterTheEnd() {
        context.close();
        assertThat(context.begin()).isFalse();
    }

    @Test
    void theLastTurnClosesTheContext() {
        context.begin();
        context.run(it -> it.eval("js", "1"));
        context.end(true);
        assertClosed();
        context.close();
    }

    @Test
    void aTurnThatRunsNoJavaScriptAnyMoreClosesTheContextForTheCaller() {
        context.begin();
        context.run(it -> it.eval("js", "1"));
        context.close();
        assertThat(opened.getFirst().eval("js", "1").asInt()).isEqualTo(1);
        context.end(false);
        assertClosed();
    }

    @Test
    void theCallerStopsTheJavaScriptOfATurn() {
        context.begin();
        assertThatThrownBy(() -> context.run(it -> {
                    context.close();
                    it.eval("js", "for (;;);");
                }))
                .isNotInstanceOf(AssertionError.class);
        context.end(true);
        assertClosed();
    }

    private void assertClosed() {
        assertThatThrownBy(() -> opened.getFirst().eval("js", "1")).isInstanceOf(Exception.class);
    }
}
