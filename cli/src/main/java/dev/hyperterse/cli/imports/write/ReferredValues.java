package dev.hyperterse.cli.imports.write;

import dev.hyperterse.cli.imports.ImportedAdapter;
import dev.hyperterse.cli.imports.ImportedNames;
import dev.hyperterse.cli.imports.ImportedServer;
import dev.hyperterse.cli.imports.Variables;
import dev.hyperterse.cli.init.AdapterText;
import dev.hyperterse.cli.manifest.DotEnv;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.regex.Pattern;

/** Values outside of manifests: variables of the configuration, and passwords, as keys of one Secret. */
final class ReferredValues {
    private static final Pattern PLACEHOLDER = Pattern.compile("\\{\\{\\s*env\\.([A-Za-z_][A-Za-z0-9_]*)");

    /** Lets the manifests compile before their reader has filled it in. */
    private static final String STAND_IN = "replace-this";

    private static final Map<String, String> ADDRESSES = Map.of(
            "Postgres", "postgresql://localhost:5432/database",
            "Mysql", "mysql://localhost:3306/database",
            "Mongodb", "mongodb://localhost:27017",
            "Redis", "redis://localhost:6379",
            "Sqlite", ":memory:");

    private final String secret;
    private final Map<String, String> defaults;
    private final Map<String, String> known = new LinkedHashMap<>();
    private final TreeSet<String> environment = new TreeSet<>();
    private final TreeSet<String> granted = new TreeSet<>();

    /** @param defaults values of variables that the configuration gives */
    ReferredValues(String server, Map<String, String> defaults) {
        this.secret = AdapterText.secretOf(server);
        this.defaults = defaults;
    }

    /**
     * An adapter under one of its names.
     *
     * @param owner the name that its password is kept by
     */
    Map<String, Object> adapter(ImportedAdapter adapter, String name, String owner) {
        var fields = new LinkedHashMap<String, Object>();
        fields.put("name", name);
        fields.put("engine", adapter.engine());
        fields.put("url", placeholders(adapter.url(), adapter.engine()));
        adapter.username().ifPresent(user -> fields.put("username", Map.of("value", placeholders(user, ""))));
        adapter.password().ifPresent(password -> fields.put("password", reference(key(owner, password))));
        fields.putAll(adapter.fields());
        return fields;
    }

    /** A statement that may have placeholders of the environment. */
    void read(String statement) {
        PLACEHOLDER.matcher(statement).results().map(found -> found.group(1)).forEach(name -> {
            refer(name);
            environment.add(name);
            granted.add(name);
        });
    }

    /** Fields with the variables in them as references to the Secret. */
    Object resolved(Object fields) {
        return switch (fields) {
            case ImportedServer.Key(var name) -> {
                known.putIfAbsent(name, randomKey());
                yield reference(name).get("valueFrom");
            }
            case Map<?, ?> map -> {
                var all = new LinkedHashMap<String, Object>();
                map.forEach((name, value) -> all.put(name.toString(), resolved(value)));
                yield all;
            }
            case List<?> list -> list.stream().map(this::resolved).toList();
            default -> fields;
        };
    }

    /** The entries of the server's {@code env}. */
    List<Map<String, Object>> environment() {
        var entries = new ArrayList<Map<String, Object>>();
        for (var name : environment) {
            var entry = new LinkedHashMap<String, Object>();
            entry.put("name", name);
            entry.putAll(reference(name));
            if (granted.contains(name)) {
                entry.put("namespaces", Map.of("from", "Same"));
            }
            entries.add(entry);
        }
        return entries;
    }

    /** The file of values, and the one that keeps it out of git; none where nothing is referred to. */
    Map<String, String> files() {
        if (known.isEmpty()) {
            return Map.of();
        }
        var lines = new StringBuilder("# Replace each %s; a variable of the shell wins.\n".formatted(STAND_IN));
        known.forEach((name, value) -> lines.append(DotEnv.line(name, value)));
        return Map.of(DotEnv.FILE_NAME, lines.toString(), ".gitignore", DotEnv.FILE_NAME + "\n");
    }

    private String key(String adapter, String password) {
        var variable = Variables.VARIABLE.matcher(password);
        if (variable.matches()) {
            refer(variable.group(1));
            return variable.group(1);
        }
        var key = ImportedNames.variable(adapter) + "_PASSWORD";
        known.put(key, password);
        return key;
    }

    /** @param engine of an address; empty for another text */
    private String placeholders(String text, String engine) {
        return Variables.VARIABLE.matcher(text.replace("{{", "{{{{")).replaceAll(found -> {
            refer(found.group(1), engine.isEmpty() ? STAND_IN : partOfAddress(text, found.start(), engine));
            environment.add(found.group(1));
            return "{{ env." + found.group(1) + " }}";
        });
    }

    private static String partOfAddress(String url, int start, String engine) {
        var address = ADDRESSES.get(engine);
        if (start == 0) {
            return address;
        }
        var before = url.substring(0, start);
        if (before.matches("[a-z]+://[^/]*:")) {
            return address.replaceAll(".*:([0-9]+).*", "$1");
        }
        return before.matches("[a-z]+://([^/]*,)?") ? "localhost" : STAND_IN;
    }

    /** A secret from the beginning: it may be served before its reader has replaced it. */
    private static String randomKey() {
        var bytes = new byte[32];
        new SecureRandom().nextBytes(bytes);
        return HexFormat.of().formatHex(bytes);
    }

    private void refer(String name) {
        refer(name, STAND_IN);
    }

    private void refer(String name, String standIn) {
        known.putIfAbsent(name, defaults.getOrDefault(name, standIn));
    }

    private Map<String, Object> reference(String key) {
        var reference = new LinkedHashMap<String, Object>();
        reference.put("name", secret);
        reference.put("key", key);
        return Map.of("valueFrom", Map.of("secretKeyRef", reference));
    }
}
