package dev.hyperterse.compiler.statement;

import dev.hyperterse.catalog.server.adapter.Adapter;
import dev.hyperterse.catalog.server.adapter.Engine;
import dev.hyperterse.catalog.statement.Dialect;
import dev.hyperterse.catalog.values.ValueKey;
import dev.hyperterse.testbed.sql.MariaDbDatabase;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** A database of a real MariaDB or MySQL, whose texts are compared as they are. */
final class MariaDbUnderTest implements EngineUnderTest {
    private static final ValueKey URL = ValueKey.adapter("db", "url");
    private static final ValueKey USERNAME = ValueKey.adapter("db", "username");
    private static final ValueKey PASSWORD = ValueKey.adapter("db", "password");

    private final MariaDbDatabase database;
    private final String collation;
    private final StatementRunner writing;
    private final StatementRunner reading;

    MariaDbUnderTest(MariaDbDatabase database) {
        this.database = database;
        this.collation = collation(database);
        database.execute(
                "ALTER DATABASE " + database.name() + " CHARACTER SET utf8mb4 COLLATE " + collation,
                "CREATE TABLE item (id BIGINT, name LONGTEXT, note LONGTEXT, price DECIMAL(30, 10), paid BOOLEAN,"
                        + " created DATETIME(6), tags JSON, `key` CHAR(36), mood ENUM('sad', 'happy'), born DATE)",
                "CREATE TABLE corpus (id BIGINT, name LONGTEXT)",
                "CREATE TABLE temp (id BIGINT)",
                "CREATE TABLE `outfile` (id BIGINT)",
                "CREATE TABLE written (name LONGTEXT, document JSON)",
                "CREATE TABLE canary (id BIGINT, secret LONGTEXT)",
                "INSERT INTO canary VALUES (1, 'canary-secret'), (2, 'another canary-secret')");
        this.writing = runner(Adapter.Access.ReadWrite);
        this.reading = runner(Adapter.Access.ReadOnly);
    }

    /** The collation that compares texts by their code points, trailing spaces too. */
    static String collation(MariaDbDatabase database) {
        return database.isMysql() ? "utf8mb4_0900_bin" : "utf8mb4_nopad_bin";
    }

    /** An adapter with {@code access: ReadOnly} and another account. */
    StatementRunner readingAs(String user, String password) {
        return runner(Adapter.Access.ReadOnly, database.as(user, password));
    }

    private StatementRunner runner(Adapter.Access access) {
        return runner(access, database);
    }

    private StatementRunner runner(Adapter.Access access, MariaDbDatabase database) {
        var tls = new Engine.Tls(Engine.TlsMode.Disable, Optional.empty(), Optional.empty(), Optional.empty());
        var adapter = new Adapter(
                "db",
                access,
                // One connection, so that what one call leaves behind meets the next.
                new Adapter.Pool(1, 1, 60_000, 600_000, 1_800_000),
                10_000,
                10_000,
                new Engine.Mysql(
                        URL,
                        Optional.of(USERNAME),
                        Optional.of(PASSWORD),
                        Optional.empty(),
                        tls,
                        Map.of("connectionCollation", collation)));
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
                database.name());
        return new StatementRunner(Dialect.MYSQL, adapter, values, Path.of("."));
    }

    @Override
    public Dialect dialect() {
        return Dialect.MYSQL;
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
        execute("DELETE FROM item");
        execute("INSERT INTO item VALUES (1, 'x', 'n', 1.5, TRUE, '2026-01-02 03:04:05', '{\"a\": 1}', "
                + "'11111111-1111-1111-1111-111111111111', 'happy', '2026-01-02')");
    }

    @Override
    public String fingerprint() {
        return database.query("SELECT concat((SELECT group_concat(id, secret ORDER BY id SEPARATOR '|') FROM canary), "
                + "(SELECT group_concat(table_name ORDER BY table_name SEPARATOR '|') "
                + "FROM information_schema.tables WHERE table_schema = database()), "
                + "(SELECT count(*) FROM corpus), @@global.sql_mode, @@global.transaction_read_only)");
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
