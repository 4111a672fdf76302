package dev.hyperterse.runtime.tool;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hyperterse.calls.PathSegments;
import dev.hyperterse.calls.Principal;
import dev.hyperterse.calls.RequestHeaders;
import dev.hyperterse.catalog.Action;
import dev.hyperterse.catalog.input.BoundInput;
import dev.hyperterse.catalog.input.Input;
import dev.hyperterse.catalog.input.InputType;
import dev.hyperterse.catalog.input.Inputs;
import dev.hyperterse.catalog.server.adapter.Adapter.Access;
import dev.hyperterse.catalog.statement.BoundSource;
import dev.hyperterse.catalog.statement.Dialect;
import dev.hyperterse.catalog.statement.ParameterType;
import dev.hyperterse.catalog.statement.Reference;
import dev.hyperterse.catalog.statement.Segment;
import dev.hyperterse.catalog.statement.SqlStatement;
import dev.hyperterse.catalog.statement.Value;
import dev.hyperterse.engines.TestAdapters;
import dev.hyperterse.runtime.tool.call.LinkedTool;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.json.JsonMapper;

/** Inputs whose values are taken from the identity of the caller. */
@Timeout(value = 60, unit = TimeUnit.SECONDS)
class BindCallerTest {
    @AutoClose
    private final TestCalls calls = TestCalls.on(
            TestAdapters.sqlite(Access.ReadOnly), Map.of(TestAdapters.URL, ":memory:", TestAdapters.INIT_SQL, ""));

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '\0', textBlock = """
            STRING   | {"tenant":"acme"}                | [{"a":"acme"}]
            STRING   | {"tenant":"x' OR '1'='1"}        | [{"a":"x' OR '1'='1"}]
            STRING   | {"tenant":7}                     | [{"a":"7"}]
            INT      | {"tenant":7}                     | [{"a":7}]
            INT      | {"tenant":"7"}                   | [{"a":7}]
            INT      | {"org":{"id":1},"tenant":7}      | [{"a":7}]""")
    void claimBecomesTheValue(InputType type, String claims, String rows) {
        assertThat(calls.run(tool(type, new Reference.PrincipalClaim("tenant")), "{}", of(claims)))
                .isEqualTo(rows);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '\0', textBlock = """
            STRING | {}                       | the caller has no principal.claims.tenant
            STRING | {"Tenant":"acme"}        | the caller has no principal.claims.tenant
            STRING | {"tenant":null}          | the caller has no principal.claims.tenant
            STRING | {"tenant":{"a":1}}       | the principal.claims.tenant of the caller is not a value that this tool takes, which is of type string
            STRING | {"tenant":["acme"]}      | the principal.claims.tenant of the caller is not a value that this tool takes, which is of type string
            STRING | {"tenant":"a\\u0000b"}   | the principal.claims.tenant of the caller is not a value that this tool takes, which is of type string
            INT    | {"tenant":"seven"}       | the principal.claims.tenant of the caller is not a value that this tool takes, which is of type int
            INT    | {"tenant":1.5}           | the principal.claims.tenant of the caller is not a value that this tool takes, which is of type int
            INT    | {"tenant":1e30}          | the principal.claims.tenant of the caller is not a value that this tool takes, which is of type int""")
    void missingOrMistypedClaimFailsTheCallWithoutNamingTheInput(InputType type, String claims, String why) {
        assertThat(calls.run(tool(type, new Reference.PrincipalClaim("tenant")), "{}", of(claims)))
                .isEqualTo("binding: " + why);
    }

    @Test
    void dotsLeadIntoNestedClaims() {
        var tool = tool(InputType.STRING, new Reference.PrincipalClaim("org.tenant"));

        assertThat(calls.run(tool, "{}", of("{\"org\":{\"tenant\":\"acme\"}}"))).isEqualTo("[{\"a\":\"acme\"}]");
        assertThat(calls.run(tool, "{}", of("{\"org\":{\"tenant\":\"acme\"},\"org.tenant\":\"bolt\"}")))
                .isEqualTo("[{\"a\":\"bolt\"}]");
        assertThat(calls.run(tool, "{}", of("{\"org\":\"acme\"}"))).startsWith("binding: the caller has no");
    }

    @Test
    void subjectBecomesTheValueAndAnonymousCallersAreRefused() {
        var tool = tool(InputType.STRING, new Reference.PrincipalSubject());

        assertThat(calls.run(tool, "{}", of("{}"))).isEqualTo("[{\"a\":\"ann\"}]");
        assertThat(calls.run(tool, "{}", Principal.ANONYMOUS))
                .isEqualTo("binding: the caller has no principal.subject");
    }

    @Test
    void pluginDistinguishesCallersWithTheSameSubject() {
        var tool = tool(InputType.STRING, new Reference.PrincipalPlugin());

        assertThat(calls.run(tool, "{}", Principal.named("partners", "ann"))).isEqualTo("[{\"a\":\"partners\"}]");
        assertThat(calls.run(tool, "{}", Principal.named("sso", "ann"))).isEqualTo("[{\"a\":\"sso\"}]");
        assertThat(calls.run(tool, "{}", Principal.ANONYMOUS)).isEqualTo("binding: the caller has no principal.plugin");
    }

    @Test
    void sentInputsAreBoundBesideTheClaim() {
        var statement = new SqlStatement(
                Dialect.SQLITE,
                List.of(
                        new Segment.Text("SELECT "),
                        parameter("sent"),
                        new Segment.Text(" AS a, "),
                        parameter("hidden_tenant"),
                        new Segment.Text(" AS b")));
        var tool = calls.tool(
                new Inputs.Declared(
                        List.of(Input.of("sent", InputType.STRING, true)),
                        List.of(bound(InputType.STRING, new Reference.PrincipalClaim("tenant")))),
                new Action.RunSql(TestCalls.ADAPTER, statement, ""));

        assertThat(calls.run(tool, "{\"sent\":\"x\"}", of("{\"tenant\":\"acme\"}")))
                .isEqualTo("[{\"a\":\"x\",\"b\":\"acme\"}]");
        assertThat(calls.run(tool, "{\"sent\":\"x\",\"hidden_tenant\":\"bolt\"}", of("{\"tenant\":\"acme\"}")))
                .isEqualTo(
                        "validation: validation error for field 'hidden_tenant': unknown input field 'hidden_tenant'");
    }

    @ParameterizedTest
    @CsvSource(delimiter = ';', quoteCharacter = '\0', textBlock = """
            STRING ; acme        ; [{"a":"acme"}]
            STRING ; x' OR '1'='1; [{"a":"x' OR '1'='1"}]
            STRING ; 7           ; [{"a":"7"}]
            INT    ; 7           ; [{"a":7}]
            INT    ; seven       ; binding: the header 'x-tenant' of the request is not a value that this tool takes, which is of type int
            STRING ;             ; binding: the request has no header 'x-tenant', or several
            STRING ; acme,bolt   ; binding: the request has no header 'x-tenant', or several
            STRING ; acme,acme   ; binding: the request has no header 'x-tenant', or several""")
    void headerSentOnceBecomesTheValue(InputType type, String sent, String rows) {
        var tool = tool(type, new BoundSource.Header("x-tenant"));
        var values = sent == null ? List.<String>of() : List.of(sent.split(","));
        RequestHeaders headers = name -> name.equals("x-tenant") ? values : List.of();

        assertThat(calls.run(tool, "{}", Principal.ANONYMOUS, headers)).isEqualTo(rows);
        assertThat(calls.run(tool, "{\"hidden_tenant\":\"bolt\"}", Principal.ANONYMOUS, headers))
                .isEqualTo(
                        "validation: validation error for field 'hidden_tenant': unknown input field 'hidden_tenant'");
    }

    @ParameterizedTest
    @CsvSource(delimiter = ';', quoteCharacter = '\0', textBlock = """
            STRING ; tenant ; acme ; [{"a":"acme"}]
            STRING ; tenant ; 7    ; [{"a":"7"}]
            INT    ; tenant ; 7    ; [{"a":7}]
            INT    ; tenant ; acme ; binding: the segment 'tenant' of the URL is not a value that this tool takes, which is of type int
            STRING ; Tenant ; acme ; binding: the URL of the request has no segment 'tenant'""")
    void segmentOfTheUrlBecomesTheValue(InputType type, String name, String value, String rows) {
        var tool = tool(type, new BoundSource.Path("tenant"));
        var segments = new PathSegments(List.of("region", name), List.of("eu", value));

        assertThat(calls.run(tool, "{}", segments)).isEqualTo(rows);
        assertThat(calls.run(tool, "{\"hidden_tenant\":\"bolt\"}", segments))
                .isEqualTo(
                        "validation: validation error for field 'hidden_tenant': unknown input field 'hidden_tenant'");
    }

    @Test
    void callWithoutAUrlIsRefused() {
        assertThat(calls.run(tool(InputType.STRING, new BoundSource.Path("tenant")), "{}"))
                .isEqualTo("binding: the URL of the request has no segment 'tenant'");
    }

    private LinkedTool tool(InputType type, BoundSource source) {
        var value = new Value.Whole(new Reference.Input("hidden_tenant"));
        var parameter =
                new Segment.Parameter(value, type == InputType.INT ? ParameterType.INTEGER : ParameterType.TEXT);
        var statement = new SqlStatement(
                Dialect.SQLITE, List.of(new Segment.Text("SELECT "), parameter, new Segment.Text(" AS a")));
        return calls.tool(
                new Inputs.Declared(List.of(), List.of(bound(type, source))),
                new Action.RunSql(TestCalls.ADAPTER, statement, ""));
    }

    private static Segment parameter(String input) {
        return new Segment.Parameter(new Value.Whole(new Reference.Input(input)), ParameterType.TEXT);
    }

    private static BoundInput bound(InputType type, BoundSource source) {
        return new BoundInput(Input.of("hidden_tenant", type, false), source);
    }

    private static Principal of(String claims) {
        var all = JsonMapper.shared().readTree(claims).properties().stream()
                .collect(Collectors.toMap(Map.Entry::getKey, Map.Entry::getValue));
        return new Principal(Optional.of("sso"), Optional.of("ann"), Set.of(), Set.of(), all);
    }
}
