package dev.hyperterse.cli.admission;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hyperterse.cli.manifest.ManifestReader;
import dev.hyperterse.compiler.admission.ObjectAdmission;
import dev.hyperterse.compiler.admission.schema.CustomResourceSchemas;
import dev.hyperterse.compiler.admission.violation.Violation;
import dev.hyperterse.compiler.problem.Problem;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The fixtures that a real API server takes and refuses, on the paths and in the words that they expect of it. A
 * difference between the two would make {@code validate} a liar.
 */
class OfflineAdmissionTest {
    private static final Path FIXTURES = Path.of("../crds/src/test/resources/fixtures");
    private static final String EXPECT = "# expect: ";
    private static final CustomResourceSchemas SCHEMAS = CustomResourceSchemas.committed();
    private static final ObjectAdmission ADMISSION = new ObjectAdmission();

    static Stream<Path> valid() throws IOException {
        return fixtures("valid-");
    }

    static Stream<Path> invalid() throws IOException {
        return fixtures("invalid-");
    }

    @ParameterizedTest
    @MethodSource("valid")
    void takesWhatTheApiServerTakes(Path fixture) {
        assertThat(problems(fixture)).isEmpty();
    }

    @ParameterizedTest
    @MethodSource("invalid")
    void refusesWhatTheApiServerRefusesAndSaysTheSame(Path fixture) throws IOException {
        var problems = problems(fixture);
        assertThat(expectations(fixture)).isNotEmpty().allSatisfy(expected -> assertThat(problems)
                .anySatisfy(problem -> {
                    assertThat(problem.path()).isEqualTo(expected.path());
                    assertThat(problem.message()).contains(expected.message());
                }));
    }

    @Test
    void everyKindHasFixturesOfBothSorts() throws IOException {
        for (var kind : List.of("server", "tool", "prompt", "resource")) {
            assertThat(fixtures("valid-" + kind)).isNotEmpty();
            assertThat(fixtures("invalid-" + kind)).isNotEmpty();
        }
    }

    private record Expectation(String path, String message) {
        /** The API server calls the object as a whole {@code <nil>}. */
        static Expectation of(String line) {
            var parts = line.substring(EXPECT.length()).split(": ", 2);
            return new Expectation(parts[0].equals("<nil>") ? "" : parts[0], parts[1]);
        }
    }

    private static List<Expectation> expectations(Path fixture) throws IOException {
        return Files.readAllLines(fixture).stream()
                .filter(line -> line.startsWith(EXPECT))
                .map(Expectation::of)
                .toList();
    }

    private static List<Problem> problems(Path fixture) {
        var read = new ManifestReader(fixture).read();
        assertThat(read.problems()).isEmpty();
        return read.manifests().stream()
                .map(manifest ->
                        ADMISSION.check(SCHEMAS.of(manifest.key().kind().kind()), manifest.content()))
                .flatMap(outcome -> outcome.violations().stream())
                .map(Violation::asProblem)
                .toList();
    }

    private static Stream<Path> fixtures(String prefix) throws IOException {
        try (var files = Files.list(FIXTURES)) {
            return files.filter(it -> it.getFileName().toString().startsWith(prefix)).sorted().toList().stream();
        }
    }
}
