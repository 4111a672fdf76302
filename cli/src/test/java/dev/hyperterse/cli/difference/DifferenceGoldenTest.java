package dev.hyperterse.cli.difference;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hyperterse.cli.diagnostics.OutputFormat;
import dev.hyperterse.cli.snapshot.SnapshotReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Pairs of directories and everything that is said of the change between them. {@code -Dgolden.update=true} writes what
 * is said now; read the difference before it is committed.
 */
class DifferenceGoldenTest {
    private static final Path ROOT =
            Path.of("src/test/resources/dev/hyperterse/cli/difference/golden").toAbsolutePath();

    static Stream<String> directories() throws IOException {
        try (var directories = Files.list(ROOT)) {
            return directories.map(it -> it.getFileName().toString()).sorted().toList().stream();
        }
    }

    @ParameterizedTest
    @MethodSource("directories")
    void saysTheSameAsEver(String name) throws IOException {
        var directory = ROOT.resolve(name);
        var result = between(directory.resolve("before"), directory.resolve("after"));
        var report = result.report();
        compare(
                directory,
                "expected.txt",
                new OutputFormat.Text(false).render(result.diagnostics()) + new DifferenceFormat.Text().render(report)
                        + report.summary() + "\n");
        compare(directory, "expected-report.txt", new DifferenceFormat.Json().render(report));
        compare(directory, "expected-github.txt", new DifferenceFormat.Annotations(OutputFormat.GITHUB).render(report));
    }

    @ParameterizedTest
    @MethodSource("directories")
    void aDirectoryIsNoDifferentFromItself(String name) {
        var after = ROOT.resolve(name).resolve("after");
        assertThat(between(after, after).report().differences()).isEmpty();
    }

    @Test
    void noValueOfADirectoryIsQuoted() {
        var rights = ROOT.resolve("rights");
        var report = between(rights.resolve("before"), rights.resolve("after")).report();
        assertThat(new DifferenceFormat.Json().render(report))
                .contains("env/REGION")
                .doesNotContain("\"us\"");
    }

    private static DirectoryDifference.Result between(Path before, Path after) {
        return DirectoryDifference.between(new SnapshotReader(before).read(), new SnapshotReader(after).read());
    }

    private static void compare(Path directory, String file, String actual) throws IOException {
        var expected = directory.resolve(file);
        var portable = actual.replace(ROOT + "/", "");
        if (Boolean.getBoolean("golden.update")) {
            Files.writeString(expected, portable);
        }
        assertThat(portable).as(file).isEqualTo(Files.readString(expected));
    }
}
