package dev.hyperterse.operator.report.event;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hyperterse.operator.queue.PlayedTimer;
import io.fabric8.kubernetes.api.model.ObjectReferenceBuilder;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class EventRecorderTest {
    private final PlayedTimer timer = new PlayedTimer();
    private final List<String> sent = new ArrayList<>();
    private final EventRecorder recorder = new EventRecorder(this::send, timer);

    @Test
    void aBurstBeyondTheBoundIsDroppedAndBlocksNothing() {
        IntStream.range(0, 1_000).forEach(number -> recorder.record(event("tool-" + number)));
        assertThat(timer.work()).isEqualTo(EventRecorder.MOST_AT_ONCE);
        assertThat(sent).hasSize(EventRecorder.MOST_AT_ONCE);
        recorder.record(event("later"));
        timer.work();
        assertThat(sent).last().isEqualTo("later");
    }

    @Test
    void aRefusedEventIsLostAlone() {
        IntStream.range(0, EventRecorder.MOST_AT_ONCE).forEach(_ -> recorder.record(event("bad")));
        timer.work();
        recorder.record(event("bad"));
        recorder.record(event("good"));
        timer.work();
        assertThat(sent).containsExactly("good");
    }

    private void send(ConditionEvent event) {
        var name = event.regarding().getName();
        if (name.equals("bad")) {
            throw new IllegalStateException("forbidden");
        }
        sent.add(name);
    }

    private static ConditionEvent event(String name) {
        var regarding = new ObjectReferenceBuilder()
                .withNamespace("shop")
                .withName(name)
                .build();
        return new ConditionEvent(regarding, true, "InvalidStatement", "it is wrong");
    }
}
