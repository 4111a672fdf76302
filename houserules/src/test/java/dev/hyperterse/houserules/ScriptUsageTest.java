package dev.hyperterse.houserules;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Scripts of .ci and bench build for minutes. What they do is printed without that, and a misspelt option found before. */
class ScriptUsageTest {
    private static final Path USAGE = SourceTree.ROOT.resolve(".ci/usage");

    @TempDir
    private Path folder;

    @Test
    void everyScriptLooksAtItsOptionsFirst() throws IOException {
        var scripts = scripts();
        assertThat(scripts).hasSizeGreaterThan(30);
        assertThat(scripts).allSatisfy(script -> assertThat(firstCommands(script))
                .anyMatch(it -> it.matches("source \"\\$\\(dirname \"\\$0\"\\)/(../../.ci/)?usage\"")
                        || it.equals("import argparse")));
    }

    @Test
    void helpIsTheCommentAtTheHeadOfTheScript() throws Exception {
        var said = run("--quick", "--help");
        assertThat(said.code()).isZero();
        assertThat(said.text())
                .isEqualTo("Measures a thing. --quick: a shorter round.\n  bench/thing/run [--quick] [--rows N]\n");
    }

    @Test
    void anOptionThatTheCommentDoesNotNameIsRefused() throws Exception {
        for (var option : List.of("--quik", "--qui", "--row=5", "-x")) {
            var said = run(option);
            assertThat(said.code()).isEqualTo(2);
            assertThat(said.text())
                    .contains("unknown option " + option, "[--quick]")
                    .doesNotContain("building");
        }
    }

    @Test
    void optionsThatItNamesReachTheScript() throws Exception {
        assertThat(run("--quick", "--rows", "5").text()).isEqualTo("building for --quick --rows 5\n");
        assertThat(run("--rows=5", "directory").text()).isEqualTo("building for --rows=5 directory\n");
    }

    private record Said(int code, String text) {}

    private Said run(String... arguments) throws IOException, InterruptedException {
        var script = folder.resolve("run");
        Files.writeString(script, """
                #!/usr/bin/env bash
                # Measures a thing. --quick: a shorter round.
                #   bench/thing/run [--quick] [--rows N]
                set -euo pipefail
                source "%s"
                # Not of the head.
                echo "building for $*"
                """.formatted(USAGE));
        Files.setPosixFilePermissions(script, PosixFilePermissions.fromString("rwx------"));
        var command = Stream.concat(Stream.of(script.toString()), Stream.of(arguments));
        var process =
                new ProcessBuilder(command.toList()).redirectErrorStream(true).start();
        var text = new String(process.getInputStream().readAllBytes());
        return new Said(process.waitFor(), text);
    }

    /** Before anything that takes time: the options of the shell at most. */
    private static List<String> firstCommands(Path script) throws IOException {
        return Files.readAllLines(script).stream()
                .filter(line -> !line.isBlank() && !line.startsWith("#"))
                .dropWhile(
                        line -> !line.startsWith("import ") && !line.startsWith("set ") && !line.startsWith("source "))
                .limit(2)
                .toList();
    }

    private static List<Path> scripts() throws IOException {
        try (var ci = Files.list(SourceTree.ROOT.resolve(".ci"));
                var bench = Files.list(SourceTree.ROOT.resolve("bench"))) {
            return Stream.concat(ci, bench.map(it -> it.resolve("run")))
                    .filter(Files::isRegularFile)
                    .filter(Files::isExecutable)
                    .sorted()
                    .toList();
        }
    }
}
