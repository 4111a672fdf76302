package dev.hyperterse.cli.imports;

import dev.hyperterse.cli.diagnostics.Place;
import dev.hyperterse.cli.document.Tree;
import dev.hyperterse.cli.document.YamlText;
import dev.hyperterse.cli.init.address.DatabaseAddress;
import dev.hyperterse.cli.init.schema.SchemalessEngine;
import dev.hyperterse.cli.init.schema.SqlEngine;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.regex.Pattern;

/** Makes adapters of addresses in which <code>${NAME}</code> is a variable of the environment. */
public final class AdapterAddress {
    private static final Pattern MONGODB = Pattern.compile("(mongodb://[^/?]+)(?:/([^?]*))?(\\?.*)?");

    private AdapterAddress() {}

    /** @param engine that the address is of, where it does not say it */
    public static ImportedAdapter of(
            String name, String address, Optional<String> engine, Findings findings, Place place) {
        if (Variables.VARIABLE.matcher(address.strip()).matches() && engine.isPresent()) {
            return new ImportedAdapter(
                    name, engine.get(), address.strip(), Optional.empty(), Optional.empty(), new LinkedHashMap<>());
        }
        var variables = Variables.in(address);
        return switch (DatabaseAddress.of(variables.text())) {
            case DatabaseAddress.Refused refused -> throw new NotImported(refused.sentence(), "");
            case DatabaseAddress.Usable usable -> {
                usable.notes().forEach(note -> findings.changed(place, note, ""));
                yield adapter(name, usable, variables, findings, place);
            }
        };
    }

    /**
     * Of a source whose address is in parts.
     *
     * @param hosts with their ports, and commas between them
     * @param rest behind the hosts
     */
    public static ImportedAdapter ofParts(
            String name, String scheme, String hosts, String rest, Tree source, Findings findings) {
        var read = of(name, scheme + "://" + hosts + rest, Optional.empty(), findings, source.place());
        return login(name, read.engine(), read.url(), read.fields(), source, findings);
    }

    /** With the user and the password of a source. */
    public static ImportedAdapter login(
            String name, String engine, String url, Map<String, Object> fields, Tree source, Findings findings) {
        return new ImportedAdapter(
                name,
                engine,
                url,
                text(source, "user").or(() -> text(source, "username")),
                text(source, "password").map(password -> secret(name, password, findings, source.place())),
                fields);
    }

    private static Optional<String> text(Tree source, String field) {
        return source.field(field).map(Tree::content).map(Parameters::text).filter(it -> !it.isEmpty());
    }

    /** A value of a Secret is one variable or none. */
    private static String secret(String name, String password, Findings findings, Place place) {
        var variable = Variables.VARIABLE.matcher(password);
        if (variable.matches() || !variable.reset().find()) {
            return password;
        }
        var own = ImportedNames.variable(name) + "_PASSWORD";
        findings.changed(
                place,
                "the password of source %s has a variable within it".formatted(name),
                "write the whole password as %s into .env".formatted(own));
        return "${%s}".formatted(own);
    }

    /** An adapter of one database of MongoDB. */
    public static ImportedAdapter mongodb(
            String name, String address, String database, Findings findings, Place place) {
        var parts = MONGODB.matcher(address.strip());
        if (!parts.matches()) {
            var adapter = of(name, address, Optional.of(SchemalessEngine.MONGODB.adapter()), findings, place);
            adapter.fields().put("mongodb", Map.of("database", database));
            return adapter;
        }
        var named = Optional.ofNullable(parts.group(2)).orElse("");
        var parameters = Optional.ofNullable(parts.group(3)).orElse("?");
        if (!parameters.toLowerCase(Locale.ROOT).contains("authsource=")) {
            parameters += "&authSource=" + (named.isEmpty() ? "admin" : named);
        }
        return of(
                name,
                parts.group(1) + "/" + database + parameters.replaceFirst("\\?&", "?"),
                Optional.of(SchemalessEngine.MONGODB.adapter()),
                findings,
                place);
    }

    /**
     * The name of the adapter for a database of a source: the source's own for the first database, because an adapter has
     * one.
     *
     * @param making the adapter of a name
     */
    public static String ofDatabase(
            Map<String, ImportedAdapter> adapters,
            String source,
            String database,
            Function<String, ImportedAdapter> making) {
        var first = adapters.get(source);
        var own = first == null || database.equals(database(first)) ? source : source + "/" + database;
        adapters.computeIfAbsent(own, making);
        return own;
    }

    private static Object database(ImportedAdapter adapter) {
        return adapter.fields().get("mongodb") instanceof Map<?, ?> mongodb ? mongodb.get("database") : "";
    }

    private static ImportedAdapter adapter(
            String name, DatabaseAddress.Usable usable, Variables variables, Findings findings, Place place) {
        var fields = new LinkedHashMap<String, Object>();
        for (var field : usable.fields()) {
            if (!variables.restored(field).equals(field)) {
                throw new NotImported("a parameter of its address is a variable", "write the value");
            }
        }
        YamlText.parse("fields", String.join("\n", usable.fields())).forEach(fields::putAll);
        var url = usable.url();
        if (usable.engine() == SchemalessEngine.MONGODB) {
            url = url.replaceFirst("/[^/]*$", "");
        } else if (usable.engine() == SqlEngine.SQLITE) {
            url = sqlite(variables.restored(url), findings, place);
        }
        return new ImportedAdapter(
                name,
                usable.engine().adapter(),
                variables.restored(url),
                usable.username().map(variables::restored),
                usable.password().map(text -> secret(name, variables.restored(text), findings, place)),
                fields);
    }

    /** A server reads files of its own directory only. */
    public static String sqlite(String file, Findings findings, Place place) {
        if (file.equals(":memory:") || file.contains("${")) {
            return file;
        }
        var path = Path.of(file).normalize();
        if (path.getFileName() == null || path.endsWith("..") || path.toString().isEmpty()) {
            throw new NotImported("'%s' is a folder, and no file of SQLite".formatted(file), "");
        }
        var inside =
                path.isAbsolute() || path.startsWith("..") ? path.getFileName().toString() : path.toString();
        findings.changed(
                place,
                "a server reads SQLite files of its own directory only, this one as %s".formatted(inside),
                "copy %s into the new directory".formatted(file));
        return inside;
    }
}
