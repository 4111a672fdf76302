package dev.hyperterse.operator.compile.server;

import dev.hyperterse.operator.problem.Checked;
import dev.hyperterse.operator.problem.FieldPath;
import dev.hyperterse.operator.problem.Problem;
import dev.hyperterse.operator.problem.Reason;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Predicate;

/**
 * The closed list of parameters each engine takes. Closed, because drivers also have parameters that load classes, run
 * statements or read files, and because a mistyped one must not be ignored.
 */
final class AdapterParameters {
    static final AdapterParameters POSTGRES = new AdapterParameters(
            "postgres",
            Map.of(
                    "applicationName", text(63),
                    "connectTimeout", number(1, 300, "seconds"),
                    "currentSchema", text(256),
                    "loadBalanceHosts", bool(),
                    "socketTimeout", number(0, 3600, "seconds"),
                    "targetServerType", oneOf("any", "primary", "secondary", "preferPrimary", "preferSecondary"),
                    "tcpKeepAlive", bool()));

    static final AdapterParameters SQLITE = new AdapterParameters(
            "sqlite",
            Map.of(
                    "busyTimeout", number(0, 60_000, "milliseconds"),
                    "foreignKeys", bool(),
                    "journalMode", oneOf("DELETE", "MEMORY", "TRUNCATE", "WAL"),
                    "synchronous", oneOf("OFF", "NORMAL", "FULL", "EXTRA")));

    private final String engine;
    private final SortedMap<String, Parameter> allowed;

    private AdapterParameters(String engine, Map<String, Parameter> allowed) {
        this.engine = engine;
        this.allowed = new TreeMap<>(allowed);
    }

    /** Checks values in which references to the environment are already resolved. */
    Checked<Map<String, String>> check(String path, Map<String, String> parameters) {
        List<Problem> problems = new ArrayList<>();
        parameters.forEach((name, value) -> {
            var parameter = allowed.get(name);
            var field = FieldPath.key(path, name);
            if (parameter == null) {
                problems.add(Problem.of(
                        Reason.InvalidAdapter,
                        field,
                        "adapter-parameter-known",
                        "%s adapters have no parameter '%s'".formatted(engine, name),
                        "use one of: " + String.join(", ", allowed.keySet())));
            } else if (!parameter.accepts().test(value)) {
                // Without the value: it may come out of the environment.
                problems.add(Problem.of(
                        Reason.InvalidAdapter,
                        field,
                        "adapter-parameter-value",
                        "the value of '%s' is not %s".formatted(name, parameter.expected()),
                        "give it " + parameter.expected()));
            }
        });
        return Checked.unless(problems, new TreeMap<>(parameters));
    }

    private static Parameter text(int longest) {
        return new Parameter(
                "a text of 1 to %d characters without control characters".formatted(longest),
                value -> !value.isEmpty()
                        && value.length() <= longest
                        && value.chars().noneMatch(Character::isISOControl));
    }

    private static Parameter bool() {
        return oneOf("true", "false");
    }

    private static Parameter oneOf(String... values) {
        return new Parameter("one of " + String.join(", ", values), List.of(values)::contains);
    }

    private static Parameter number(int lowest, int highest, String unit) {
        return new Parameter(
                "a whole number of %s from %d to %d".formatted(unit, lowest, highest),
                value -> value.matches("[0-9]{1,9}")
                        && Integer.parseInt(value) >= lowest
                        && Integer.parseInt(value) <= highest);
    }

    private record Parameter(String expected, Predicate<String> accepts) {}
}
