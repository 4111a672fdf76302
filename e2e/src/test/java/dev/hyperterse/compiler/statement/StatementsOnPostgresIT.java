package dev.hyperterse.compiler.statement;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hyperterse.compiler.HostileValues;
import dev.hyperterse.testbed.sql.Postgres;
import dev.hyperterse.testbed.sql.PostgresDatabase;
import java.math.BigDecimal;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.extension.ExtendWith;

/** Compiled statements on a real Postgres, by the replica's own code. */
@ExtendWith(Postgres.class)
class StatementsOnPostgresIT extends StatementsOnEngine {
    private static EngineUnderTest engine;
    private static PostgresDatabase own;

    @BeforeAll
    static void connect(PostgresDatabase database) {
        own = database;
        engine = new PostgresUnderTest(database);
        engine.fillCorpus(HostileValues.written());
    }

    @AfterAll
    static void disconnect() {
        if (engine != null) {
            engine.close();
        }
    }

    @Override
    EngineUnderTest engine() {
        return engine;
    }

    @Override
    List<InjectionPosition> ownPositions() {
        return InjectionPosition.postgres();
    }

    // The server itself says what it got: the same text, whatever the value.
    @Test
    void theTextThatIsSentDoesNotDependOnValues() {
        var text = "SELECT query FROM pg_stat_activity WHERE pid = pg_backend_pid() AND {{ inputs.s }} IS NOT NULL "
                + "AND '<{{ inputs.s }}>' <> '' AND 'x' NOT LIKE '{{ inputs.s | like }}-' "
                + "AND 'nobody' NOT IN ({{ inputs.names }}) AND {{ inputs.o }}::jsonb IS NOT NULL";
        for (var value : HostileValues.written()) {
            var arguments =
                    ExampleArguments.with(Map.of("s", value, "names", List.of(value, "b"), "o", Map.of("k", value)));
            assertThat(engine.reading().run(text, arguments))
                    .as(value)
                    .isEqualTo("[{\"query\":\"SELECT query FROM pg_stat_activity WHERE pid = pg_backend_pid() "
                            + "AND CAST($1 AS text) IS NOT NULL AND $2 <> '' AND 'x' NOT LIKE $3 "
                            + "AND 'nobody' <> ALL($4) AND $5::jsonb IS NOT NULL\"}]");
        }
    }

    @Override
    List<String> hiddenWrites() {
        return List.of(
                "WITH gone AS (DELETE FROM canary RETURNING id) SELECT id FROM gone",
                "WITH new AS (INSERT INTO canary VALUES (3, {{ inputs.s }}) RETURNING id) SELECT id FROM new",
                "SELECT id INTO other_canary FROM canary",
                "SELECT id FROM canary FOR UPDATE",
                "EXPLAIN ANALYZE WITH gone AS (DELETE FROM canary RETURNING id) SELECT id FROM gone",
                "WITH s AS (UPDATE pg_catalog . \"pg_class\" SET relname = 'x' RETURNING 1) SELECT 1 FROM s",
                "SELECT nextval('counted')");
    }

    @Test
    void oneParameterServesColumnsOfManyTypes() {
        assertThat(engine.reading()
                        .run(
                                "SELECT count(*) AS n FROM item WHERE id = '{{ inputs.i }}' AND key = {{ inputs.u }} "
                                        + "AND mood = {{ inputs.mood }} AND born = '{{ inputs.day }}' "
                                        + "AND created = {{ inputs.d }} AND price = {{ inputs.f }} "
                                        + "AND paid = {{ inputs.b }} AND tags @> {{ inputs.o }}",
                                ExampleArguments.ALL))
                .isEqualTo("[{\"n\":1}]");
    }

    @Test
    void integersResolveFunctionsAndOperatorsOfInt4() {
        var text = "SELECT left('abc', {{ inputs.i }}) AS l, (date '2026-01-01' + {{ inputs.i }})::text AS d";
        assertThat(engine.reading().run(text, ExampleArguments.with("i", 2)))
                .isEqualTo("[{\"l\":\"ab\",\"d\":\"2026-01-03\"}]");
    }

    @Test
    void aTextThatNothingTypesIsText() {
        assertThat(engine.reading()
                        .run(
                                "SELECT concat({{ inputs.s }}, '-', {{ inputs.s }}) AS v",
                                ExampleArguments.with("s", "x")))
                .isEqualTo("[{\"v\":\"x-x\"}]");
    }

    @Test
    void typedLiteralsTakeTheTextThatTheyWouldWithoutAParameter() {
        var text = "SELECT (timestamptz '2026-03-01T00:00:00Z' - INTERVAL '{{ inputs.i }} days')::date::text AS v, "
                + "extract(epoch FROM INTERVAL '{{ inputs.s }}')::int AS e, DATE '{{ inputs.day }}' + 1 AS d";
        assertThat(engine.reading()
                        .run(text, ExampleArguments.with(Map.of("i", 2, "s", "1 hour 5 minutes", "day", "2026-02-28"))))
                .isEqualTo("[{\"v\":\"2026-02-27\",\"e\":3900,\"d\":\"2026-03-01\"}]");
        assertThat(engine.reading()
                        .run(text, ExampleArguments.with(Map.of("i", 2, "s", "1 day'; --", "day", "2026-02-28"))))
                .startsWith("execution: invalid input syntax for type interval");
    }

    @Test
    void castsAndSlicesApplyToTheParameterBesideThem() {
        var arguments = ExampleArguments.with(Map.of("s", "41", "i", 2, "ids", List.of(1, 9007199254740993L)));
        assertThat(engine.reading()
                        .run(
                                "SELECT {{ inputs.s }}::int + 1 AS a, CAST({{ inputs.s }} AS numeric) / 2 AS b, "
                                        + "(ARRAY[10, 20, 30])[1:{{ inputs.i }}] AS c, "
                                        + "9007199254740993 = ANY({{ inputs.ids }}) AS d",
                                arguments))
                .isEqualTo("[{\"a\":42,\"b\":20.5000000000000000,\"c\":[10,20],\"d\":true}]");
    }

    /** The same statement with the lists as literals. */
    @TestFactory
    Stream<DynamicTest> listsFindWhatArraysFind() {
        var lists = List.of(
                List.of("tags", "text", "names", List.of("x"), "ARRAY['x']"),
                List.of("tags", "text", "names", List.of("x", "y"), "ARRAY['x', 'y']"),
                List.of("tags", "text", "names", List.of("NULL", ""), "ARRAY['NULL', '']"),
                List.of("tags", "text", "names", List.of(), "ARRAY[]"),
                List.of("codes", "varchar", "names", List.of("z", "y"), "ARRAY['z', 'y']"),
                List.of("numbers", "bigint", "ids", List.of(2), "ARRAY[2]"),
                List.of("numbers", "bigint", "ids", List.of(1, 9007199254740993L), "ARRAY[1, 9007199254740993]"),
                List.of("numbers", "bigint", "ids", List.of(), "ARRAY[]"),
                List.of("prices", "numeric", "prices", List.of(new BigDecimal("1.5")), "ARRAY[1.50]"),
                List.of("prices", "numeric", "prices", List.of(2, 1.5), "ARRAY[2, 1.5]"),
                List.of("flags", "boolean", "flags", List.of(true, false), "ARRAY[true, false]"),
                List.of("moods", "mood", "names", List.of("sad"), "ARRAY['sad']"),
                List.of(
                        "moments",
                        "timestamptz",
                        "moments",
                        List.of("2026-01-02T05:04:05+02:00"),
                        "ARRAY['2026-01-02 03:04:05Z']"));
        var conditions = List.of(
                "%1$s && %2$s",
                "%1$s @> %2$s",
                "%1$s <@ %2$s",
                "%2$s && %1$s",
                "%2$s<@%1$s",
                "NOT %1$s && %2$s",
                "%1$s @> %2$s IS NULL",
                "%1$s = %2$s::%3$s[]",
                "%1$s[1] = ANY(%2$s::%3$s[])",
                "cardinality(%2$s::%3$s[]) = cardinality(%1$s)",
                "%1$s || CAST(%2$s AS %3$s[]) = %2$s::%3$s[] || %1$s");
        return lists.stream().flatMap(list -> conditions.stream().map(condition -> {
            var column = list.get(0);
            var type = list.get(1);
            var name = (String) list.get(2);
            var written = condition.formatted(column, "{{ inputs.%s }}".formatted(name), type);
            var literal = condition.formatted(column, "%s::%s[]".formatted(list.get(4), type), type);
            return DynamicTest.dynamicTest(written + " " + list.get(3), () -> {
                var rows = engine.reading()
                        .run(
                                "SELECT id FROM listing WHERE " + written + " ORDER BY id",
                                ExampleArguments.with(name, list.get(3)));
                assertThat(rows)
                        .startsWith("[")
                        .isEqualTo(engine.reading()
                                .run(
                                        "SELECT id FROM listing WHERE " + literal + " ORDER BY id",
                                        ExampleArguments.REQUIRED));
            });
        }));
    }

    @Test
    void placeholdersMeanWhatLiteralsMean() throws SQLException {
        try (var connection = own.connect()) {
            try (var session = connection.createStatement()) {
                session.execute("SET TimeZone = 'UTC'");
            }
            var comparison = LiteralComparison.on(engine, connection);
            assertThat(comparison.differences()).isEmpty();
            assertThat(comparison.compared()).isGreaterThanOrEqualTo(300);
        }
    }

    @Test
    void listsAreWrittenIntoArrays() {
        var insert = "INSERT INTO listing (id, tags, numbers, prices, moods) VALUES "
                + "(7, {{ inputs.names }}, {{ inputs.ids }}, {{ inputs.prices }}, '{}'), (8, '{}', NULL, NULL, NULL)";
        for (var hostile : HostileValues.written()) {
            engine.execute("DELETE FROM listing WHERE id >= 7");
            var names = List.of(hostile, "NULL", "", "{" + hostile);
            assertThat(engine.writing()
                            .run(
                                    insert,
                                    ExampleArguments.with(Map.of(
                                            "names",
                                            names,
                                            "ids",
                                            List.of(3, 3_000_000_000L),
                                            "prices",
                                            List.of(0.5)))))
                    .isEqualTo("[{\"affected\":2}]");
            assertThat(engine.writing()
                            .run(
                                    "UPDATE listing SET codes = {{ inputs.ids }}, tags = {{ inputs.names }} WHERE id = 8 "
                                            + "RETURNING codes",
                                    ExampleArguments.with(Map.of("names", names, "ids", List.of(1, 2)))))
                    .isEqualTo("[{\"codes\":[\"1\",\"2\"]}]");
            assertThat(engine.reading()
                            .run(
                                    "SELECT count(*) AS n, sum(array_position(tags, {{ inputs.s }})) AS at, "
                                            + "sum(cardinality(tags)) AS items, max(numbers[2]) AS number FROM listing "
                                            + "WHERE id >= 7 AND tags[4] = concat('{', {{ inputs.s }})",
                                    ExampleArguments.with("s", hostile)))
                    .as(hostile)
                    .isEqualTo("[{\"n\":2,\"at\":2,\"items\":8,\"number\":3000000000}]");
        }
    }

    @Test
    void anEmptyListIsNoDocumentThatEveryOtherContains() {
        var text = "SELECT id FROM item WHERE tags @> {{ inputs.names }}";
        assertThat(engine.reading().run(text, ExampleArguments.with("names", List.of())))
                .startsWith("execution: invalid input syntax for type json");
        assertThat(engine.reading().run(text, ExampleArguments.with("names", List.of("a"))))
                .startsWith("execution: invalid input syntax for type json");
    }

    @Test
    void aTextThatIsOnlyAskedWhetherItIsThereIsText() {
        var text = "SELECT ({{ inputs.s }} IS NULL OR {{ inputs.s }} = name) AS v FROM item";
        assertThat(engine.reading().run(text, ExampleArguments.REQUIRED)).isEqualTo("[{\"v\":true}]");
        assertThat(engine.reading().run(text, ExampleArguments.with("s", "x"))).isEqualTo("[{\"v\":true}]");
        assertThat(engine.reading().run(text, ExampleArguments.with("s", "y"))).isEqualTo("[{\"v\":false}]");
    }

    @Test
    void operatorsWithAQuestionMarkAreOperators() {
        assertThat(engine.reading()
                        .run(
                                "SELECT tags ? {{ inputs.s }} AS one, tags ?| array[{{ inputs.s }}, 'b'] AS any, "
                                        + "tags ?& array['a', 'b'] AS every, tags @? '$.a' AS path FROM item",
                                ExampleArguments.with("s", "a")))
                .isEqualTo("[{\"one\":true,\"any\":true,\"every\":false,\"path\":true}]");
    }

    @Test
    void aDatetimeWithAnOffsetIsTheSameInstantInEveryColumn() {
        assertThat(engine.reading()
                        .run(
                                "SELECT {{ inputs.d }}::timestamp::text AS plain, {{ inputs.d }}::timestamptz AS zoned",
                                ExampleArguments.with("d", "2026-01-02T05:04:05+02:00")))
                .isEqualTo("[{\"plain\":\"2026-01-02 03:04:05\",\"zoned\":\"2026-01-02T03:04:05Z\"}]");
    }

    @Test
    void timestampWithoutAZoneHoldsTheTimeInUtc() {
        var text = "SELECT {{ inputs.d }}::timestamp AS plain, {{ inputs.d }}::timestamptz AS zoned";
        for (var written : List.of("2024-01-01T02:00:00+02:00", "2024-01-01T00:00:00Z", "2024-01-01T00:00:00")) {
            assertThat(engine.reading().run(text, ExampleArguments.with("d", written)))
                    .as(written)
                    .isEqualTo("[{\"plain\":\"2024-01-01T00:00:00\",\"zoned\":\"2024-01-01T00:00:00Z\"}]");
        }
    }

    @Test
    void numbersThatJsonHasNoWordForAreNullAndZeroKeepsItsSign() {
        assertThat(engine.reading()
                        .run(
                                "SELECT 'NaN'::float8 AS a, '-Infinity'::numeric AS b, '-0'::float8 AS c, "
                                        + "{{ inputs.f }} AS d",
                                ExampleArguments.with("f", new BigDecimal("12345678901234567890.123456789"))))
                .isEqualTo("[{\"a\":null,\"b\":null,\"c\":-0,\"d\":12345678901234567890.123456789}]");
    }

    @Test
    void columnsWithoutANameAreCalledAsTheEngineDoes() {
        assertThat(engine.reading().run("SELECT 1, {{ inputs.i }}, count(*)", ExampleArguments.with("i", 2)))
                .isEqualTo("[{\"?column?\":1,\"?column?_2\":2,\"count\":1}]");
    }

    @Test
    void theFetchClauseTakesLargeNumbers() {
        var text = "SELECT id FROM item OFFSET {{ inputs.n }} ROWS FETCH FIRST {{ inputs.n }} ROWS ONLY";
        assertThat(engine.reading().run(text, ExampleArguments.with("n", 3_000_000_000L)))
                .isEqualTo("[]");
    }

    @Test
    void nothingThatRanMadeTheConnectionWritable() {
        assertThat(engine.reading().run("SHOW default_transaction_read_only", ExampleArguments.ALL))
                .isEqualTo("[{\"default_transaction_read_only\":\"on\"}]");
    }

    /** The compiler refuses it first; the extended protocol would not take it either. */
    @Test
    void theEngineTakesOneStatementAtATime() throws Exception {
        try (var careless = engine.another()) {
            assertThat(careless.wouldRun("SELECT 'a'; SELECT 'b'")).isFalse();
        }
    }

    @Override
    List<String> takenByTheEngine() {
        return List.of(
                "SELECT set_config('default_transaction_read_only', 'off', false)",
                "SELECT pg_catalog.\"set_config\"('search_path', 'other', false)",
                "SELECT U&\"set\\005fconfig\"('search_path', 'other', false)",
                "UPDATE pg_catalog.pg_settings SET setting = 'off' WHERE name = 'enable_seqscan'",
                "UPDATE ONLY (pg_settings) SET setting = 'off' WHERE name = 'enable_seqscan'",
                "UPDATE pg_settings * SET setting = 'off' WHERE name = 'enable_seqscan'",
                "SELECT set_limit(0.9)",
                "ALTER ROLE CURRENT_USER RESET ALL",
                "SELECT length(pg_read_file('PG_VERSION'))",
                "SELECT word FROM ts_stat('SELECT to_tsvector(set_config(''search_path'', ''other'', false))')",
                "SELECT pg_advisory_lock(1)",
                "SET search_path = other",
                "CREATE TEMP TABLE item (id int)",
                "SELECT 1 AS id INTO TEMP item",
                "DO $$ BEGIN END $$",
                "LISTEN something",
                "PREPARE something AS SELECT 1",
                "SELECT {fn now()}");
    }
}
