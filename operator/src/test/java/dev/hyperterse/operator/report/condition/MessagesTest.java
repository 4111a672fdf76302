package dev.hyperterse.operator.report.condition;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hyperterse.compiler.problem.Reason;
import dev.hyperterse.operator.report.event.EventWriter;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class MessagesTest {
    @Test
    void isOneLine() {
        assertThat(Messages.line(" one\r\n\ttwo\u2028three\u0000 ", "")).isEqualTo("one two three");
    }

    @Test
    void isNeverEmpty() {
        assertThat(Messages.line(" \n", "NoServers")).isEqualTo("NoServers");
    }

    @Test
    void isNeverLongAndEndsInAWholeCharacter() {
        var line = Messages.line("\uD83D\uDE00".repeat(5_000), "");
        assertThat(line.codePointCount(0, line.length())).isEqualTo(Messages.LONGEST);
        assertThat(line).endsWith("\uD83D\uDE00…");
    }

    @Test
    void namesTheFirstProblemsAndCountsTheOthers() {
        var problems = IntStream.rangeClosed(1, 5)
                .mapToObj(number ->
                        Reason.InvalidSpec.problem("spec.inputs[%d]".formatted(number), "rule", "is wrong", "mend it"))
                .toList();
        assertThat(Messages.of(problems))
                .isEqualTo("spec.inputs[1]: is wrong; mend it [rule] | spec.inputs[2]: is wrong; mend it [rule] | "
                        + "spec.inputs[3]: is wrong; mend it [rule] | and 2 more");
        assertThat(Messages.of(List.of(problems.getFirst()))).isEqualTo("spec.inputs[1]: is wrong; mend it [rule]");
    }

    @Test
    void aNoteFitsInBytes() {
        assertThat(EventWriter.note("ä".repeat(2_000)).getBytes(StandardCharsets.UTF_8))
                .hasSizeLessThanOrEqualTo(1_024)
                .hasSizeGreaterThan(800);
        assertThat(EventWriter.note("short")).isEqualTo("short");
    }
}
