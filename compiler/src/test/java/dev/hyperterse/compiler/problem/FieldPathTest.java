package dev.hyperterse.compiler.problem;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class FieldPathTest {
    static Stream<Arguments> paths() {
        return Stream.of(
                Arguments.of("", List.of()),
                Arguments.of("spec", List.of("spec")),
                Arguments.of("spec.inputs[2].default", List.of("spec", "inputs", "2", "default")),
                Arguments.of("data[\"schema.sql\"]", List.of("data", "schema.sql")),
                Arguments.of("a[\"say \\\"x\\\" \\\\\"].b", List.of("a", "say \"x\" \\", "b")),
                Arguments.of("a[0][1]", List.of("a", "0", "1")),
                // Not written by this class, and still no reason to fail.
                Arguments.of("a[", List.of("a", "")),
                Arguments.of("a[\"b", List.of("a", "b")));
    }

    @ParameterizedTest
    @MethodSource("paths")
    void splitsIntoSegments(String path, List<String> segments) {
        assertThat(FieldPath.segments(path)).isEqualTo(segments);
    }

    @Test
    void splitIsTheInverseOfJoin() {
        var path = FieldPath.item(FieldPath.key(FieldPath.key(FieldPath.key("", "spec"), "a.b"), "say \"[0]\" \\"), 7);
        assertThat(FieldPath.segments(path)).containsExactly("spec", "a.b", "say \"[0]\" \\", "7");
    }
}
