package dev.hyperterse.engines.sqlite;

import dev.hyperterse.catalog.server.adapter.Adapter;
import dev.hyperterse.catalog.server.adapter.Engine;
import dev.hyperterse.catalog.values.ValueSet;
import dev.hyperterse.engines.RequiredValue;
import dev.hyperterse.engines.UnusableSettings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.Optional;
import java.util.UUID;
import org.sqlite.SQLiteConfig;

/**
 * The address and the options of a SQLite database.
 *
 * @param memory whether it exists in memory only, for as long as its connector
 * @param largestInMemory the maximum bytes of an in-memory database
 * @param busyTimeout the milliseconds that a statement waits for a lock
 */
record SqliteSettings(
        String url,
        boolean memory,
        long largestInMemory,
        boolean readOnly,
        Optional<String> initSql,
        int busyTimeout,
        SQLiteConfig config) {
    private static final String MEMORY = ":memory:";

    public static SqliteSettings of(
            Adapter adapter, Engine.Sqlite engine, ValueSet values, Path dataDirectory, long largestInMemory) {
        var url = RequiredValue.of(values, engine.url(), "url");
        var initSql = engine.initSql().map(key -> RequiredValue.of(values, key, "initSql"));
        var readOnly = adapter.access() == Adapter.Access.ReadOnly;
        var memory = url.equals(MEMORY);
        var location = memory
                // Connections share a database in memory by its name, which is random so that it cannot be guessed.
                ? "file:hyperterse-" + UUID.randomUUID() + "?mode=memory&cache=shared"
                : file(url, dataDirectory).toString();
        var config = config(engine);
        return new SqliteSettings(
                "jdbc:sqlite:" + location, memory, largestInMemory, readOnly, initSql, config.getBusyTimeout(), config);
    }

    private static SQLiteConfig config(Engine.Sqlite engine) {
        var config = new SQLiteConfig();
        config.enableLoadExtension(false);
        config.setBusyTimeout(5000);
        engine.parameters().forEach((name, value) -> {
            switch (name) {
                case "busyTimeout" -> config.setBusyTimeout(Integer.parseInt(value));
                case "foreignKeys" -> config.enforceForeignKeys(Boolean.parseBoolean(value));
                case "journalMode" -> config.setJournalMode(SQLiteConfig.JournalMode.valueOf(value));
                case "synchronous" -> config.setPragma(SQLiteConfig.Pragma.SYNCHRONOUS, value);
                default -> throw new UnusableSettings("parameter '%s' is not allowed".formatted(name));
            }
        });
        return config;
    }

    /** A file below the data directory, reached without a symbolic link that could lead out of it. */
    static Path file(String url, Path dataDirectory) {
        try {
            var relative = Path.of(url);
            var root = dataDirectory.toRealPath();
            var file = root.resolve(relative).normalize();
            // The driver reads parameters behind a question mark, even in the name of a file.
            var plain = url.chars().noneMatch(character -> character == '?' || character < ' ');
            if (url.isEmpty() || relative.isAbsolute() || !plain || !file.startsWith(root) || file.equals(root)) {
                throw new UnusableSettings("the file is not below the data directory");
            }
            for (var part = file; !part.equals(root); part = part.getParent()) {
                if (Files.isSymbolicLink(part)) {
                    throw new UnusableSettings("the file is reached through a symbolic link");
                }
            }
            if (Files.exists(file, LinkOption.NOFOLLOW_LINKS)
                    && !Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)) {
                throw new UnusableSettings("the file is not a regular file");
            }
            return file;
        } catch (IOException | InvalidPathException unusable) {
            throw new UnusableSettings("the data directory or the file's name cannot be used");
        }
    }
}
