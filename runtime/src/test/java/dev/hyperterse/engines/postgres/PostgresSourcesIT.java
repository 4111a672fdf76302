package dev.hyperterse.engines.postgres;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hyperterse.calls.Principal;
import dev.hyperterse.catalog.server.adapter.Adapter.Access;
import dev.hyperterse.catalog.statement.Dialect;
import dev.hyperterse.catalog.statement.ParameterType;
import dev.hyperterse.catalog.statement.Reference;
import dev.hyperterse.catalog.statement.Segment;
import dev.hyperterse.catalog.statement.SqlStatement;
import dev.hyperterse.catalog.statement.Value;
import dev.hyperterse.catalog.values.ValueKey;
import dev.hyperterse.engines.TestAdapters;
import dev.hyperterse.runtime.tool.TestCalls;
import dev.hyperterse.testbed.sql.Postgres;
import dev.hyperterse.testbed.sql.PostgresDatabase;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Values that callers do not send: of the environment of the server and of the principal. */
@ExtendWith(Postgres.class)
class PostgresSourcesIT {
    private static final SqlStatement FROM_SCHEMA = statement(
            new Segment.Text("SELECT id AS v FROM "),
            new Segment.EnvironmentIdentifier("SCHEMA", "\""),
            new Segment.Text(".place"));
    private static final SqlStatement REGION = value(new Reference.Environment("REGION"), ParameterType.TEXT);
    private static final SqlStatement SUBJECT = value(new Reference.PrincipalSubject(), ParameterType.TEXT);

    private PostgresDatabase database;

    @BeforeEach
    void fill(PostgresDatabase empty) {
        database = empty;
        database.execute(
                "DROP SCHEMA IF EXISTS sales CASCADE",
                "DROP SCHEMA IF EXISTS \"Sales\" CASCADE",
                "CREATE SCHEMA sales",
                "CREATE SCHEMA \"Sales\"",
                "CREATE TABLE sales.place (id int)",
                "CREATE TABLE \"Sales\".place (id int)",
                "INSERT INTO sales.place VALUES (1)",
                "INSERT INTO \"Sales\".place VALUES (2)");
    }

    @ParameterizedTest
    @CsvSource({"sales, 1", "Sales, 2"})
    void schemaOfTheEnvironmentKeepsItsSpelling(String schema, int id) {
        assertThat(withEnvironment("SCHEMA", schema, FROM_SCHEMA)).isEqualTo("[{\"v\":" + id + "}]");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"", "sales.place--", "a b", "\"Sales\"", "1st", "sales; DROP SCHEMA sales CASCADE", "säles"})
    void invalidIdentifierIsNotSent(String schema) {
        assertThat(withEnvironment("SCHEMA", schema, FROM_SCHEMA))
                .isEqualTo("binding: environment variable 'SCHEMA' is not a plain identifier");
        assertThat(database.query("SELECT count(*) FROM sales.place")).isEqualTo("1");
    }

    @Test
    void missingVariableIsAnErrorAndNeverNull() {
        assertThat(withEnvironment("OTHER", "x", FROM_SCHEMA))
                .isEqualTo("binding: environment variable 'SCHEMA' not found");
        assertThat(withEnvironment("OTHER", "x", REGION)).isEqualTo("binding: environment variable 'REGION' not found");
    }

    @Test
    void valueOfAVariableIsNotShownInMessages() {
        var secret = "s3cret".repeat(40);
        var cast = statement(
                new Segment.Text("SELECT "),
                new Segment.Parameter(new Value.Whole(new Reference.Environment("TOK")), ParameterType.TEXT),
                new Segment.Text("::int AS v"));
        assertThat(withEnvironment("TOK", secret, cast))
                .isEqualTo("execution: invalid input syntax for type integer: \"{{ env.TOK }}\" (SQLSTATE 22P02)");
        assertThat(withEnvironment("TOK", secret, value(new Reference.Environment("TOK"), ParameterType.INTEGER)))
                .startsWith("binding: ")
                .contains("{{ env.TOK }}")
                .doesNotContain("s3c");
    }

    @Test
    void variableIsBoundUnchanged() {
        assertThat(withEnvironment("REGION", "eu'; --", REGION)).isEqualTo("[{\"v\":\"eu'; --\"}]");
        assertThat(withEnvironment("REGION", "", REGION)).isEqualTo("[{\"v\":\"\"}]");
    }

    @Test
    void subjectIsThatOfTheCaller() {
        assertThat(asPrincipal(principal(Optional.of("alice"), "{}"), SUBJECT)).isEqualTo("[{\"v\":\"alice\"}]");
        assertThat(asPrincipal(principal(Optional.of("o'brien\\"), "{}"), SUBJECT))
                .isEqualTo("[{\"v\":\"o'brien\\\\\"}]");
    }

    @Test
    void missingSubjectOrClaimIsAnErrorAndNeverNull() {
        assertThat(asPrincipal(Principal.ANONYMOUS, SUBJECT)).isEqualTo("binding: the caller has no principal.subject");
        assertThat(asPrincipal(Principal.ANONYMOUS, claim(ParameterType.TEXT)))
                .isEqualTo("binding: the caller has no principal.claims.it");
        assertThat(asPrincipal(principal(Optional.of("alice"), "{\"it\": null}"), claim(ParameterType.TEXT)))
                .isEqualTo("binding: the caller has no principal.claims.it");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            TEXT    | "acme"              | "acme"
            TEXT    | 9007199254740993    | "9007199254740993"
            TEXT    | true                | "true"
            TEXT    | "1' OR '1'='1"      | "1' OR '1'='1"
            """)
    void claimIsBoundAsText(ParameterType type, String claim, String value) {
        assertThat(asPrincipal(principal(Optional.empty(), "{\"it\": " + claim + "}"), claim(type)))
                .isEqualTo("[{\"v\":" + value + "}]");
    }

    @Test
    void claimWithManyValuesIsBoundAsAList() {
        var list = new Segment.ArrayParameter(new Reference.PrincipalClaim("it"), ParameterType.TEXT);
        var statement = statement(
                new Segment.Text("SELECT x AS v FROM unnest(array['a', 'b', 'c']) x WHERE x = ANY("),
                list,
                new Segment.Text(") ORDER BY x"));
        assertThat(asPrincipal(principal(Optional.empty(), "{\"it\": [\"c\", \"a\"]}"), statement))
                .isEqualTo("[{\"v\":\"a\"},{\"v\":\"c\"}]");
        assertThat(asPrincipal(principal(Optional.empty(), "{\"it\": []}"), statement))
                .isEqualTo("[]");
    }

    private String withEnvironment(String name, String value, SqlStatement statement) {
        return run(Map.of(ValueKey.environment(name), value), Principal.ANONYMOUS, statement);
    }

    private String asPrincipal(Principal principal, SqlStatement statement) {
        return run(Map.of(), principal, statement);
    }

    private String run(Map<ValueKey, String> environment, Principal principal, SqlStatement statement) {
        var values = new HashMap<>(TestAdapters.values(database));
        values.putAll(environment);
        try (var calls = TestCalls.on(TestAdapters.postgres(Access.ReadWrite), values)) {
            return calls.run(calls.tool(List.of(), statement), "{}", principal);
        }
    }

    private static Principal principal(Optional<String> subject, String claims) {
        var all = new HashMap<String, JsonNode>();
        JsonMapper.shared().readTree(claims).properties().forEach(claim -> all.put(claim.getKey(), claim.getValue()));
        return new Principal(Optional.of("sso"), subject, Set.of(), Set.of(), all);
    }

    private static SqlStatement claim(ParameterType type) {
        return value(new Reference.PrincipalClaim("it"), type);
    }

    private static SqlStatement value(Reference reference, ParameterType type) {
        return statement(
                new Segment.Text("SELECT "),
                new Segment.Parameter(new Value.Whole(reference), type),
                new Segment.Text(" AS v"));
    }

    private static SqlStatement statement(Segment... segments) {
        return new SqlStatement(Dialect.POSTGRES, List.of(segments));
    }
}
