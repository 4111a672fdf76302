package dev.hyperterse.cli.dev;

import dev.hyperterse.cli.client.RemoteConnection;
import dev.hyperterse.cli.client.ToolAnswer;
import dev.hyperterse.testbed.Requirement;
import dev.hyperterse.testbed.sql.MariaDb;
import dev.hyperterse.testbed.sql.MariaDbDatabase;
import dev.hyperterse.testbed.sql.Postgres;
import dev.hyperterse.testbed.sql.PostgresDatabase;
import dev.hyperterse.testbed.store.MongodbServer;
import dev.hyperterse.testbed.store.RedisServer;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.assertj.core.api.SoftAssertions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/**
 * What the client of the MCP SDK reads of the failures of each engine, through {@code execute} and of a tool that is listed
 * itself: the reason, and nothing of statement, address, account or stack.
 */
@Timeout(180)
@ExtendWith({Postgres.class, MariaDb.class})
class EngineFailuresIT {
    private static final String LARGE = "x".repeat(300_000);

    /** Every statement has this text in it, which no failure may quote. */
    private static final String PART = "part-of-the-statement";

    private record Failure(String tool, String pattern) {}

    private static final String SLOW =
            "the call took too long and was cancelled \\(timeout of tool '[a-z]+-slow': 300ms\\)";

    private static final String ONE_ROW = " with its first row alone; select fewer columns or shorter values";

    private static final List<Failure> FAILURES = List.of(
            new Failure("postgres-faulty", "relation \"missing\" does not exist \\(SQLSTATE 42P01\\)"),
            new Failure("postgres-slow", SLOW),
            new Failure("postgres-large", "the result is larger than this server allows" + ONE_ROW),
            new Failure("postgres-away", "adapter postgres-away unavailable"),
            new Failure("mysql-faulty", "Table '[a-z0-9_]+\\.missing' doesn't exist \\(SQLSTATE 42S02\\)"),
            new Failure("mysql-slow", SLOW),
            new Failure("mysql-large", "the result is larger than this server allows"),
            new Failure("mysql-away", "adapter mysql-away unavailable"),
            new Failure("sqlite-faulty", "no such table: missing \\(SQLITE_ERROR\\)"),
            new Failure("sqlite-slow", SLOW),
            new Failure("sqlite-large", "the result is larger than [0-9]+ bytes" + ONE_ROW),
            new Failure("redis-faulty", "Operation against a key holding the wrong kind of value \\(WRONGTYPE\\)"),
            new Failure("redis-large", "the result is larger than [0-9]+ bytes"),
            new Failure("redis-away", "adapter redis-away unavailable"),
            new Failure("mongodb-faulty", ".+"),
            new Failure("mongodb-large", "the result is larger than [0-9]+ bytes" + ONE_ROW),
            new Failure("mongodb-away", "adapter mongodb-away unavailable"),
            new Failure("with-input", "validation error for field 'number': required input 'number' is missing"));

    @TempDir
    private Path folder;

    @Test
    void everyFailureSaysItsReasonAndNothingOfItsOrigin(PostgresDatabase postgres, MariaDbDatabase mysql)
            throws IOException {
        try (var redis = Requirement.fulfil(() -> RedisServer.create());
                var mongodb = MongodbServer.create()) {
            redis.command("SET", PART, LARGE);
            mongodb.insert("large", "{\"text\": \"" + LARGE + "\"}");
            var directory = Files.createDirectories(folder.resolve("failures"));
            Files.writeString(directory.resolve("all.yaml"), manifests(postgres, mysql, redis, mongodb));
            try (var served = Quickstart.serve(directory, folder.resolve("cache"));
                    var client = RemoteConnection.open(served.url(), Map.of(), "test")) {
                var origins = origins(postgres, mysql, redis, mongodb);
                SoftAssertions.assertSoftly(all -> FAILURES.forEach(failure -> {
                    var executed = client.call("execute", Map.of("tool", failure.tool(), "inputs", Map.of()));
                    all.assertThat(executed).as(failure.tool()).isInstanceOf(ToolAnswer.Result.class);
                    if (executed instanceof ToolAnswer.Result result) {
                        all.assertThat(result.isError()).isTrue();
                        all.assertThat(result.text())
                                .matches("execution failed: " + failure.pattern())
                                .doesNotContain(origins);
                    }
                    var called = client.call(failure.tool(), Map.of());
                    all.assertThat(called).as(failure.tool()).isInstanceOf(ToolAnswer.Result.class);
                    if (called instanceof ToolAnswer.Result result) {
                        all.assertThat(result.isError()).isTrue();
                        all.assertThat(result.text()).matches(failure.pattern());
                        all.assertThat(result.json().toString()).doesNotContain(origins);
                    }
                }));
            }
        }
    }

    /** What no failure may show. */
    private static List<String> origins(
            PostgresDatabase postgres, MariaDbDatabase mysql, RedisServer redis, MongodbServer mongodb) {
        return List.of(
                PART,
                "SELECT",
                "Exception",
                "dev.hyperterse",
                "\tat ",
                "127.0.0.1",
                "localhost",
                "\n",
                port(postgres.url()),
                port(mysql.url()),
                ":" + redis.port(),
                ":" + mongodb.port(),
                postgres.password(),
                mysql.password(),
                "'" + postgres.username() + "'",
                "'" + mysql.username() + "'");
    }

    private static String port(String url) {
        return ":" + URI.create(url).getPort();
    }

    private static String manifests(
            PostgresDatabase postgres, MariaDbDatabase mysql, RedisServer redis, MongodbServer mongodb) {
        var nothing = RedisServer.HOST + ":1";
        return """
                apiVersion: hyperterse.dev/v1alpha1
                kind: HyperterseServer
                metadata: {name: shop}
                spec:
                  auth: {mode: Anonymous}
                  exposure: SearchAndDirect
                  limits: {maxResultSize: 100Ki}
                  adapters:
                    - {name: postgres, engine: Postgres, url: "%s", username: {value: "%s"}, password: {valueFrom: {secretKeyRef: {name: databases, key: postgres}}}, tls: {mode: Prefer}}
                    - {name: postgres-away, engine: Postgres, url: "postgresql://%s/shop", username: {value: me}, password: {valueFrom: {secretKeyRef: {name: databases, key: postgres}}}, tls: {mode: Prefer}}
                    - {name: mysql, engine: Mysql, url: "%s", username: {value: "%s"}, password: {valueFrom: {secretKeyRef: {name: databases, key: mysql}}}, tls: {mode: Prefer}}
                    - {name: mysql-away, engine: Mysql, url: "mysql://%s/shop", username: {value: me}, password: {valueFrom: {secretKeyRef: {name: databases, key: mysql}}}, tls: {mode: Prefer}}
                    - {name: sqlite, engine: Sqlite, url: ":memory:"}
                    - {name: redis, engine: Redis, url: "redis://%s:%d/0"}
                    - {name: redis-away, engine: Redis, url: "redis://%s/0"}
                    - {name: mongodb, engine: Mongodb, url: "mongodb://%s:%d", mongodb: {database: "%s"}}
                    - {name: mongodb-away, engine: Mongodb, url: "mongodb://%s", mongodb: {database: shop}}
                ---
                apiVersion: v1
                kind: Secret
                metadata: {name: databases}
                stringData: {postgres: "%s", mysql: "%s"}
                """.formatted(
                                postgres.url(),
                                postgres.username(),
                                nothing,
                                mysql.url(),
                                mysql.username(),
                                nothing,
                                RedisServer.HOST,
                                redis.port(),
                                nothing,
                                MongodbServer.HOST,
                                mongodb.port(),
                                MongodbServer.DATABASE,
                                nothing,
                                postgres.password(),
                                mysql.password())
                + sql("postgres", "SELECT count(*) FROM generate_series(1, 100000000000) AS n")
                + sql(
                        "mysql",
                        "SELECT COUNT(*) FROM information_schema.columns a, information_schema.columns b,"
                                + " information_schema.columns c")
                + sql(
                        "sqlite",
                        "WITH RECURSIVE n(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n) SELECT count(*) FROM n")
                + tool("redis-faulty", "redis", "LRANGE " + PART + " 0 10")
                + tool("redis-large", "redis", "GET " + PART)
                + tool("redis-away", "redis-away", "GET " + PART)
                + tool(
                        "mongodb-faulty",
                        "mongodb",
                        "{\"aggregate\": \"large\", \"pipeline\": [{\"$project\": {\"" + PART
                                + "\": {\"$divide\": [\"$text\", 0]}}}]}")
                + tool("mongodb-large", "mongodb", "{\"find\": \"large\", \"projection\": {\"_id\": 0}}")
                + tool("mongodb-away", "mongodb-away", "{\"find\": \"large\", \"filter\": {\"a\": \"" + PART + "\"}}")
                + tool("with-input", "sqlite", "SELECT '" + PART + "' || {{ inputs.number }}", """
                          inputs: [{name: number, type: int}]
                        """);
    }

    /** The four failures of an engine of SQL; SQLite has no address. */
    private static String sql(String engine, String slow) {
        var large =
                engine.equals("sqlite") ? "SELECT hex(zeroblob(150000)) AS v, '" : "SELECT repeat('x', 300000) AS v, '";
        return tool(engine + "-faulty", engine, "SELECT '" + PART + "' FROM missing")
                + tool(engine + "-slow", engine, slow + " -- " + PART, "  timeout: 300ms\n")
                + tool(engine + "-large", engine, large + PART + "' AS w")
                + (engine.equals("sqlite")
                        ? ""
                        : tool(engine + "-away", engine + "-away", "SELECT '" + PART + "' AS v"));
    }

    private static String tool(String name, String adapter, String text, String... more) {
        return """
                ---
                apiVersion: hyperterse.dev/v1alpha1
                kind: Tool
                metadata: {name: %s}
                spec:
                  serverRefs: [{name: shop}]
                  description: Fails
                  statement:
                    adapter: %s
                    text:
                      inline: |
                        %s
                %s""".formatted(name, adapter, text, String.join("", more));
    }
}
