package dev.hyperterse.compiler.problem;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import org.junit.jupiter.api.Test;

class ReasonTest {
    @Test
    void reasonsThatNeedAnEditAreNotTransient() {
        assertThat(Arrays.stream(Reason.values())
                        .filter(reason -> reason.name().matches("(Invalid|NotAllowed).*|NameConflict|.*TooLarge"))
                        .filter(Reason::isTransient))
                .isEmpty();
    }

    @Test
    void missingObjectsAreTransient() {
        assertThat(Arrays.stream(Reason.values())
                        .filter(reason -> reason.name().endsWith("NotFound"))
                        .filter(reason -> !reason.isTransient()))
                .isEmpty();
    }
}
