package dev.hyperterse.cli.command.imports;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hyperterse.cli.ask.Answers;
import dev.hyperterse.cli.client.ExactJson;
import dev.hyperterse.cli.client.ToolAnswer;
import dev.hyperterse.cli.command.tool.CallTarget;
import dev.hyperterse.cli.project.ServerChoice;
import dev.hyperterse.testbed.sql.MariaDb;
import dev.hyperterse.testbed.sql.MariaDbServer;
import dev.hyperterse.testbed.sql.Postgres;
import dev.hyperterse.testbed.sql.PostgresServer;
import dev.hyperterse.testbed.sql.SqlDatabase;
import dev.hyperterse.testbed.store.MongodbServer;
import dev.hyperterse.testbed.store.Redis;
import dev.hyperterse.testbed.store.RedisServer;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.api.LoadSettings;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;

/**
 * Tools of imported files answer from real databases. The rows of each {@code answers.yaml} are those that MCP Toolbox 1.12
 * gave for the {@code tools.yaml} and the tables beside it, on 2026-11-30 and on the same versions of the engines.
 */
class ImportedToolsIT {
    private static final String ANSWERS = "answers/";
    private static final Comparator<JsonNode> VALUES = Comparator.comparing(
            node -> node.isNumber() ? node.decimalValue().stripTrailingZeros().toPlainString() : node.toString());

    @TempDir
    private Path folder;

    @Test
    @ExtendWith(Postgres.class)
    void toolsOfToolboxReadAndWrite(PostgresServer server) throws IOException {
        var database = server.createDatabase();
        database.execute(
                "CREATE TABLE orders (id serial PRIMARY KEY, customer text, total numeric)",
                "INSERT INTO orders (customer, total) VALUES ('Ada', 7.50), ('Ben', 1)");
        var shop = new ImportedDirectory(folder.resolve("shop"));
        shop.written(ImportedDirectory.source("documents.yaml"));
        var address = URI.create(database.jdbcUrl().replaceFirst("^jdbc:", ""));
        replace(shop.path().resolve("server.yaml"), "value: reader", "value: " + database.username());
        replace(shop.path().resolve("server.yaml"), "}}/shop", "}}" + address.getPath());
        Files.writeString(
                shop.path().resolve(".env"),
                "SHOP_HOST=%s\nSHOP_PORT=%d\nSHOP_PASSWORD='%s'\n"
                        .formatted(address.getHost(), address.getPort(), database.password()));
        var target = new CallTarget.Directory(shop.path(), new ServerChoice(Optional.empty()));
        try (var tools = target.connect(shop.terminal(), Answers.NONE)) {
            assertThat(text(tools.call("find_orders", Map.of("customer", "Ada"))))
                    .isEqualTo("[{\"id\":1,\"total\":7.50}]");
            assertThat(text(tools.call("add_order", Map.of("customer", "Eve", "total", 2))))
                    .isEqualTo("[{\"id\":3}]");
            assertThat(text(tools.call("list_schemas", Map.of("schema_name", "PUB"))))
                    .contains("\"schema_name\":\"public\"");
        }
    }

    @Test
    @ExtendWith(Postgres.class)
    void statementsOfPostgresAnswerAsTheirs(PostgresServer server) throws IOException {
        answerAsTheirs("postgres", server.createDatabase());
    }

    @Test
    @ExtendWith(MariaDb.class)
    void statementsOfMysqlAnswerAsTheirs(MariaDbServer server) throws IOException {
        answerAsTheirs("mysql", server.createDatabase());
    }

    @Test
    void statementsOfSqliteAnswerAsTheirs() throws IOException, SQLException {
        var file = Files.createDirectories(folder.resolve("shop")).resolve("people.db");
        try (var connection = DriverManager.getConnection("jdbc:sqlite:" + file);
                var statement = connection.createStatement()) {
            for (var sql : tables("sqlite")) {
                statement.execute(sql);
            }
        }
        answerAsTheirs("sqlite", Map.of(), UnaryOperator.identity(), "--database", file.toString());
    }

    @Test
    @ExtendWith(Redis.class)
    void commandsOfRedisAnswerAsTheirs(RedisServer server) throws IOException {
        server.command("SET", "user1", "Ada");
        var address = URI.create(server.url());
        answerAsTheirs(
                "redis",
                Map.of("DB_HOST", address.getHost(), "DB_PORT", "" + address.getPort()),
                ImportedToolsIT::values);
    }

    @Test
    void payloadsOfMongodbAnswerAsTheirs() throws IOException {
        try (var server = MongodbServer.create()) {
            server.insert(
                    "customers",
                    "{name: 'Ada', mail: 'ada@example.com', secret: 'x', address: {city: 'Bern'}}",
                    "{name: 'Ben', mail: 'ben@example.com', address: {city: 'Bern'}}",
                    "{name: 'Cid', mail: 'cid@example.com', address: {city: 'Basel'}}");
            server.insert(
                    "products",
                    "{name: 'cup', category: 'kitchen', status: 'active', price: 10}",
                    "{name: 'pot', category: 'kitchen', status: 'active', price: 30}",
                    "{name: 'pen', category: 'office', status: 'active', price: 2}",
                    "{name: 'ink', category: 'office', status: 'gone', price: 5}");
            answerAsTheirs("mongodb", Map.of("DB_URL", server.url()), UnaryOperator.identity());
        }
    }

    private void answerAsTheirs(String engine, SqlDatabase database) throws IOException {
        database.execute(tables(engine).toArray(String[]::new));
        var address = URI.create(database.url());
        var values = Map.of(
                "DB_HOST",
                address.getHost(),
                "DB_PORT",
                "" + address.getPort(),
                "DB_NAME",
                database.name(),
                "DB_USER",
                database.username(),
                "DB_PASSWORD",
                database.password());
        var login = "://%s:%s@".formatted(database.username(), database.password());
        answerAsTheirs(
                engine,
                values,
                UnaryOperator.identity(),
                "--database",
                database.url().replaceFirst("://", login));
    }

    /** @param shown what of our answer is theirs */
    private void answerAsTheirs(
            String engine, Map<String, String> values, UnaryOperator<JsonNode> shown, String... options)
            throws IOException {
        var shop = new ImportedDirectory(folder.resolve("shop"));
        assertThat(shop.written(ImportedDirectory.source(ANSWERS + engine + "/tools.yaml"), options))
                .contains("left out 0");
        Files.writeString(
                shop.path().resolve(".env"),
                values.entrySet().stream()
                        .map(value -> "%s='%s'\n".formatted(value.getKey(), value.getValue()))
                        .collect(Collectors.joining()));
        var target = new CallTarget.Directory(shop.path(), new ServerChoice(Optional.empty()));
        try (var tools = target.connect(shop.terminal(), Answers.NONE)) {
            for (var answer : answers(engine)) {
                var text = text(tools.call((String) answer.get("tool"), arguments(answer)));
                if (answer.containsKey("rows")) {
                    var ours = shown.apply(ExactJson.mapper().readTree(text));
                    JsonNode theirs = ExactJson.mapper().valueToTree(answer.get("rows"));
                    assertThat(theirs.equals(VALUES, ours))
                            .as("%s: %s and not %s", answer, theirs, ours)
                            .isTrue();
                }
            }
        }
    }

    @SuppressWarnings("unchecked") // the files of this test have maps there
    private static Map<String, Object> arguments(Map<String, Object> answer) {
        return (Map<String, Object>) answer.get("arguments");
    }

    @SuppressWarnings("unchecked") // likewise
    private static List<Map<String, Object>> answers(String engine) throws IOException {
        return (List<Map<String, Object>>)
                new Load(LoadSettings.builder().build()).loadFromString(read(engine, "answers.yaml"));
    }

    private static List<String> tables(String engine) throws IOException {
        return Stream.of(read(engine, "tables.sql").split(";\n")).toList();
    }

    private static String read(String engine, String file) throws IOException {
        return Files.readString(ImportedDirectory.source(ANSWERS + engine + "/" + file));
    }

    /** The values of each command, without the names that ours have. */
    private static JsonNode values(JsonNode rows) {
        var values = ExactJson.mapper().createArrayNode();
        collect(rows, values);
        return values;
    }

    private static void collect(JsonNode node, ArrayNode values) {
        if (node.isContainer()) {
            node.forEach(each -> collect(each, values));
        } else {
            values.add(node);
        }
    }

    private static void replace(Path file, String text, String other) throws IOException {
        Files.writeString(file, Files.readString(file).replace(text, other));
    }

    private static String text(ToolAnswer answer) {
        assertThat(answer).isInstanceOf(ToolAnswer.Result.class);
        var result = (ToolAnswer.Result) answer;
        assertThat(result.isError()).as(result.text()).isFalse();
        return result.text();
    }
}
