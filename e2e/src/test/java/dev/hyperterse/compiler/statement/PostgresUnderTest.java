package dev.hyperterse.compiler.statement;

import dev.hyperterse.catalog.server.adapter.Adapter;
import dev.hyperterse.catalog.server.adapter.Engine;
import dev.hyperterse.catalog.statement.Dialect;
import dev.hyperterse.catalog.values.ValueKey;
import dev.hyperterse.testbed.sql.PostgresDatabase;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** A database of a real Postgres. */
final class PostgresUnderTest implements EngineUnderTest {
    private static final ValueKey URL = ValueKey.adapter("db", "url");
    private static final ValueKey USERNAME = ValueKey.adapter("db", "username");
    private static final ValueKey PASSWORD = ValueKey.adapter("db", "password");

    private final PostgresDatabase database;
    private final StatementRunner writing;
    private final StatementRunner reading;

    PostgresUnderTest(PostgresDatabase database) {
        this.database = database;
        database.execute(
                "CREATE EXTENSION pg_trgm",
                "CREATE TYPE mood AS ENUM ('sad', 'happy')",
                "CREATE TABLE item (id int, name text, note text, price numeric, paid boolean, created timestamptz, "
                        + "tags jsonb, key uuid, mood mood, born date)",
                "CREATE TABLE listing (id int, tags text[], codes varchar(40)[], numbers bigint[], prices numeric(12, 2)[], "
                        + "flags boolean[], moods mood[], moments timestamptz[])",
                "CREATE TABLE corpus (id int, name text)",
                "CREATE TABLE temp (id int)",
                "CREATE TABLE written (name text, document jsonb)",
                "CREATE TABLE canary (id int, secret text)",
                "INSERT INTO canary VALUES (1, 'canary-secret'), (2, 'another canary-secret')");
        this.writing = runner(Adapter.Access.ReadWrite);
        this.reading = runner(Adapter.Access.ReadOnly);
    }

    /** An adapter with {@code access: ReadOnly} and another role. */
    StatementRunner readingAs(String role, String password) {
        return runner(Adapter.Access.ReadOnly, database.as(role, password));
    }

    StatementRunner writingAs(String role, String password) {
        return runner(Adapter.Access.ReadWrite, database.as(role, password));
    }

    private StatementRunner runner(Adapter.Access access) {
        return runner(access, database);
    }

    private static StatementRunner runner(Adapter.Access access, PostgresDatabase database) {
        var tls = new Engine.Tls(Engine.TlsMode.Disable, Optional.empty(), Optional.empty(), Optional.empty());
        var adapter = new Adapter(
                "db",
                access,
                // One connection, so that what one call leaves behind meets the next.
                new Adapter.Pool(1, 1, 60_000, 600_000, 1_800_000),
                10_000,
                10_000,
                new Engine.Postgres(
                        URL, Optional.of(USERNAME), Optional.of(PASSWORD), Optional.empty(), tls, Map.of()));
        var values = Map.of(
                URL,
                database.url(),
                USERNAME,
                database.username(),
                PASSWORD,
                database.password(),
                ValueKey.environment("REGION"),
                "eu",
                ValueKey.environment("SCHEMA"),
                "public");
        return new StatementRunner(Dialect.POSTGRES, adapter, values, Path.of("."));
    }

    @Override
    public Dialect dialect() {
        return Dialect.POSTGRES;
    }

    @Override
    public StatementRunner writing() {
        return writing;
    }

    @Override
    public StatementRunner reading() {
        return reading;
    }

    @Override
    public StatementRunner another() {
        return runner(Adapter.Access.ReadWrite);
    }

    @Override
    public void execute(String sql) {
        database.execute(sql);
    }

    @Override
    public void restoreItems() {
        execute("DELETE FROM listing");
        execute("INSERT INTO listing VALUES (1, '{x,y}', '{x,y}', '{1,9007199254740993}', '{1.5}', '{t}', '{happy}', "
                + "'{2026-01-02T03:04:05Z}'), (2, '{}', '{}', '{}', '{}', '{}', '{}', '{}'), (3, '{null,x}', '{z}', "
                + "'{2,null}', '{2,1.50}', '{f}', '{sad,happy}', '{2025-01-02T03:04:05Z}'), "
                + "(4, NULL, NULL, NULL, NULL, NULL, NULL, NULL)");
        execute("DELETE FROM item");
        execute("INSERT INTO item VALUES (1, 'x', 'n', 1.5, true, '2026-01-02T03:04:05Z', '{\"a\": 1}', "
                + "'11111111-1111-1111-1111-111111111111', 'happy', '2026-01-02')");
    }

    @Override
    public String fingerprint() {
        return database.query("SELECT (SELECT string_agg(canary::text, '|' ORDER BY id) FROM canary) || "
                + "(SELECT string_agg(oid || relname || coalesce(relacl::text, ''), '|' ORDER BY oid) "
                + "FROM pg_class WHERE relnamespace = 'public'::regnamespace) || "
                + "(SELECT count(*) FROM corpus) || current_setting('default_transaction_read_only')");
    }

    @Override
    public void fillCorpus(List<String> names) {
        try (var connection = database.connect();
                var insert = connection.prepareStatement("INSERT INTO corpus VALUES (?, ?)")) {
            for (var id = 1; id <= names.size(); id++) {
                insert.setInt(1, id);
                insert.setString(2, names.get(id - 1));
                insert.executeUpdate();
            }
        } catch (SQLException failed) {
            throw new IllegalStateException(failed);
        }
    }

    @Override
    public void close() {
        writing.close();
        reading.close();
    }
}
