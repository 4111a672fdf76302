package dev.hyperterse.controlplane.junit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.hyperterse.controlplane.Provision;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

class SharedControlPlaneTest {
    private static final Provision NONE = new Provision.Unavailable("the PATH has no 'go'");

    @Test
    void availableProgramsLetTestsRun() {
        var decision = SharedControlPlane.decide(new Provision.Available(Path.of("programs")), true);
        assertThat(decision.isDisabled()).isFalse();
    }

    @Test
    void unavailableProgramsSkipTestsWithTheReason() {
        var decision = SharedControlPlane.decide(NONE, false);
        assertThat(decision.isDisabled()).isTrue();
        assertThat(decision.getReason())
                .hasValueSatisfying(reason -> assertThat(reason).contains("the PATH has no 'go'"));
    }

    @Test
    void unavailableProgramsFailWhereEveryTestIsRequired() {
        assertThatThrownBy(() -> SharedControlPlane.decide(NONE, true))
                .hasMessageContaining("HYPERTERSE_TESTS_REQUIRED")
                .hasMessageContaining("the PATH has no 'go'");
    }
}
