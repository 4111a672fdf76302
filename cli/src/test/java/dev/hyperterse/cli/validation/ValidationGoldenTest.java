package dev.hyperterse.cli.validation;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hyperterse.cli.diagnostics.Diagnostic;
import dev.hyperterse.cli.diagnostics.OutputFormat;
import dev.hyperterse.cli.diagnostics.Place;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Directories of manifests and everything that is said of them. {@code -Dgolden.update=true} writes what is said now;
 * read the difference before it is committed.
 */
class ValidationGoldenTest {
    private static final Path ROOT =
            Path.of("src/test/resources/dev/hyperterse/cli/validation/golden").toAbsolutePath();

    static Stream<String> directories() throws IOException {
        try (var directories = Files.list(ROOT)) {
            return directories.map(it -> it.getFileName().toString()).sorted().toList().stream();
        }
    }

    @ParameterizedTest
    @MethodSource("directories")
    void saysTheSameAsEver(String name) throws IOException {
        var directory = ROOT.resolve(name);
        var report = Validation.run(directory);
        var diagnostics = report.diagnostics().stream()
                .map(ValidationGoldenTest::relative)
                .toList();
        compare(directory, "expected.txt", new OutputFormat.Text(false).render(diagnostics) + report.summary() + "\n");
        compare(directory, "expected-report.txt", OutputFormat.JSON.render(diagnostics));
        compare(directory, "expected-github.txt", OutputFormat.GITHUB.render(diagnostics));
        compare(directory, "expected-gitlab.txt", OutputFormat.GITLAB.render(diagnostics));
    }

    private static void compare(Path directory, String file, String actual) throws IOException {
        var expected = directory.resolve(file);
        if (Boolean.getBoolean("golden.update")) {
            Files.writeString(expected, actual);
        }
        assertThat(actual).as(file).isEqualTo(Files.readString(expected));
    }

    private static Diagnostic relative(Diagnostic it) {
        var file = ROOT.relativize(Path.of(it.place().file())).toString().replace('\\', '/');
        return new Diagnostic(
                new Place(file, it.place().line(), it.place().column()),
                it.severity(),
                it.subject(),
                it.path(),
                it.rule(),
                relative(it.message()),
                relative(it.remedy()));
    }

    private static String relative(String words) {
        return words.replace(ROOT.toString().replace('\\', '/') + "/", "");
    }
}
