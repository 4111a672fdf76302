package dev.hyperterse.cli.imports.dbhub;

import dev.hyperterse.cli.document.Tree;
import dev.hyperterse.cli.imports.AdapterAddress;
import dev.hyperterse.cli.imports.Findings;
import dev.hyperterse.cli.imports.ImportedAdapter;
import dev.hyperterse.cli.imports.NotImported;
import dev.hyperterse.cli.imports.Parameters;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** A source as an adapter. */
record DbhubSource(Tree source, Findings findings) {
    private static final Map<String, String> ENGINES =
            Map.of("postgres", "Postgres", "mysql", "Mysql", "mariadb", "Mysql", "sqlite", "Sqlite");
    private static final Map<String, String> SCHEMES =
            Map.of("postgres", "postgresql", "mysql", "mysql", "mariadb", "mariadb");
    private static final Set<String> READ = Set.of(
            "id",
            "description",
            "dsn",
            "type",
            "host",
            "port",
            "database",
            "user",
            "password",
            "sslmode",
            "connection_timeout",
            "query_timeout",
            "search_path",
            "collation",
            "charset",
            "lazy");

    ImportedAdapter adapter() {
        var read = source.text("dsn").isEmpty() ? ofParts() : ofAddress();
        var fields = new LinkedHashMap<>(read.fields());
        source.field("query_timeout").ifPresent(limit -> fields.put("statementTimeout", limit.content() + "s"));
        source.field("connection_timeout")
                .ifPresent(limit -> fields.put("pool", Map.of("connectionTimeout", limit.content() + "s")));
        if (read.engine().equals("Postgres") && !source.text("search_path").isEmpty()) {
            fields.put("postgres", Map.of("parameters", Map.of("currentSchema", source.text("search_path"))));
        }
        if (read.engine().equals("Mysql") && !source.text("collation").isEmpty()) {
            fields.put("mysql", Map.of("parameters", Map.of("connectionCollation", source.text("collation"))));
        }
        source.fields().forEach((name, value) -> {
            if (!READ.contains(name)) {
                findings.changed(
                        value.place(),
                        "source %s: no field of an adapter has %s".formatted(source.text("id"), name),
                        "");
            }
        });
        var url = read.url();
        if (!source.text("sslmode").isEmpty()
                && !url.contains("sslmode=")
                && !read.engine().equals("Sqlite")) {
            url += (url.contains("?") ? "&" : "?") + "sslmode=" + source.text("sslmode");
        }
        return new ImportedAdapter(read.name(), read.engine(), url, read.username(), read.password(), fields);
    }

    private ImportedAdapter ofAddress() {
        return AdapterAddress.of(
                source.text("id"),
                source.text("dsn"),
                Optional.ofNullable(ENGINES.get(source.text("type"))),
                findings,
                source.place());
    }

    private ImportedAdapter ofParts() {
        var type = source.text("type");
        if (!ENGINES.containsKey(type)) {
            throw new NotImported("no adapter has an engine for '%s'".formatted(type), "");
        }
        var url = type.equals("sqlite")
                ? AdapterAddress.sqlite(source.text("database"), findings, source.place())
                : "%s://%s%s/%s"
                        .formatted(
                                SCHEMES.get(type),
                                source.text("host"),
                                source.field("port")
                                        .map(it -> ":" + it.content())
                                        .orElse(""),
                                source.text("database"));
        return new ImportedAdapter(
                source.text("id"), ENGINES.get(type), url, text("user"), text("password"), new LinkedHashMap<>());
    }

    private Optional<String> text(String field) {
        return source.field(field).map(Tree::content).map(Parameters::text).filter(it -> !it.isEmpty());
    }
}
