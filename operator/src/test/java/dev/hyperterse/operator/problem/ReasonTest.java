package dev.hyperterse.operator.problem;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import org.junit.jupiter.api.Test;

class ReasonTest {
    @Test
    void whatTheAuthorMustChangeStallsAtOnce() {
        assertThat(Arrays.stream(Reason.values())
                        .filter(reason -> reason.name().matches("(Invalid|NotAllowed).*|NameConflict|.*TooLarge"))
                        .filter(Reason::healsByItself))
                .isEmpty();
    }

    @Test
    void whatIsMissingMayStillAppear() {
        assertThat(Arrays.stream(Reason.values())
                        .filter(reason -> reason.name().endsWith("NotFound"))
                        .filter(reason -> !reason.healsByItself()))
                .isEmpty();
    }
}
