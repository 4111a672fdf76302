package dev.hyperterse.scripts.host;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.hyperterse.javascript.Sandbox;
import dev.hyperterse.javascript.ScriptFiles;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.LongSupplier;
import org.graalvm.polyglot.Context;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** When the context of a run is opened and closed. */
class RunContextTest {
    private final Sandbox sandbox = new Sandbox();
    private final List<Context> opened = new ArrayList<>();
    private final RunContext context = new RunContext(() -> {
        opened.add(sandbox.open(ScriptFiles.of(Map.of())));
        return new ContextRealm(opened.getLast());
    });

    @AfterEach
    void close() {
        sandbox.close();
    }

    @Test
    void turnsOfARunShareAContext() {
        for (var turn = 0; turn < 2; turn++) {
            assertThat(context.begin()).isTrue();
            context.run(_ -> opened.getFirst().eval("js", "globalThis.turns = (globalThis.turns ?? 0) + 1"));
            context.end(false);
        }
        assertThat(opened).hasSize(1);
        assertThat(opened.getFirst().eval("js", "turns").asInt()).isEqualTo(2);
    }

    @Test
    void runEndedBeforeItsContextOpensRunsNothing() {
        assertThat(context.begin()).isTrue();
        context.close();
        context.run(_ -> {
            throw new AssertionError("it is over");
        });
        context.end(true);
        assertThat(opened).isEmpty();
    }

    /** An engine that is stopped between two calls throws an error of its own. */
    @Test
    void errorOfAStoppedEngineIsNoInternalError() {
        assertThat(context.begin()).isTrue();
        assertThatThrownBy(() -> context.run(_ -> {
                    context.close();
                    throw new AssertionError("cancelled by the engine");
                }))
                .isInstanceOfSatisfying(
                        ScriptFault.class, fault -> assertThat(fault.kind()).isEqualTo(ScriptFault.Kind.STOPPED));
        context.end(true);
    }

    @Test
    void errorOfARunningEngineIsThrown() {
        assertThat(context.begin()).isTrue();
        assertThatThrownBy(() -> context.run(_ -> {
                    throw new AssertionError("of the engine");
                }))
                .isInstanceOf(AssertionError.class);
        context.end(true);
    }

    @Test
    void noTurnBeginsAfterTheEnd() {
        context.close();
        assertThat(context.begin()).isFalse();
    }

    @Test
    void lastTurnClosesTheContext() {
        context.begin();
        context.run(_ -> opened.getFirst().eval("js", "1"));
        context.end(true);
        assertClosed();
        context.close();
    }

    @Test
    void turnThatHasLeftJavaScriptClosesTheContext() {
        context.begin();
        context.run(_ -> opened.getFirst().eval("js", "1"));
        context.close();
        assertThat(opened.getFirst().eval("js", "1").asInt()).isEqualTo(1);
        context.end(false);
        assertClosed();
    }

    @Test
    void callerStopsTheJavaScriptOfATurn() {
        context.begin();
        assertThatThrownBy(() -> context.run(_ -> {
                    context.close();
                    opened.getFirst().eval("js", "for (;;);");
                }))
                .isNotInstanceOf(AssertionError.class);
        context.end(true);
        assertClosed();
    }

    /** A context in which the test itself runs JavaScript. */
    private record ContextRealm(Context context) implements Realm {
        @Override
        public void turn(Runnable work) {
            context.enter();
            try {
                work.run();
            } finally {
                context.leave();
            }
        }

        @Override
        public void begin(String given, RunSubject subject) {
            throw new UnsupportedOperationException();
        }

        @Override
        public void settle(int id) {
            throw new UnsupportedOperationException();
        }

        @Override
        public void settle(int id, boolean failed, String text) {
            throw new UnsupportedOperationException();
        }

        @Override
        public Optional<LongSupplier> memory() {
            return Optional.empty();
        }

        @Override
        public void stop() {
            context.close(true);
        }

        @Override
        public void close() {
            context.close();
        }
    }

    private void assertClosed() {
        assertThatThrownBy(() -> opened.getFirst().eval("js", "1")).isInstanceOf(Exception.class);
    }
}
