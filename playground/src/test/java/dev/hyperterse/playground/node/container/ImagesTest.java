package dev.hyperterse.playground.node.container;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ImagesTest {
    @ParameterizedTest
    @ValueSource(
            strings = {
                "hyperterse/runtime",
                "hyperterse/runtime:1.2",
                "hyperterse/runtime@sha256:abc",
                "localhost/hyperterse/runtime:1.2",
                "registry.example:5000/hyperterse/runtime:1.2@sha256:abc",
                "registry.example/hyperterse/runtime"
            })
    void anImageIsKnownByItsRepository(String image) {
        assertThat(Images.repository(image)).isEqualTo("hyperterse/runtime");
    }
}
