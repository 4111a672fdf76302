package dev.hyperterse.cli.imports;

import dev.hyperterse.cli.init.schema.DatabaseEngine;
import dev.hyperterse.cli.init.schema.SchemalessEngine;
import dev.hyperterse.cli.init.schema.SqlEngine;
import java.util.Map;
import java.util.Optional;

/**
 * An engine by the words that the products have for it.
 *
 * @param adapter as adapters name it
 * @param scheme of its addresses
 */
public record ImportedEngine(String adapter, String scheme) {
    private static final ImportedEngine POSTGRES = of(SqlEngine.POSTGRES, "postgresql");
    private static final ImportedEngine MYSQL = of(SqlEngine.MYSQL, "mysql");
    private static final ImportedEngine REDIS = of(SchemalessEngine.REDIS, "redis");
    private static final Map<String, ImportedEngine> ALL = Map.ofEntries(
            Map.entry("postgres", POSTGRES),
            Map.entry("cloud-sql-postgres", POSTGRES),
            Map.entry("alloydb-postgres", POSTGRES),
            Map.entry("cockroachdb", POSTGRES),
            Map.entry("mysql", MYSQL),
            Map.entry("cloud-sql-mysql", MYSQL),
            Map.entry("mariadb", of(SqlEngine.MYSQL, "mariadb")),
            Map.entry("sqlite", of(SqlEngine.SQLITE, "sqlite")),
            Map.entry("redis", REDIS),
            Map.entry("valkey", REDIS),
            Map.entry("memorystore-redis", REDIS),
            Map.entry("memorystore-valkey", REDIS),
            Map.entry("mongodb", of(SchemalessEngine.MONGODB, "mongodb")));

    public static Optional<ImportedEngine> of(String word) {
        return Optional.ofNullable(ALL.get(word));
    }

    /** @throws NotImported for an engine that adapters have not */
    public static ImportedEngine required(String word) {
        return of(word).orElseThrow(() -> new NotImported("no adapter has an engine for '%s'".formatted(word), ""));
    }

    private static ImportedEngine of(DatabaseEngine engine, String scheme) {
        return new ImportedEngine(engine.adapter(), scheme);
    }
}
