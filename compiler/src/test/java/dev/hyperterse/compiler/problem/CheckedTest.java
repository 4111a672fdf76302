package dev.hyperterse.compiler.problem;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class CheckedTest {
    private static final Problem ONE = problem("spec.one");
    private static final Problem TWO = problem("spec.two");

    @Test
    void problemsOfAPartJoinThoseOfItsSurroundings() {
        var surroundings = new ArrayList<>(List.of(ONE));

        assertThat(Checked.<String>faulty(TWO).valid(surroundings)).isEmpty();
        assertThat(surroundings).containsExactly(ONE, TWO);
    }

    @Test
    void aSoundPartAddsNoProblem() {
        var surroundings = new ArrayList<>(List.of(ONE));

        assertThat(Checked.sound("value").valid(surroundings)).contains("value");
        assertThat(surroundings).containsExactly(ONE);
    }

    private static Problem problem(String path) {
        return Reason.InvalidSpec.problem(path, "rule", "message", "remedy");
    }
}
