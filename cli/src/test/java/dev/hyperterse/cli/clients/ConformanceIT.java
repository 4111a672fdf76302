package dev.hyperterse.cli.clients;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hyperterse.cli.dev.Quickstart;
import dev.hyperterse.testbed.Requirement;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * The official conformance suite against its fixtures, as manifests: every scenario passes, scored or not.
 */
class ConformanceIT {
    private static final Path FIXTURES =
            Path.of("src/test/resources/dev/hyperterse/cli/clients/conformance").toAbsolutePath();

    @TempDir
    private Path folder;

    @ParameterizedTest
    @ValueSource(strings = {"2025-11-25", "2026-07-28"})
    void scenariosOfARevisionPass(String revision) throws IOException {
        var suite = suite();
        var manifests = manifests();
        try (var server = Quickstart.serve(manifests, folder.resolve("cache"));
                var _ = new ChangingLists(server, manifests.resolve("stateless.yaml"))) {
            var printed = suite.run(command(server, "--requirements", revision));
            assertThat(printed).containsPattern("Total: [1-9]\\d* passed, 0 failed");
        }
    }

    /** Skills are on the timeline of no revision, so each scenario is asked for by its name. */
    @ParameterizedTest
    @ValueSource(strings = {"2025-11-25", "2026-07-28"})
    void scenariosOfSkillsPass(String revision) throws IOException {
        var suite = suite();
        try (var server = Quickstart.serve(manifests(), folder.resolve("cache"))) {
            for (var scenario : List.of("enumeration", "manifest", "directory")) {
                var name = "sep-2640-skills-" + scenario;
                suite.run(command(server, "--force", "--scenario", name, "--spec-version", revision));
            }
            assertThat(checks()).hasSizeGreaterThan(40).allSatisfy(check -> assertThat(
                            check.path("status").asString())
                    .as(check.toString())
                    // The hints about caches are of 2026-07-28.
                    .isEqualTo(isAboutCaches(check) && revision.startsWith("2025") ? "SKIPPED" : "SUCCESS"));
        }
    }

    private static boolean isAboutCaches(JsonNode check) {
        return check.path("id").asString().endsWith("cache-attributes");
    }

    private List<JsonNode> checks() throws IOException {
        try (Stream<Path> files = Files.walk(folder.resolve("results"))) {
            return files.filter(file -> file.endsWith("checks.json"))
                    .flatMap(file -> JsonMapper.shared().readTree(file.toFile()).valueStream())
                    .toList();
        }
    }

    private static ClientTools suite() {
        return Requirement.fulfil(() -> ClientTools.ofNode("conformance"));
    }

    private List<String> command(Quickstart server, String... options) {
        return Stream.concat(
                        Stream.of(
                                "node_modules/.bin/node",
                                "node_modules/@modelcontextprotocol/conformance/dist/index.js",
                                "server",
                                "--url",
                                server.url().toString(),
                                "--output-dir",
                                folder.resolve("results").toString()),
                        Stream.of(options))
                .toList();
    }

    /**
     * The suite changes lists by calling tools that do so, and waits a moment for the notification. Here a list changes when a
     * manifest does, so two of them change as often as the server follows.
     */
    private static final class ChangingLists implements AutoCloseable {
        private final Quickstart server;
        private final Path manifest;
        private final Thread thread;
        private volatile boolean ended;

        private ChangingLists(Quickstart server, Path manifest) {
            this.server = server;
            this.manifest = manifest;
            this.thread = Thread.ofVirtual().start(this::change);
        }

        private void change() {
            for (var number = 0; !ended; number++) {
                replace("Changes by itself: .+\"", "Changes by itself: " + number + "\"");
                var served = "Changes by itself: " + number;
                do {
                    LockSupport.parkNanos(250_000_000);
                } while (!ended
                        && !server.request("tools/list", "{}").toString().contains(served));
            }
        }

        private void replace(String pattern, String text) {
            try {
                Files.writeString(manifest, Files.readString(manifest).replaceAll(pattern, text));
            } catch (IOException failed) {
                throw new UncheckedIOException(failed);
            }
        }

        @Override
        public void close() {
            ended = true;
            try {
                thread.join();
            } catch (InterruptedException stopped) {
                Thread.currentThread().interrupt();
            }
        }
    }

    /** A copy: what is served changes. */
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
