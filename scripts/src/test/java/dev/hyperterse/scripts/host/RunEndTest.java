package dev.hyperterse.scripts.host;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.hyperterse.calls.CallFailure;
import dev.hyperterse.calls.Stage;
import dev.hyperterse.scripts.exchange.ScriptResult;
import java.util.ArrayList;
import org.junit.jupiter.api.Test;

class RunEndTest {
    private static final CallFailure FAILURE = new CallFailure(Stage.EXECUTION, "no stock");

    private final RunEnd end = new RunEnd();

    /** Before that, the engine would have to be stopped in the middle of it. */
    @Test
    void failureOfTheScriptEndsTheRunWithItsTurn() {
        end.threw(FAILURE);
        assertThat(end.isOver()).isFalse();

        end.turnEnded(WaitsFor.THIS_RUN);

        assertThat(end.isOver()).isTrue();
        assertThatThrownBy(end::await).isSameAs(FAILURE);
    }

    @Test
    void firstOutcomeOfTheScriptCounts() {
        end.returned(new ScriptResult.Value("1"));
        end.threw(FAILURE);
        end.turnEnded(WaitsFor.NOTHING);

        assertThat(end.await()).isEqualTo(new ScriptResult.Value("1"));
    }

    @Test
    void messagesBeforeAResultAreDroppedOnceTheTimeOfTheRunIsOver() {
        var sent = new ArrayList<Integer>();
        end.notice(() -> {
            sent.add(1);
            end.stopped(FAILURE);
        });
        end.notice(() -> sent.add(2));
        end.returned(new ScriptResult.Value("1"));
        end.turnEnded(WaitsFor.NOTHING);

        assertThat(end.await()).isEqualTo(new ScriptResult.Value("1"));
        assertThat(sent).containsExactly(1);
    }

    @Test
    void limitEndsTheRunAtOnce() {
        end.failed(FAILURE);

        assertThat(end.isOver()).isTrue();
    }
}
