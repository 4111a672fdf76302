package dev.hyperterse.cli.imports;

import dev.hyperterse.cli.diagnostics.Place;
import dev.hyperterse.cli.document.YamlText;
import dev.hyperterse.cli.init.address.DatabaseAddress;
import dev.hyperterse.cli.init.schema.SchemalessEngine;
import dev.hyperterse.cli.init.schema.SqlEngine;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Makes adapters of addresses in which <code>${NAME}</code> is a variable of the environment. */
public final class AdapterAddress {
    public static final Pattern VARIABLE = Pattern.compile("\\$\\{([A-Za-z_][A-Za-z0-9_]*)}");
    private static final Pattern MONGODB = Pattern.compile("(mongodb://[^/?]+)(?:/([^?]*))?(\\?.*)?");
    /** Stands for a variable while an address is parsed; a letter in every place where names are allowed. */
    private static final String TOKEN = "zzvariable%dzz";

    private AdapterAddress() {}

    /** @param engine that the address is of, where it does not say it */
    public static ImportedAdapter of(
            String name, String address, Optional<String> engine, Findings findings, Place place) {
        if (VARIABLE.matcher(address.strip()).matches() && engine.isPresent()) {
            return new ImportedAdapter(
                    name, engine.get(), address.strip(), Optional.empty(), Optional.empty(), new LinkedHashMap<>());
        }
        var variables = new ArrayList<String>();
        var text = VARIABLE.matcher(address).replaceAll(found -> {
            variables.add(found.group());
            return TOKEN.formatted(variables.size() - 1);
        });
        return switch (DatabaseAddress.of(text)) {
            case DatabaseAddress.Refused refused -> throw new NotImported(refused.sentence(), "");
            case DatabaseAddress.Usable usable -> {
                usable.notes().forEach(note -> findings.changed(place, note, ""));
                yield adapter(name, usable, variables, findings, place);
            }
        };
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
            String name, DatabaseAddress.Usable usable, List<String> variables, Findings findings, Place place) {
        var fields = new LinkedHashMap<String, Object>();
        YamlText.parse("fields", String.join("\n", usable.fields())).forEach(fields::putAll);
        var url = usable.url();
        if (usable.engine() == SchemalessEngine.MONGODB) {
            url = url.replaceFirst("/[^/]*$", "");
        } else if (usable.engine() == SqlEngine.SQLITE) {
            url = sqlite(url, findings, place);
        }
        return new ImportedAdapter(
                name,
                usable.engine().adapter(),
                with(variables, url),
                usable.username().map(text -> with(variables, text)),
                usable.password().map(text -> with(variables, text)),
                fields);
    }

    /** A server reads files of its own directory only. */
    public static String sqlite(String file, Findings findings, Place place) {
        if (file.equals(":memory:") || file.contains("${")) {
            return file;
        }
        var path = Path.of(file).normalize();
        var inside =
                path.isAbsolute() || path.startsWith("..") ? path.getFileName().toString() : path.toString();
        findings.changed(
                place,
                "a server reads SQLite files of its own directory only, this one as %s".formatted(inside),
                "copy %s into the new directory".formatted(file));
        return inside;
    }

    private static String with(List<String> variables, String text) {
        var result = text;
        for (var index = 0; index < variables.size(); index++) {
            result = result.replaceAll(TOKEN.formatted(index), Matcher.quoteReplacement(variables.get(index)));
        }
        return result;
    }
}
