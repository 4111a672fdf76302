package dev.hyperterse.cli.command;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hyperterse.cli.terminal.Terminal;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Fragments of the platform before they are in a cluster. */
class PlatformOptionTest {
    private static final String GOLD =
            "- {name: gold, namespaceSelector: {matchLabels: {tier: gold}}, overrides: {exposure: %s}}";

    @TempDir
    private Path folder;

    private final ByteArrayOutputStream printed = new ByteArrayOutputStream();
    private String manifests;

    @BeforeEach
    void write() throws IOException {
        manifests = Files.createDirectory(folder.resolve("manifests")).toString();
        Files.writeString(folder.resolve("manifests/server.yaml"), """
                apiVersion: v1
                kind: Namespace
                metadata: {name: shop, labels: {tier: gold}}
                ---
                apiVersion: hyperterse.dev/v1alpha1
                kind: HyperterseServer
                metadata: {name: shop, namespace: shop}
                spec:
                  auth: {mode: Anonymous}
                """);
    }

    @Test
    void diffSaysWhatOtherFragmentsChange() throws IOException {
        var before = file("before.yaml", GOLD.formatted("SearchAndDirect"));
        var after = file("after.yaml", GOLD.formatted("Search"));
        assertThat(run(
                        "diff",
                        manifests,
                        "--base",
                        manifests,
                        "--platform",
                        after,
                        "--base-platform",
                        before,
                        "--fail-on",
                        "any"))
                .as(text())
                .isEqualTo(4);
        assertThat(text()).contains("exposure");
        assertThat(run("diff", manifests, "--base", manifests, "--platform", after, "--fail-on", "any"))
                .as(text())
                .isZero();
    }

    @Test
    void validateJudgesTheMergedServer() throws IOException {
        var faulty = file(
                "faulty.yaml", "- {name: shared, namespaceSelector: {}, overrides: {sharedState: {adapter: hot}}}");
        assertThat(run("validate", manifests)).as(text()).isZero();
        assertThat(run("validate", manifests, "--platform", faulty)).isEqualTo(1);
        assertThat(text()).contains("server.yaml", "from the platform's defaults and overrides (shared)", "Redis");
    }

    @Test
    void renderPrintsTheMergedServer() throws IOException {
        var fragments = file("gold.yaml", GOLD.formatted("SearchAndDirect"));
        assertThat(run("render", manifests, "--platform", fragments)).as(text()).isZero();
        assertThat(text()).contains("\"exposure\" : \"SearchAndDirect\"");
        assertThat(run("render", manifests)).as(text()).isZero();
        assertThat(text()).doesNotContain("\"exposure\" : \"SearchAndDirect\"");
    }

    @Test
    void devServesTheMergedServer() throws IOException {
        var gold = file("gold.yaml", GOLD.formatted("Search"));
        assertThat(run("dev", manifests, "--stdio", "--platform", gold))
                .as(text())
                .isZero();
        var faulty = file(
                "faulty.yaml", "- {name: shared, namespaceSelector: {}, overrides: {sharedState: {adapter: hot}}}");
        assertThat(run("dev", manifests, "--stdio", "--platform", faulty)).isEqualTo(1);
        assertThat(text()).contains("server.yaml", "from the platform's defaults and overrides (shared)", "Redis");
    }

    @Test
    void aFaultyFileIsNamed() throws IOException {
        var unknown = file("unknown.yaml", "- {name: a, namespaceSelector: {}, overrides: {exposre: Direct}}");
        assertThat(run("validate", manifests, "--platform", unknown)).isEqualTo(1);
        assertThat(text()).contains("--platform " + unknown + ": fragment a, overrides: spec.exposre: unknown field");
        assertThat(run(
                        "validate",
                        manifests,
                        "--platform",
                        folder.resolve("nowhere").toString()))
                .isEqualTo(3);
        assertThat(text()).contains("file cannot be read");
    }

    private String file(String name, String text) throws IOException {
        return Files.writeString(folder.resolve(name), text).toString();
    }

    private int run(String... commandLine) {
        printed.reset();
        var print = new PrintStream(printed, true, StandardCharsets.UTF_8);
        var terminal = new Terminal(
                new ByteArrayInputStream(new byte[0]),
                print,
                print,
                false,
                Map.of("XDG_CACHE_HOME", folder.resolve("cache").toString()));
        return CommandTree.of(terminal).execute(commandLine);
    }

    private String text() {
        return printed.toString(StandardCharsets.UTF_8);
    }
}
