package dev.hyperterse.cli.command;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hyperterse.cli.dev.Quickstart;
import dev.hyperterse.cli.init.StarterDatabase;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.json.JsonMapper;

/** {@code hyperterse init} writes a directory that every other command takes. */
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
        assertThat(run("validate", shop)).as(text()).isZero();
        assertThat(text()).contains("0 errors, 0 warnings");
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
    void theScriptForEditorsIsTheOneThatRuns() throws IOException {
        var shop = folder.resolve("shop");
        assertThat(run("init", shop.toString())).as(text()).isZero();
        assertThat(Files.readString(shop.resolve("scripts.yaml")))
                .endsWith("  list-tables.js: |\n"
                        + Files.readString(shop.resolve("scripts/list-tables.js"))
                                .indent(4));
        assertThat(shop.resolve("hyperterse.d.ts")).hasSameTextualContentAs(Path.of("..", "docs", "hyperterse.d.ts"));
        assertThat(Files.readString(shop.resolve("jsconfig.json"))).contains("\"scripts\"");
        assertThat(shop.resolve(".env")).doesNotExist();
    }

    @Test
    void whatIsThereIsNotOverwritten() throws IOException {
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
    })
    void theServerIsCalledAsTheDirectory(String directory, String name) throws IOException {
        var path = folder.resolve(directory);
        assertThat(run("init", path.toString())).as(text()).isZero();
        assertThat(Files.readString(path.resolve("server.yaml"))).contains("metadata: {name: " + name + "}");
        assertThat(run("validate", path.toString())).as(text()).isZero();
    }

    @ParameterizedTest
    @ValueSource(strings = {"postgresql", "mysql"})
    void thePasswordOfADatabaseIsInItsOwnFileAlone(String scheme) throws IOException {
        var shop = folder.resolve("shop");
        assertThat(run(
                        "init",
                        shop.toString(),
                        "--database",
                        scheme + "://rea%64er:p%40$s%22w%23+%27rd@localhost:1/shop"))
                .as(text())
                .isZero();
        assertThat(text()).doesNotContain("p@", "%40");
        var server = Files.readString(shop.resolve("server.yaml"));
        assertThat(server)
                .contains("url: \"%s://localhost:1/shop\"".formatted(scheme), "username: {value: \"reader\"}");
        assertThat(server).doesNotContain("%40", "p@", "@KIND@", "@CREDENTIALS@");
        assertThat(Files.readString(shop.resolve(".gitignore"))).isEqualTo(".env\n");
        assertThat(Files.getPosixFilePermissions(shop.resolve(".env")))
                .isEqualTo(PosixFilePermissions.fromString("rw-------"));
        assertThat(run("validate", shop.toString())).as(text()).isZero();
        assertThat(text()).contains("0 errors, 0 warnings");
        var catalog = folder.resolve("catalog");
        assertThat(run("render", shop.toString(), "--to", catalog.toString()))
                .as(text())
                .isZero();
        assertThat(JsonMapper.shared()
                        .readTree(Files.readString(catalog.resolve("values.json")))
                        .toString())
                .contains("p@$s\\\"w#+'rd");
    }

    @Test
    void aDatabaseWithoutCredentialsNeedsNoFileOfPasswords() throws IOException {
        var shop = folder.resolve("shop");
        assertThat(run("init", shop.toString(), "--database", "postgres://db.example/shop?a=b"))
                .as(text())
                .isZero();
        assertThat(Files.readString(shop.resolve("server.yaml")))
                .contains("url: \"postgres://db.example/shop?a=b\"")
                .doesNotContain("username", "password");
        assertThat(shop.resolve(".env")).doesNotExist();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "oracle://u:hunter2@db/shop",
                "postgresql://u:hunter2@db",
                "postgresql:hunter2",
                "u:hunter2@db/shop",
                "postgresql://u:hunter2%zz@db/shop",
                "postgresql://u:hun ter2@db/shop",
                "postgresql:///shop?password=hunter2",
            })
    void aUrlThatIsNoneIsNotQuoted(String url) {
        var shop = folder.resolve("shop");
        assertThat(run("init", shop.toString(), "--database", url)).isEqualTo(2);
        assertThat(text()).contains("--database must be").doesNotContain("hun", "\tat ");
        assertThat(shop).doesNotExist();
    }

    @Test
    void aDatabaseIsPrintedWithoutItsPassword() {
        assertThat(StarterDatabase.parse("mysql://u:hunter2@db/shop").map(Object::toString))
                .isEqualTo(Optional.of("mysql mysql://db/shop"));
    }

    private int run(String... commandLine) {
        out.reset();
        err.reset();
        var terminal = new Terminal(
                new ByteArrayInputStream(new byte[0]),
                new PrintStream(out, true, StandardCharsets.UTF_8),
                new PrintStream(err, true, StandardCharsets.UTF_8),
                false,
                Map.of("XDG_CACHE_HOME", folder.resolve("cache").toString()));
        return CommandTree.of(terminal).execute(commandLine);
    }

    private String text() {
        return out.toString(StandardCharsets.UTF_8) + err.toString(StandardCharsets.UTF_8);
    }
}
