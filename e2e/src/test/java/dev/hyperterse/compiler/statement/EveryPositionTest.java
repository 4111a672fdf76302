package dev.hyperterse.compiler.statement;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hyperterse.calls.binding.BoundStatement;
import dev.hyperterse.catalog.server.adapter.Adapter;
import dev.hyperterse.catalog.server.adapter.Engine;
import dev.hyperterse.catalog.server.adapter.Engine.Tls;
import dev.hyperterse.catalog.server.adapter.Engine.TlsMode;
import dev.hyperterse.catalog.statement.Dialect;
import dev.hyperterse.catalog.values.ValueKey;
import dev.hyperterse.compiler.HostileValues;
import dev.hyperterse.compiler.RecordedOperations;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.json.JsonMapper;

/**
 * Hostile values in every position of the accepted examples, from the arguments of a call to what the engine would be sent:
 * the text is that of a harmless value, and each value arrives as it came.
 */
class EveryPositionTest {
    private static final String HARMLESS = "harmless";
    private static final ValueKey URL = ValueKey.adapter("db", "url");

    private static final List<String> PAYLOADS = HostileValues.all();

    /** The text and the values that an engine would get. */
    private record Sent(String sql, List<Object> values) {
        static Sent of(Object operation) {
            var statement = (BoundStatement) operation;
            return new Sent(
                    statement.variant().toString(),
                    Arrays.asList(statement.values().clone()));
        }
    }

    @Test
    void thereAreEnoughPayloads() {
        assertThat(PAYLOADS).hasSizeGreaterThanOrEqualTo(400);
    }

    @ParameterizedTest
    @EnumSource
    void hostileValuesChangeNoTextAndArriveUnchanged(Dialect dialect) {
        var records = new RecordedOperations<>(Sent::of);
        var positions = 0;
        try (var runner = new StatementRunner(dialect, adapter(dialect), values(), records)) {
            var examples = StatementCase.accepted()
                    .filter(example -> example.dialect() == dialect)
                    .map(StatementCase::text)
                    .distinct()
                    .toList();
            for (var example : examples) {
                var harmless = sent(runner, records, example, HARMLESS);
                if (harmless.values().stream().noneMatch(EveryPositionTest::isOfTheCaller)) {
                    continue;
                }
                positions++;
                for (var payload : PAYLOADS) {
                    var hostile = sent(runner, records, example, payload);
                    assertThat(hostile.sql()).as("%s with %s", example, payload).isEqualTo(harmless.sql());
                    for (var index = 0; index < hostile.values().size(); index++) {
                        assertThat(arrives(
                                        harmless.values().get(index),
                                        hostile.values().get(index),
                                        payload))
                                .as("%s with %s: value %d is %s", example, payload, index, hostile.values())
                                .isTrue();
                    }
                }
            }
        }
        assertThat(positions).isGreaterThanOrEqualTo(20);
    }

    private static Sent sent(StatementRunner runner, RecordedOperations<Sent> records, String example, String value) {
        var arguments = ExampleArguments.with(Map.of(
                "s", value,
                "u", value,
                "zone", value,
                "mood", value,
                "names", List.of(value, value),
                "o", Map.of("k", value),
                "anything", List.of(value)));
        var outcome = runner.run(example, arguments);
        return records.takeLast().orElseThrow(() -> new AssertionError(example + " with " + value + ": " + outcome));
    }

    private static boolean isOfTheCaller(Object value) {
        return value instanceof String text && text.contains(HARMLESS);
    }

    /** As text, within a pattern, within an array or within a document: what the harmless value became there. */
    private static boolean arrives(Object harmless, Object hostile, String payload) {
        if (!isOfTheCaller(harmless)) {
            return harmless == null ? hostile == null : harmless.equals(hostile);
        }
        var before = (String) harmless;
        return Stream.of(payload, inPattern(payload), inArray(payload))
                        .map(inside -> before.replace(HARMLESS, inside))
                        .anyMatch(hostile::equals)
                || isSameDocument(before, (String) hostile, payload);
    }

    private static String inPattern(String payload) {
        return payload.replace("\\", "\\\\").replace("%", "\\%").replace("_", "\\_");
    }

    private static String inArray(String payload) {
        return payload.replace("\\", "\\\\").replace("\"", "\\\"");
    }

    private static boolean isSameDocument(String harmless, String hostile, String payload) {
        var json = JsonMapper.shared();
        try {
            var quoted = json.writeValueAsString(payload);
            var expected = json.readTree(harmless.replace("\"" + HARMLESS + "\"", quoted));
            return expected.equals(json.readTree(hostile));
        } catch (JacksonException noDocument) {
            return false;
        }
    }

    private static Adapter adapter(Dialect dialect) {
        var tls = new Tls(TlsMode.Disable, Optional.empty(), Optional.empty(), Optional.empty());
        Engine engine =
                switch (dialect) {
                    case POSTGRES ->
                        new Engine.Postgres(URL, Optional.empty(), Optional.empty(), Optional.empty(), tls, Map.of());
                    case MYSQL ->
                        new Engine.Mysql(URL, Optional.empty(), Optional.empty(), Optional.empty(), tls, Map.of());
                    case SQLITE -> new Engine.Sqlite(URL, Optional.empty(), Map.of());
                };
        return new Adapter(
                "db", Adapter.Access.ReadWrite, new Adapter.Pool(1, 1, 60_000, 600_000, 1_800_000), 10_000, 10, engine);
    }

    private static Map<ValueKey, String> values() {
        return Map.of(URL, "unused", ValueKey.environment("REGION"), "eu", ValueKey.environment("SCHEMA"), "main");
    }
}
