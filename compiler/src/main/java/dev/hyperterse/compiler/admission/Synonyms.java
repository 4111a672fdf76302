package dev.hyperterse.compiler.admission;

import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Words of other products, and what they are here. */
public final class Synonyms {
    private static final String INPUTS = "inputs of a tool are 'inputs': - {name: ..., type: string}";
    private static final String STATEMENT = "a statement is 'statement': {adapter: ..., text: {inline: SELECT ...}}";
    private static final String ADDRESS = "the address is 'url': postgresql://HOST:5432/DATABASE";
    private static final String SERVERS = "a definition names its servers in 'serverRefs': [{name: ...}]";

    private static final Set<String> FILES = Set.of("file", "path", "from");

    /** By the name of the unknown field; each with the known field that makes the sentence true. */
    private static final Map<String, Map<String, String>> FIELDS = fields();

    private static final Map<String, String> TYPES = Map.ofEntries(
            Map.entry("integer", "write int"),
            Map.entry("long", "write int"),
            Map.entry("bigint", "write int"),
            Map.entry("number", "write float, or int for whole numbers"),
            Map.entry("double", "write float"),
            Map.entry("decimal", "write float, or string where every digit counts"),
            Map.entry("text", "write string"),
            Map.entry("str", "write string"),
            Map.entry("varchar", "write string"),
            Map.entry("date", "write string, and format: date beside it; datetime has a time"),
            Map.entry("uuid", "write string, and format: uuid beside it"),
            Map.entry("email", "write string, and format: email beside it"),
            Map.entry("enum", "write string, and enum: [a, b] beside it"),
            Map.entry("bool", "write boolean"),
            Map.entry("timestamp", "write datetime"),
            Map.entry("list", "write array, and items: {type: string} beside it"),
            Map.entry("json", "write object"),
            Map.entry("map", "write object"));

    private static final Map<String, String> CHOICES = Map.of(
            "system", "a prompt has messages of user and assistant only; write user",
            "mariadb", "write Mysql, which is MariaDB too",
            "valkey", "write Redis, which is Valkey too",
            "postgresql", "write Postgres");

    private Synonyms() {}

    private static Map<String, Map<String, String>> fields() {
        var fields = new LinkedHashMap<String, Map<String, String>>();
        for (var name : Set.of("parameters", "params", "args", "arguments", "input")) {
            fields.put(name, Map.of("inputs", INPUTS));
        }
        for (var name : Set.of("sql", "query")) {
            fields.put(name, Map.of("statement", STATEMENT, "text", "the text is 'text': {inline: SELECT ...}"));
        }
        for (var name : Set.of("toolset", "toolsets", "server", "servers", "serverRef")) {
            fields.put(name, Map.of("serverRefs", SERVERS));
        }
        for (var name : Set.of("host", "hostname", "port", "database", "dbname", "connectionString", "dsn")) {
            fields.put(
                    name,
                    Map.of(
                            "url",
                            ADDRESS,
                            "workload",
                            "the port is --port of dev, and workload.service.port in a cluster"));
        }
        fields.put("user", Map.of("username", "write username: {value: ...}"));
        fields.put("sslmode", Map.of("tls", "write tls: {mode: Require}"));
        fields.put("readOnly", Map.of("access", "write access: ReadOnly, which is the default"));
        fields.put("readonly", fields.get("readOnly"));
        fields.put("type", Map.of("engine", "the kind of a database is 'engine'"));
        fields.put("kind", fields.get("type"));
        for (var name : Set.of("required", "nullable")) {
            fields.put(name, Map.of("optional", "an input is required; write optional: true where it may be left out"));
        }
        for (var name : Set.of("values", "choices", "options", "allowedValues")) {
            fields.put(name, Map.of("enum", "write enum: [a, b]"));
        }
        fields.put("min", Map.of("minimum", "write minimum"));
        fields.put("max", Map.of("maximum", "write maximum"));
        for (var name : FILES) {
            fields.put(
                    name,
                    Map.of(
                            "configMapKeyRef",
                            "for a file write configMapKeyRef: {name: CODE, key: FILE}, and a configMapGenerator as hyperterse init writes it"));
        }
        fields.put("code", Map.of("source", "the text of a script is 'source': {inline: ...}"));
        fields.put(
                "content",
                Map.of("messages", "a prompt is 'messages': [{role: user, content: {text: {inline: ...}}}]"));
        return fields;
    }

    /** The known field that an unknown one means. */
    public static Optional<String> field(String name, Collection<String> known) {
        if (FILES.contains(name) && known.contains("secretKeyRef")) {
            // The place may hold a password or a key, which belong into no ConfigMap.
            return Optional.of("for a file write secretKeyRef: {name: SECRET, key: FILE}");
        }
        return FIELDS.getOrDefault(name, Map.of()).entrySet().stream()
                .filter(meant -> known.contains(meant.getKey()))
                .map(Map.Entry::getValue)
                .findFirst();
    }

    /** The choice that another word means. */
    public static Optional<String> choice(String written, Collection<String> choices) {
        var word = written.toLowerCase(Locale.ROOT);
        return Optional.ofNullable(choices.contains("datetime") ? TYPES.get(word) : CHOICES.get(word));
    }
}
