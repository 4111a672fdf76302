package dev.hyperterse.compiler.statement;

import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Arguments for {@link ExampleInputs}. */
final class ExampleArguments {
    /** What has to be there. */
    static final Map<String, Object> REQUIRED = Map.ofEntries(
            Map.entry("n", 1),
            Map.entry("pages", 10),
            Map.entry("column", "name"),
            Map.entry("columns", List.of("name", "item.id", "name")),
            Map.entry("badcolumns", List.of("name")),
            Map.entry("evils", List.of("lower")),
            Map.entry("direction", "asc"),
            Map.entry("badcolumn", "name"),
            Map.entry("baddirection", "asc"),
            Map.entry("evil", "lower"),
            Map.entry("file", "into outfile"),
            Map.entry("into", "FROM item"),
            Map.entry("lock", "for update"));

    static final Map<String, Object> ALL = with(Map.ofEntries(
            Map.entry("s", "x"),
            Map.entry("i", 1),
            Map.entry("f", 1.5),
            Map.entry("b", true),
            Map.entry("d", "2026-01-02T03:04:05Z"),
            Map.entry("o", Map.of("a", 1)),
            Map.entry("u", "11111111-1111-1111-1111-111111111111"),
            Map.entry("day", "2026-01-02"),
            Map.entry("zone", "UTC"),
            Map.entry("mood", "happy"),
            Map.entry("ids", List.of(1, 2)),
            Map.entry("names", List.of("x", "y", "z")),
            Map.entry("prices", List.of(1.5)),
            Map.entry("flags", List.of(true, false)),
            Map.entry("moments", List.of("2026-01-02T03:04:05Z")),
            Map.entry("anything", List.of(1)),
            Map.entry("most", 2)));

    private ExampleArguments() {}

    static Map<String, Object> with(Map<String, ?> some) {
        var arguments = new HashMap<String, Object>(REQUIRED);
        arguments.putAll(some);
        return arguments;
    }

    static Map<String, Object> with(String name, Object value) {
        return with(Map.of(name, value));
    }
}
