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
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
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
    void theNextCommandsNameTheProgramAsItWasStarted() {
        var shop = folder.resolve("shop").toString();
        assertThat(run(Map.of("HYPERTERSE_PROGRAM", "./hyperterse"), "init", shop))
                .as(text())
                .isZero();
        assertThat(err.toString(StandardCharsets.UTF_8))
                .contains("next: ./hyperterse dev " + shop, "      ./hyperterse call " + shop);
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
        assertThat(shop.resolve("scripts/jsconfig.json")).content().contains("\"../hyperterse.d.ts\"");
        assertThat(shop.resolve(".env")).doesNotExist();
    }

    /** It reads these endings, in the directory itself. */
    @Test
    void kubectlAppliesManifestsAlone() throws IOException {
        var shop = folder.resolve("shop");
        assertThat(run("init", shop.toString())).as(text()).isZero();
        try (var files = Files.list(shop)) {
            assertThat(files.map(file -> file.getFileName().toString())
                            .filter(name -> name.matches(".*\\.(json|yaml|yml)")))
                    .containsExactlyInAnyOrder("server.yaml", "tools.yaml", "scripts.yaml");
        }
        assertThat(shop.resolve("tools.yaml")).content().contains("--from-file=scripts/list-tables.js ");
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
        assertThat(server).doesNotContain("%40", "p@", "@ENGINE@", "@CREDENTIALS@");
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

    @ParameterizedTest
    @ValueSource(
            strings = {
                "postgres://db.example/shop",
                "postgresql://my_db:65535/shop%20two",
                "postgresql://first:5432,[::1]:5433,third/größe_1-2.3",
                "mysql://[2001:db8::1]:3306/shop",
                "mariadb://127.0.0.1/shop",
                "postgres://db.example/shop?sslmode=require",
                "mysql://db.example/shop?ssl-mode=REQUIRED",
            })
    void aDatabaseWithoutCredentialsNeedsNoFileOfPasswords(String url) throws IOException {
        var shop = folder.resolve("shop");
        assertThat(run("init", shop.toString(), "--database", url)).as(text()).isZero();
        assertThat(Files.readString(shop.resolve("server.yaml")))
                .contains("url: \"" + url + "\"")
                .doesNotContain("username", "password");
        assertThat(shop.resolve(".env")).doesNotExist();
        assertThat(run("validate", shop.toString())).as(text()).isZero();
        assertThat(text()).contains("0 errors, 0 warnings");
    }

    @Test
    void aUserOfBracesIsNoPlaceholder() throws IOException {
        var shop = folder.resolve("shop");
        assertThat(run("init", shop.toString(), "--database", "POSTGRESQL://a{{env.b}}@db/shop"))
                .as(text())
                .isZero();
        assertThat(run("validate", shop.toString())).as(text()).isZero();
        var catalog = folder.resolve("catalog");
        assertThat(run("render", shop.toString(), "--to", catalog.toString()))
                .as(text())
                .isZero();
        assertThat(Files.readString(catalog.resolve("values.json"))).contains("a{{env.b}}");
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
                "postgresql://db/shop?user=u&password=hunter2",
                "postgresql://db/shop#hunter2",
                "postgresql://u:hunter/2@db/shop",
                "postgresql://u:hunter/2@db",
                "postgresql://u:12/hunter2@host/db",
                "postgresql://u:hunter@2@db/shop",
                "postgresql://u:hunter2%0a@db/shop",
                "postgresql://u%00:hunter2@db/shop",
                "postgresql://u:hunter2\u0007@db/shop",
                "postgresql://u:hunter2%ff@db/shop",
                "postgresql://u:hunter2@db/shop/",
                "postgresql://u:hunter2@db/shop%0",
                "postgresql://u:hunter2@db/{{shop}}",
                "postgresql://u:hunter2@db:0/shop",
                "postgresql://u:hunter2@db:65536/shop",
                "postgresql://u:hunter2@first,,third/shop",
                "mysql://u:hunter2@first,second/shop",
            })
    void invalidUrlIsNotQuoted(String url) {
        var shop = folder.resolve("shop");
        assertThat(run("init", shop.toString(), "--database", url)).isEqualTo(2);
        assertThat(text()).contains("--database must be", "sslmode").doesNotContain("hun", "\tat ");
        assertThat(shop).doesNotExist();
    }

    @Test
    void aDatabaseIsPrintedWithoutItsPassword() {
        assertThat(StarterDatabase.parse("mysql://u:hunter2@db/shop").map(Object::toString))
                .isEqualTo(Optional.of("Mysql mysql://db/shop"));
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
