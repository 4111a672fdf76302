package dev.hyperterse.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class CarriersTest {
    private final Optional<String> before = Optional.ofNullable(System.getProperty(Carriers.OPTION));

    @AfterEach
    void putBack() {
        before.ifPresentOrElse(
                value -> System.setProperty(Carriers.OPTION, value), () -> System.clearProperty(Carriers.OPTION));
    }

    @Test
    void thereIsOneMoreThanProcessors() {
        System.clearProperty(Carriers.OPTION);

        Carriers.oneToSpare();

        assertThat(System.getProperty(Carriers.OPTION))
                .isEqualTo(Integer.toString(Runtime.getRuntime().availableProcessors() + 1));
    }

    @Test
    void whoRunsTheJvmDecides() {
        System.setProperty(Carriers.OPTION, "7");

        Carriers.oneToSpare();

        assertThat(System.getProperty(Carriers.OPTION)).isEqualTo("7");
    }
}
