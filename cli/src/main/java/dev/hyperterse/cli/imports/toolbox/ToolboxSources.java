package dev.hyperterse.cli.imports.toolbox;

import dev.hyperterse.cli.document.Tree;
import dev.hyperterse.cli.imports.AdapterAddress;
import dev.hyperterse.cli.imports.Findings;
import dev.hyperterse.cli.imports.ImportedAdapter;
import dev.hyperterse.cli.imports.ImportedNames;
import dev.hyperterse.cli.imports.NotImported;
import dev.hyperterse.cli.imports.Parameters;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/** The sources of a file as adapters; of MongoDB one for each database. */
final class ToolboxSources {
    private static final Map<String, String> ENGINES = Map.ofEntries(
            Map.entry("postgres", "Postgres"),
            Map.entry("cloud-sql-postgres", "Postgres"),
            Map.entry("alloydb-postgres", "Postgres"),
            Map.entry("cockroachdb", "Postgres"),
            Map.entry("mysql", "Mysql"),
            Map.entry("mariadb", "Mysql"),
            Map.entry("cloud-sql-mysql", "Mysql"),
            Map.entry("sqlite", "Sqlite"),
            Map.entry("redis", "Redis"),
            Map.entry("valkey", "Redis"),
            Map.entry("memorystore-redis", "Redis"),
            Map.entry("memorystore-valkey", "Redis"),
            Map.entry("mongodb", "Mongodb"));

    private final Map<String, Tree> sources;
    private final Findings findings;
    private final Map<String, ImportedAdapter> adapters = new LinkedHashMap<>();

    ToolboxSources(Map<String, Tree> sources, Findings findings) {
        this.sources = sources;
        this.findings = findings;
        sources.forEach((name, source) -> {
            var type = ToolboxFile.type(source);
            if (!ENGINES.containsKey(type)) {
                findings.leftOut(
                        source.place(), "source " + name, "no adapter has an engine for '%s'".formatted(type), "");
            } else if (!type.equals("mongodb")) {
                adapters.put(name, adapter(name, ENGINES.get(type), source));
            }
        });
    }

    Collection<ImportedAdapter> adapters() {
        return adapters.values();
    }

    /** The engine of a source. @throws NotImported when there is none */
    String engine(String name) {
        return Optional.ofNullable(sources.get(name))
                .map(source -> ENGINES.get(ToolboxFile.type(source)))
                .orElseThrow(() -> new NotImported(
                        sources.containsKey(name)
                                ? "no adapter has the engine of its source '%s'".formatted(name)
                                : "its source '%s' is not in the file".formatted(name),
                        ""));
    }

    /** The adapter of one database of MongoDB. */
    String ofDatabase(String name, String database) {
        var source = sources.get(name);
        return AdapterAddress.ofDatabase(adapters, name, database, own -> {
            var address = source.text("uri");
            try {
                return AdapterAddress.mongodb(own, address, database, findings, source.place());
            } catch (NotImported refused) {
                var adapter = elsewhere(own, "Mongodb", source, refused.getMessage());
                adapter.fields().put("mongodb", Map.of("database", database));
                return adapter;
            }
        });
    }

    private ImportedAdapter adapter(String name, String engine, Tree source) {
        if (engine.equals("Sqlite")) {
            var file = AdapterAddress.sqlite(source.text("database"), findings, source.place());
            return new ImportedAdapter(name, engine, file, Optional.empty(), Optional.empty(), new LinkedHashMap<>());
        }
        var hosts = engine.equals("Redis") ? redisHosts(source) : host(source);
        if (hosts.isEmpty()) {
            return elsewhere(name, engine, source, "its address is not one of a host and a port");
        }
        if (source.isTrue("useGCPIAM")) {
            findings.changed(
                    source.place(),
                    "source %s logs in by IAM, which adapters do not".formatted(name),
                    "add a password");
        }
        var parameters = source.field("queryParams")
                .map(query -> query.fields().entrySet().stream()
                        .map(entry -> entry.getKey() + "="
                                + Parameters.text(entry.getValue().content()))
                        .collect(Collectors.joining("&", "?", "")))
                .orElse("");
        var url =
                switch (engine) {
                    case "Redis" ->
                        (source.isTrue("tlsEnabled") ? "rediss" : "redis") + "://" + hosts
                                + source.field("database")
                                        .map(it -> "/" + it.content())
                                        .orElse("");
                    case "Mysql" -> "mysql://" + hosts + "/" + source.text("database") + parameters;
                    default -> "postgresql://" + hosts + "/" + source.text("database") + parameters;
                };
        if (url.contains("${")) {
            return new ImportedAdapter(name, engine, url, user(source), password(source), new LinkedHashMap<>());
        }
        try {
            var read = AdapterAddress.of(name, url, Optional.empty(), findings, source.place());
            return new ImportedAdapter(name, engine, read.url(), user(source), password(source), read.fields());
        } catch (NotImported refused) {
            return elsewhere(name, engine, source, refused.getMessage());
        }
    }

    private static Optional<String> user(Tree source) {
        return source.field("user")
                .or(() -> source.field("username"))
                .map(Tree::content)
                .map(Parameters::text)
                .filter(it -> !it.isEmpty());
    }

    private static Optional<String> password(Tree source) {
        return source.field("password").map(Tree::content).map(Parameters::text).filter(it -> !it.isEmpty());
    }

    private static String host(Tree source) {
        var port = source.field("port").map(it -> ":" + it.content()).orElse("");
        return source.text("host").isEmpty() ? "" : source.text("host") + port;
    }

    private static String redisHosts(Tree source) {
        return source.field("address")
                .map(address -> address.isList()
                        ? address.items().stream()
                                .flatMap(item -> item.text().stream())
                                .collect(Collectors.joining(","))
                        : address.text().orElse(""))
                .orElse("");
    }

    /** An adapter whose address is a variable that has no value yet. */
    private ImportedAdapter elsewhere(String name, String engine, Tree source, String why) {
        var variable = ImportedNames.variable(name) + "_URL";
        findings.changed(
                source.place(),
                "source %s has no address that an adapter takes: %s".formatted(name, why),
                "write the URL of the database as %s into .env".formatted(variable));
        return new ImportedAdapter(
                name, engine, "${%s}".formatted(variable), user(source), password(source), new LinkedHashMap<>());
    }
}
