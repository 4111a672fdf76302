package dev.hyperterse.cli.clients;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hyperterse.cli.dev.Quickstart;
import dev.hyperterse.testbed.Requirement;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The official conformance suite against its fixtures, as manifests. Scenarios that cannot pass yet are listed with the
 * reason; the suite fails for one of them that passes, too, so that the list cannot grow old.
 */
class ConformanceIT {
    private static final Path FIXTURES =
            Path.of("src/test/resources/dev/hyperterse/cli/clients/conformance").toAbsolutePath();

    @TempDir
    private Path folder;

    @ParameterizedTest
    @ValueSource(strings = {"2025-11-25", "2026-07-28"})
    void scenariosOfARevisionPassButForThoseThatAreListed(String revision) throws IOException {
        var suite = Requirement.fulfil(() -> ClientTools.ofNode("conformance"));
        try (var server = Quickstart.serve(manifests(), folder.resolve("cache"))) {
            var printed = suite.run(List.of(
                    "node_modules/.bin/node",
                    "node_modules/@modelcontextprotocol/conformance/dist/index.js",
                    "server",
                    "--url",
                    server.url().toString(),
                    "--requirements",
                    revision,
                    "--expected-failures",
                    FIXTURES.resolve("expected-failures-" + revision + ".yaml").toString(),
                    "--output-dir",
                    folder.resolve("results").toString()));
            assertThat(printed).contains("=== SUMMARY ===");
        }
    }

    /** A copy: the folder that is served is written to by nobody else. */
    private Path manifests() throws IOException {
        var copy = Files.createDirectories(folder.resolve("manifests"));
        try (Stream<Path> files = Files.list(FIXTURES.resolve("manifests"))) {
            for (var file : files.toList()) {
                Files.copy(file, copy.resolve(file.getFileName()));
            }
        }
        return copy;
    }
}
