package dev.hyperterse.compiler.statement;

import dev.hyperterse.catalog.server.adapter.Adapter;
import dev.hyperterse.catalog.server.adapter.Engine;
import dev.hyperterse.catalog.statement.Dialect;
import dev.hyperterse.catalog.values.ValueKey;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** A database file of SQLite. */
final class SqliteUnderTest implements EngineUnderTest {
    private static final ValueKey URL = ValueKey.adapter("db", "url");

    private final Path directory;
    private final StatementRunner writing;
    private final StatementRunner reading;

    SqliteUnderTest(Path directory) {
        this.directory = directory;
        execute("CREATE TABLE item (id integer, name text, note text, price numeric, paid boolean, created text, "
                + "tags text, key text, mood text, born text)");
        execute("CREATE TABLE corpus (id integer, name text)");
        execute("CREATE TABLE temp (id integer)");
        execute("CREATE TABLE written (name text, document text)");
        execute("CREATE TABLE canary (id integer, secret text)");
        execute("INSERT INTO canary VALUES (1, 'canary-secret'), (2, 'another canary-secret')");
        this.writing = runner(Adapter.Access.ReadWrite);
        this.reading = runner(Adapter.Access.ReadOnly);
    }

    private StatementRunner runner(Adapter.Access access) {
        var adapter = new Adapter(
                "db",
                access,
                new Adapter.Pool(1, 1, 60_000, 600_000, 1_800_000),
                10_000,
                10_000,
                new Engine.Sqlite(URL, Optional.empty(), Map.of()));
        var values =
                Map.of(URL, "test.db", ValueKey.environment("REGION"), "eu", ValueKey.environment("SCHEMA"), "main");
        return new StatementRunner(Dialect.SQLITE, adapter, values, directory);
    }

    private Connection connect() throws SQLException {
        return DriverManager.getConnection("jdbc:sqlite:" + directory.resolve("test.db"));
    }

    @Override
    public Dialect dialect() {
        return Dialect.SQLITE;
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
        try (var connection = connect();
                var statement = connection.createStatement()) {
            statement.execute(sql);
        } catch (SQLException failed) {
            throw new IllegalStateException(sql, failed);
        }
    }

    @Override
    public void restoreItems() {
        execute("DELETE FROM item");
        execute("INSERT INTO item VALUES (1, 'x', 'n', 1.5, 1, '2026-01-02T03:04:05Z', '{\"a\":1}', "
                + "'11111111-1111-1111-1111-111111111111', 'happy', '2026-01-02')");
    }

    @Override
    public String fingerprint() {
        try (var connection = connect();
                var statement = connection.createStatement();
                var rows = statement.executeQuery("SELECT (SELECT group_concat(id || secret, '|') FROM canary) || "
                        + "(SELECT group_concat(name || sql, '|') FROM sqlite_schema) || "
                        + "(SELECT count(*) FROM corpus)")) {
            rows.next();
            return rows.getString(1);
        } catch (SQLException failed) {
            throw new IllegalStateException(failed);
        }
    }

    @Override
    public void fillCorpus(List<String> names) {
        try (var connection = connect();
                var insert = connection.prepareStatement("INSERT INTO corpus VALUES (?, ?)")) {
            connection.setAutoCommit(false);
            for (var id = 1; id <= names.size(); id++) {
                insert.setInt(1, id);
                insert.setString(2, names.get(id - 1));
                insert.executeUpdate();
            }
            connection.commit();
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
