package dev.hyperterse.cli.agent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.api.LoadSettings;

/** What each client gets, and what is left of its file. The goldens follow the documentation of the clients. */
class AgentEntriesTest {
    private static final Path GOLDEN = Path.of("src/test/resources/dev/hyperterse/cli/agent/entries.txt");
    private static final Endpoint HTTP =
            new Endpoint.Http(URI.create("https://shop.example.com/mcp"), Map.of("X-API-Key", "k \"1\""));
    private static final Endpoint PROGRAM =
            new Endpoint.Program("/opt/hyperterse", List.of("dev", "/home/ada/my shop", "--stdio"));

    @TempDir
    private Path folder;

    @Test
    void everyClientGetsTheEntryThatItsDocumentationHas() throws IOException {
        var text = new StringBuilder();
        for (var agent : Agent.values()) {
            for (var endpoint : agent.takesUrls() ? List.of(HTTP, PROGRAM) : List.of(PROGRAM)) {
                text.append("# %s: %s%n"
                                .formatted(
                                        agent.title(),
                                        agent.file(Path.of("/home/ada"), Path.of("/home/ada/shop"), "Linux")))
                        .append(agent.entries().alone("shop", endpoint))
                        .append('\n');
            }
        }
        if (Boolean.getBoolean("golden.update")) {
            Files.createDirectories(GOLDEN.getParent());
            Files.writeString(GOLDEN, text);
        }
        assertThat(text.toString()).isEqualTo(Files.readString(GOLDEN));
    }

    @ParameterizedTest
    @EnumSource(Agent.class)
    void anEntryIsAddedOnceAndTheRestStays(Agent agent) {
        var other = agent.entries().alone("other", PROGRAM);
        var merged = agent.entries().merged(other, "shop", PROGRAM);
        assertThat(merged.lines())
                .containsAll(other.lines()
                        .filter(line -> !line.strip().equals("}"))
                        .map(String::stripTrailing)
                        .toList());
        assertThat(merged).contains("shop");
        if (agent != Agent.GOOSE) {
            assertThat(agent.entries().merged(merged, "shop", PROGRAM)).isEqualTo(merged);
        }
    }

    @Test
    void tomlKeepsCommentsAndReplacesItsOwnTableOnly() {
        var file = """
                model = "x" # mine
                [mcp_servers.shop]
                command = "old"
                [mcp_servers.shop.env]
                A = "b"
                # after
                [mcp_servers.shopping]
                url = "http://localhost/"
                """;
        assertThat(Agent.CODEX.entries().merged(file, "shop", HTTP)).isEqualTo("""
                model = "x" # mine
                [mcp_servers.shop]
                url = "https://shop.example.com/mcp"
                http_headers = { "X-API-Key" = "k \\"1\\"" }
                # after
                [mcp_servers.shopping]
                url = "http://localhost/"
                """);
    }

    @Test
    void gooseKeepsCommentsAndNeverWritesANameTwice() {
        var file = """
                GOOSE_MODEL: x # mine
                extensions:
                  developer:
                    enabled: true
                other: 1
                """;
        var merged = Agent.GOOSE.entries().merged(file, "shop", PROGRAM);
        assertThat(merged)
                .startsWith("GOOSE_MODEL: x # mine\nextensions:\n  \"shop\":\n    enabled: true\n")
                .endsWith("""
                  developer:
                    enabled: true
                other: 1
                """);
        assertThatExceptionOfType(UnmergeableFile.class)
                .isThrownBy(() -> Agent.GOOSE.entries().merged(merged, "shop", PROGRAM));
    }

    /** A name that YAML reads as something else than a text, or as the start of a comment. */
    @ParameterizedTest
    @ValueSource(strings = {"on", "123", "a: b", "# x", "{", "it's"})
    void gooseReadsAnyNameAsAText(String name) {
        var file = Agent.GOOSE.entries().alone(name, PROGRAM);
        var read = (Map<?, ?>) new Load(LoadSettings.builder().build()).loadFromString(file);
        var extensions = (Map<?, ?>) read.get("extensions");
        assertThat(extensions.keySet()).hasToString("[" + name + "]");
        assertThat(((Map<?, ?>) extensions.get(name)).get("name")).isEqualTo(name);
        assertThatExceptionOfType(UnmergeableFile.class)
                .isThrownBy(() -> Agent.GOOSE.entries().merged(file, name, PROGRAM));
    }

    @Test
    void fileThatWouldLoseSomethingIsLeftAsItIs() throws IOException {
        var file = Files.writeString(folder.resolve("mcp.json"), "{ // mine\n}");
        assertThatExceptionOfType(UnmergeableFile.class)
                .isThrownBy(() -> new ConfigurationFile(file).add(Agent.VSCODE.entries(), "shop", HTTP))
                .withMessageContaining("comments");
        assertThat(file).hasContent("{ // mine\n}");
    }

    @Test
    void formerFilesAreKeptAndOnlyTheOwnerReadsTheNewOne() throws IOException {
        var file = folder.resolve("deep/settings.json");
        var written = new ConfigurationFile(file);
        assertThat(written.add(Agent.GEMINI.entries(), "shop", HTTP)).isEmpty();
        var first = Files.readString(file);
        assertThat(written.add(Agent.GEMINI.entries(), "other", HTTP))
                .contains(file.resolveSibling("settings.json.bak"));
        assertThat(written.add(Agent.GEMINI.entries(), "third", HTTP))
                .contains(file.resolveSibling("settings.json.bak2"));
        assertThat(file.resolveSibling("settings.json.bak")).hasContent(first);
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
                .isEqualTo("rw-------");
        assertThat(written.add(Agent.GEMINI.entries(), "third", HTTP))
                .as("nothing to do")
                .isEmpty();
    }
}
