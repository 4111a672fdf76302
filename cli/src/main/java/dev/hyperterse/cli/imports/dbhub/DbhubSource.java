package dev.hyperterse.cli.imports.dbhub;

import dev.hyperterse.cli.document.Tree;
import dev.hyperterse.cli.imports.AdapterAddress;
import dev.hyperterse.cli.imports.Findings;
import dev.hyperterse.cli.imports.ImportedAdapter;
import dev.hyperterse.cli.imports.ImportedEngine;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;

/** A source as an adapter. */
record DbhubSource(Tree source, Findings findings) {
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
        findings.unknown(source, "source " + source.text("id"), "no field of an adapter has", READ);
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
                ImportedEngine.of(source.text("type")).map(ImportedEngine::adapter),
                findings,
                source.place());
    }

    private ImportedAdapter ofParts() {
        var engine = ImportedEngine.required(source.text("type"));
        var name = source.text("id");
        if (engine.adapter().equals("Sqlite")) {
            var file = AdapterAddress.sqlite(source.text("database"), findings, source.place());
            return AdapterAddress.login(name, engine.adapter(), file, new LinkedHashMap<>(), source, findings);
        }
        var port = source.field("port").map(it -> ":" + it.content()).orElse("");
        return AdapterAddress.ofParts(
                name, engine.scheme(), source.text("host") + port, "/" + source.text("database"), source, findings);
    }
}
