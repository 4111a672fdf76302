package dev.hyperterse.cli.imports.toolbox;

import dev.hyperterse.cli.document.Tree;
import dev.hyperterse.cli.imports.AdapterAddress;
import dev.hyperterse.cli.imports.DatabaseNames;
import dev.hyperterse.cli.imports.Findings;
import dev.hyperterse.cli.imports.ImportedAdapter;
import dev.hyperterse.cli.imports.ImportedEngine;
import dev.hyperterse.cli.imports.ImportedNames;
import dev.hyperterse.cli.imports.NotImported;
import dev.hyperterse.cli.imports.Parameters;
import dev.hyperterse.cli.init.schema.SchemalessEngine;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** The sources of a file as adapters; of MongoDB one for each database. */
final class ToolboxSources {
    private static final String MONGODB = SchemalessEngine.MONGODB.adapter();
    /** Those that say where a database of a cloud is are in the warning that its address is missing. */
    private static final Set<String> READ = Set.of(
            "address",
            "cluster",
            "database",
            "host",
            "instance",
            "ipType",
            "kind",
            "name",
            "password",
            "port",
            "project",
            "queryParams",
            "queryTimeout",
            "region",
            "tlsEnabled",
            "type",
            "uri",
            "useGCPIAM",
            "user",
            "username");

    private final Map<String, Tree> sources;
    private final Optional<DatabaseNames> names;
    private final Findings findings;
    private final Map<String, String> engines = new HashMap<>();
    private final Map<String, ImportedAdapter> adapters = new LinkedHashMap<>();

    /** @param names of the database of one of them */
    ToolboxSources(Map<String, Tree> sources, Optional<DatabaseNames> names, Findings findings) {
        this.sources = sources;
        this.names = names;
        this.findings = findings;
        sources.forEach((name, source) -> {
            findings.reading(source.place(), "source " + name, () -> {
                var engine = ImportedEngine.required(ToolboxFile.type(source));
                findings.unknown(source, "source " + name, "no field of an adapter has", READ);
                if (!engine.adapter().equals(MONGODB)) {
                    adapters.put(name, adapter(name, engine, source));
                }
                engines.put(name, engine.adapter());
            });
        });
    }

    Collection<ImportedAdapter> adapters() {
        return adapters.values();
    }

    /** The engine of a source. @throws NotImported when there is none */
    String engine(String name) {
        return Optional.ofNullable(engines.get(name))
                .orElseThrow(() -> new NotImported(
                        sources.containsKey(name)
                                ? "its source '%s' is left out".formatted(name)
                                : "its source '%s' is not in the file".formatted(name),
                        ""));
    }

    /** The names of the database of a source; empty where it may be that of another. */
    Optional<DatabaseNames> names(String source) {
        var engine = engine(source);
        return names.filter(known -> known.engine().equals(engine)
                && engines.values().stream().filter(engine::equals).count() == 1);
    }

    /** The adapter of one database of MongoDB. */
    String ofDatabase(String name, String database) {
        var source = sources.get(name);
        return AdapterAddress.ofDatabase(adapters, name, database, own -> {
            var address = source.text("uri");
            try {
                return AdapterAddress.mongodb(own, address, database, findings, source.place());
            } catch (NotImported refused) {
                var adapter = elsewhere(own, MONGODB, source, refused.getMessage());
                adapter.fields().put("mongodb", Map.of("database", database));
                return adapter;
            }
        });
    }

    private ImportedAdapter adapter(String name, ImportedEngine engine, Tree source) {
        if (engine.adapter().equals("Sqlite")) {
            var file = AdapterAddress.sqlite(source.text("database"), findings, source.place());
            return AdapterAddress.login(name, engine.adapter(), file, new LinkedHashMap<>(), source, findings);
        }
        var isRedis = engine.adapter().equals("Redis");
        var hosts = isRedis ? redisHosts(source) : host(source);
        if (hosts.isEmpty()) {
            return elsewhere(name, engine.adapter(), source, "its address is not one of a host and a port");
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
        var database = source.field("database")
                .map(it -> "/" + Parameters.text(it.content()))
                .orElse(isRedis ? "" : "/");
        var scheme = isRedis && source.isTrue("tlsEnabled") ? "rediss" : engine.scheme();
        try {
            var adapter = AdapterAddress.ofParts(name, scheme, hosts, database + parameters, source, findings);
            source.field("queryTimeout").flatMap(Tree::text).ifPresent(limit -> adapter.fields()
                    .put("statementTimeout", limit));
            return adapter;
        } catch (NotImported refused) {
            return elsewhere(name, engine.adapter(), source, refused.getMessage());
        }
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
        return AdapterAddress.login(name, engine, "${%s}".formatted(variable), new LinkedHashMap<>(), source, findings);
    }
}
