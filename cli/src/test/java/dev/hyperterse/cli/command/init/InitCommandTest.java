package dev.hyperterse.cli.command.init;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hyperterse.cli.command.CommandTree;
import dev.hyperterse.cli.dev.Quickstart;
import dev.hyperterse.cli.terminal.Terminal;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.sql.DriverManager;
import java.util.Map;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** {@code hyperterse init} writes a directory that every other command takes. */
@Order(1)
class InitCommandTest {
    @TempDir
    private Path folder;

    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final ByteArrayOutputStream err = new ByteArrayOutputStream();

    @Test
    void theDirectoryIsValidAndItsToolsAnswer() {
        var shop = folder.resolve("shop").toString();
        assertThat(run("init", shop)).as(text()).isZero();
        assertThat(err.toString(StandardCharsets.UTF_8)).contains("next: hyperterse dev " + shop);
        assertThat(run("validate", shop, "--strict")).as(text()).isZero();
        assertThat(text()).contains("0 errors, 0 warnings").doesNotContain("not looked at");
        assertThat(run("call", shop, "list-tables")).as(text()).isZero();
        assertThat(JsonMapper.shared().readTree(out.toString(StandardCharsets.UTF_8)))
                .isEqualTo(JsonMapper.shared().readTree("""
                        [{"table": "customers", "columns": ["id", "name", "city"]},
                         {"table": "orders", "columns": ["id", "customer_id", "total"]}]"""));
        assertThat(run("call", shop, "describe-table", "table=orders"))
                .as(text())
                .isZero();
        assertThat(text()).contains("customer_id", "REAL").doesNotContain("city");
    }

    @Test
    void theNextCommandsNameTheProgramAsItWasStarted() {
        var shop = folder.resolve("shop").toString();
        assertThat(run(Map.of("HYPERTERSE_PROGRAM", "./hyperterse"), "init", shop))
                .as(text())
                .isZero();
        assertThat(err.toString(StandardCharsets.UTF_8))
                .contains("next: ./hyperterse dev " + shop, "      ./hyperterse call " + shop);
    }

    @Test
    void thePackageThatRunsTheProgramIsNamedInCommandsAndStartedByClients() {
        var shop = folder.resolve("shop").toString();
        var environment = Map.of("HYPERTERSE_PROGRAM", "npx hyperterse-kubernetes");
        assertThat(run(environment, "init", shop)).as(text()).isZero();
        assertThat(err.toString(StandardCharsets.UTF_8)).contains("next: npx hyperterse-kubernetes dev " + shop);
        assertThat(run(environment, "connect", "cursor", shop)).as(text()).isZero();
        var entry = JsonMapper.shared()
                .readTree(out.toString(StandardCharsets.UTF_8))
                .path("mcpServers")
                .path("shop");
        assertThat(entry.path("command").stringValue()).isEqualTo("npx");
        assertThat(entry.path("args"))
                .extracting(JsonNode::stringValue)
                .containsExactly("hyperterse-kubernetes", "dev", shop, "--stdio");
    }

    @Test
    void theDirectoryIsServed() {
        var shop = folder.resolve("shop");
        assertThat(run("init", shop.toString())).as(text()).isZero();
        try (var served = Quickstart.serve(shop, folder.resolve("cache"))) {
            assertThat(run("call", served.url().toString(), "list-tables"))
                    .as(text())
                    .isZero();
            assertThat(text()).contains("customers");
        }
    }

    @Test
    void aSavedScriptIsTheOneThatRuns() throws IOException {
        var shop = folder.resolve("shop");
        assertThat(run("init", shop.toString())).as(text()).isZero();
        Files.writeString(shop.resolve("scripts/list-tables.js"), "export default () => 'edited';\n");
        assertThat(run("call", shop.toString(), "list-tables")).as(text()).isZero();
        assertThat(text()).contains("edited");
        assertThat(shop.resolve("hyperterse.d.ts")).hasSameTextualContentAs(Path.of("..", "docs", "hyperterse.d.ts"));
        assertThat(shop.resolve("scripts/tsconfig.json")).content().contains("\"../hyperterse.d.ts\"");
        assertThat(shop.resolve(".env")).doesNotExist();
    }

    @Test
    void theKustomizationNamesEveryManifestAndScript() throws IOException {
        var shop = folder.resolve("shop");
        assertThat(run("init", shop.toString())).as(text()).isZero();
        assertThat(shop.resolve("kustomization.yaml"))
                .content()
                .contains("- server.yaml", "- tools.yaml", "- scripts/list-tables.js");
    }

    @Test
    void aFurtherFileIsALineMoreAtTheEndOfTheKustomization() throws IOException {
        var shop = folder.resolve("shop");
        assertThat(run("init", shop.toString())).as(text()).isZero();
        Files.writeString(shop.resolve("further.yaml"), """
                apiVersion: hyperterse.dev/v1alpha1
                kind: Tool
                metadata: {name: further}
                spec:
                  serverRefs: [{name: shop}]
                  description: Says one.
                  script: {source: {inline: "export default () => 1"}}
                """);
        Files.writeString(shop.resolve("kustomization.yaml"), "  - further.yaml\n", StandardOpenOption.APPEND);
        assertThat(run("describe", shop.toString(), "further")).as(text()).isZero();
    }

    @Test
    void noDirectoryIsMisuse() {
        assertThat(run("init", "")).isEqualTo(2);
        assertThat(text()).contains("DIR is empty").doesNotContain("internal error");
    }

    @ParameterizedTest
    @ValueSource(strings = {"My Shop", "it's $HOME; `date`"})
    void theNextCommandsAreCopiedIntoAShell(String directory) throws Exception {
        var shop = folder.resolve(directory);
        assertThat(run("init", shop.toString())).as(text()).isZero();
        var next = err.toString(StandardCharsets.UTF_8)
                .lines()
                .map(line -> line.replaceFirst("^.*?hyperterse (dev|call)", "printf '%s\\\\n'"))
                .toList();
        var shell = new ProcessBuilder("sh", "-c", String.join("\n", next))
                .redirectErrorStream(true)
                .start();
        assertThat(new String(shell.getInputStream().readAllBytes(), StandardCharsets.UTF_8))
                .isEqualTo("%s%n%s%nlist-tables%n".formatted(shop, shop));
        assertThat(shell.waitFor()).isZero();
    }

    @Test
    void existingFileIsNotOverwritten() throws IOException {
        var full = Files.createDirectories(folder.resolve("full"));
        Files.writeString(full.resolve("notes.txt"), "mine");
        assertThat(run("init", full.toString())).isEqualTo(3);
        assertThat(text()).contains("is not empty; nothing was written").doesNotContain("\tat ");
        assertThat(full).isDirectoryContaining("glob:**/notes.txt").isDirectoryNotContaining("glob:**.yaml");
        assertThat(run("init", full.resolve("notes.txt").toString())).isEqualTo(3);
        assertThat(full.resolve("notes.txt")).hasContent("mine");
        assertThat(run("init", Files.createDirectories(folder.resolve("empty")).toString()))
                .as(text())
                .isZero();
    }

    @ParameterizedTest
    @CsvSource({
        "Shop,             shop",
        "My Shop 2,        my-shop-2",
        "123,              hyperterse",
        "9lives-,          lives",
        "Überblick,        berblick",
        "true,             true",
        "null,             null",
        "on,               on",
    })
    void theServerIsCalledAsTheDirectory(String directory, String name) throws IOException {
        var path = folder.resolve(directory);
        assertThat(run("init", path.toString())).as(text()).isZero();
        assertThat(Files.readString(path.resolve("server.yaml"))).contains("metadata: {name: \"" + name + "\"}");
        assertThat(Files.readString(path.resolve("tools.yaml")))
                .contains("serverRefs: [{name: \"" + name + "\"}]")
                .doesNotContain("{name: " + name + "}");
        assertThat(run("validate", path.toString(), "--strict")).as(text()).isZero();
    }

    @ParameterizedTest
    @CsvSource({
        "oracle://u:hunter2@db/shop, 2, not of PostgreSQL",
        "postgresql://u:hunter2@db, 2, does not name a database",
        "mongodb://u:hunter2@db, 2, does not name a database",
        "redis://:hunter2@localhost:1, 3, cannot read redis://localhost:1/0",
        "postgresql://u:hunter2@localhost:1/shop, 3, cannot read postgresql://localhost:1/shop as u",
        "hunter2.db, 3, there is no SQLite file",
    })
    void aDatabaseThatCannotBeReadLeavesNothing(String url, int exit, String says) {
        var shop = folder.resolve("shop");
        assertThat(run("init", shop.toString(), "--database", url)).as(text()).isEqualTo(exit);
        assertThat(text()).contains(says).doesNotContain("u:hunter2", "\tat ");
        assertThat(shop).doesNotExist();
    }

    @ParameterizedTest
    @ValueSource(strings = {"--tables=orders", "--schemas=public", "--sql"})
    void optionsOfADatabaseNeedOne(String option) {
        var shop = folder.resolve("shop");
        assertThat(run("init", shop.toString(), option)).isEqualTo(2);
        assertThat(text()).contains("needs --database, or DATABASE_URL in the environment");
        assertThat(shop).doesNotExist();
    }

    @Test
    void theDatabaseOfTheEnvironmentIsTaken() {
        var shop = folder.resolve("shop");
        assertThat(run(Map.of("DATABASE_URL", "postgresql://u:hunter2@localhost:1/shop"), "init", shop.toString()))
                .isEqualTo(3);
        assertThat(text())
                .contains("database: DATABASE_URL of the environment", "cannot read postgresql://localhost:1/shop as u")
                .doesNotContain("hunter2");
    }

    @Test
    void aFileOfSqliteIsReadWhereTheServerFindsIt() throws Exception {
        var elsewhere = folder.resolve("lamps.db");
        try (var connection = DriverManager.getConnection("jdbc:sqlite:" + elsewhere);
                var statement = connection.createStatement()) {
            statement.execute("CREATE TABLE lamps (id INTEGER PRIMARY KEY, name TEXT NOT NULL)");
            statement.execute("INSERT INTO lamps VALUES (1, 'Low'), (2, 'High')");
        }
        var shop = Files.createDirectories(folder.resolve("shop"));
        assertThat(run("init", shop.toString(), "--database", elsewhere.toString()))
                .isEqualTo(2);
        assertThat(text()).contains("copy it: mkdir -p " + shop + " && cp " + elsewhere + " " + shop + "/");
        Files.copy(elsewhere, shop.resolve("lamps.db"));
        assertThat(run(
                        "init",
                        shop.toString(),
                        "--database",
                        shop.resolve("lamps.db").toString()))
                .as(text())
                .isZero();
        assertThat(text()).contains("wrote 5 tools", "call " + shop + " list-lamps");
        assertThat(shop.resolve("kustomization.yaml"))
                .content()
                .endsWith("resources:\n  - server.yaml\n  - explore.yaml\n  - lamp.yaml\n");
        assertThat(run("validate", shop.toString())).as(text()).isZero();
        assertThat(text()).contains("0 errors, 0 warnings").doesNotContain("not looked at");
        assertThat(run("call", shop.toString(), "list-lamps", "name=hi"))
                .as(text())
                .isZero();
        assertThat(text()).contains("High").doesNotContain("Low");
    }

    private int run(String... commandLine) {
        return run(Map.of("XDG_CACHE_HOME", folder.resolve("cache").toString()), commandLine);
    }

    private int run(Map<String, String> environment, String... commandLine) {
        out.reset();
        err.reset();
        var terminal = new Terminal(
                new ByteArrayInputStream(new byte[0]),
                new PrintStream(out, true, StandardCharsets.UTF_8),
                new PrintStream(err, true, StandardCharsets.UTF_8),
                false,
                environment);
        return CommandTree.of(terminal).execute(commandLine);
    }

    private String text() {
        return out.toString(StandardCharsets.UTF_8) + err.toString(StandardCharsets.UTF_8);
    }
}
