package dev.hyperterse.calls.binding;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hyperterse.calls.CallFailure;
import dev.hyperterse.calls.EngineMessage;
import dev.hyperterse.calls.Principal;
import dev.hyperterse.catalog.Action;
import dev.hyperterse.catalog.statement.Dialect;
import dev.hyperterse.catalog.statement.ParameterType;
import dev.hyperterse.catalog.statement.Reference;
import dev.hyperterse.catalog.statement.Segment;
import dev.hyperterse.catalog.statement.SqlStatement;
import dev.hyperterse.catalog.statement.Value;
import dev.hyperterse.catalog.values.ValueKey;
import dev.hyperterse.catalog.values.ValueSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.node.BooleanNode;
import tools.jackson.databind.node.IntNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.NullNode;
import tools.jackson.databind.node.StringNode;

class ConfidentialValuesTest {
    private static final ValueSet VALUES = new ValueSet(
            "test",
            Map.of(
                    ValueKey.environment("TOK"), "s3cret.token",
                    ValueKey.environment("PIN"), "42",
                    ValueKey.environment("SCHEMA"), "tenant_7",
                    ValueKey.environment("RATE"), "50%off",
                    ValueKey.environment("NAMED"), "principal",
                    ValueKey.environment("EMPTY"), "",
                    ValueKey.environment("OTHER"), "unused value"));

    private static final ConfidentialValues CONFIDENTIAL = ConfidentialValues.of(
            new SqlStatement(
                            Dialect.POSTGRES,
                            List.of(
                                    parameter(new Reference.Environment("TOK")),
                                    parameter(new Reference.Environment("NAMED")),
                                    parameter(new Reference.Environment("EMPTY")),
                                    parameter(new Reference.PrincipalSubject()),
                                    parameter(new Reference.PrincipalClaim("role")),
                                    parameter(new Reference.PrincipalClaim("team")),
                                    parameter(new Reference.PrincipalClaim("account")),
                                    parameter(new Reference.PrincipalClaim("active")),
                                    parameter(new Reference.PrincipalClaim("nothing")),
                                    parameter(new Reference.PrincipalClaim("absent")),
                                    new Segment.ArrayParameter(
                                            new Reference.PrincipalClaim("sites"), ParameterType.TEXT),
                                    new Segment.EnvironmentIdentifier("SCHEMA", "\""),
                                    new Segment.Parameter(
                                            new Value.Concatenation(List.of(
                                                    new Value.Literal("no"),
                                                    new Value.Inserted(new Reference.Environment("PIN"), false),
                                                    new Value.Inserted(new Reference.Environment("RATE"), true))),
                                            ParameterType.TEXT)))
                    .references(),
            Set.of(),
            VALUES);

    private static final Principal CALLER = new Principal(
            Optional.of("sso"),
            Optional.of("alice@example.com"),
            Set.of(),
            Set.of(),
            Map.of(
                    "role", StringNode.valueOf("user"),
                    "team", StringNode.valueOf("north-west"),
                    "account", IntNode.valueOf(1),
                    "active", BooleanNode.TRUE,
                    "nothing", NullNode.getInstance(),
                    "sites",
                            JsonNodeFactory.instance
                                    .arrayNode()
                                    .add("hamburg-01")
                                    .add("ulm"),
                    "unbound", StringNode.valueOf("relation")));

    private static Segment parameter(Reference reference) {
        return new Segment.Parameter(new Value.Whole(reference), ParameterType.TEXT);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            invalid input syntax for type integer: "s3cret.token"   | invalid input syntax for type integer: "{{ env.TOK }}"
            no such name: BEARER S3CRET.TOKEN                       | no such name: BEARER {{ env.TOK }}
            glued as xs3cret.tokenx                                 | glued as x{{ env.TOK }}x
            invalid input syntax for type integer: "no42"           | invalid input syntax for type integer: "no{{ env.PIN }}"
            421 rows                                                | {{ env.PIN }}1 rows
            relation "tenant_7.item" does not exist                 | relation "{{ env.SCHEMA }}.item" does not exist
            no number: "no4250\\%off"                               | no number: "no{{ env.PIN }}{{ env.RATE }}"
            for alice@example.com of north-west                     | for {{ principal.subject }} of {{ principal.claims.team }}
            not a number: "hamburg-01", "ulm"                       | not a number: "{{ principal.claims.sites }}", "ulm"
            a principal in {"hamburg-01"}                           | a {{ env.NAMED }} in {"{{ principal.claims.sites }}"}
            an unused value                                         | an unused value
            relation "user" does not exist                          | relation "user" does not exist
            column 1 is true or null                                | column 1 is true or null
            """)
    void messageNamesTheVariableInsteadOfItsValue(String words, String shown) {
        assertThat(outcome(words)).isEqualTo(shown + " (SQLSTATE 22P02)");
    }

    /** A long message is cut where it is shown, and not in the middle of a value. */
    @Test
    void truncatedMessageContainsNoPartOfAValue() {
        assertThat(outcome("x".repeat(495) + "s3cret.token")).doesNotContain("s3c");
    }

    /** Its owner lists the roles that statements take, so a name of one is no secret. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            permission denied to set role "tenant_north-west"     | permission denied to set role "tenant_north-west"
            permission denied for alice@example.com               | permission denied for {{ principal.subject }}
            permission denied to set role "s3cret.token"          | permission denied to set role "{{ env.TOK }}"
            """)
    void claimThatNamesTheRoleIsShown(String words, String shown) {
        var role = new Value.Concatenation(List.of(
                new Value.Literal("tenant_"),
                new Value.Inserted(new Reference.PrincipalClaim("team"), false),
                new Value.Inserted(new Reference.Environment("TOK"), false)));
        var statement = new SqlStatement(
                Dialect.POSTGRES,
                List.of(parameter(new Reference.PrincipalSubject())),
                List.of(new Segment.Role(role, List.of("tenant_a"))));
        var action = new Action.RunSql("accounts", statement, "SELECT 1");
        var confidential = ConfidentialValues.of(
                action.references(), action.roleReferences().collect(Collectors.toSet()), VALUES);

        assertThat(confidential
                        .hidden(new CallFailure(new EngineMessage(words, "SQLSTATE 42501")), CALLER)
                        .getMessage())
                .isEqualTo(shown + " (SQLSTATE 42501)");
    }

    private static String outcome(String words) {
        return CONFIDENTIAL
                .hidden(new CallFailure(new EngineMessage(words, "SQLSTATE 22P02")), CALLER)
                .getMessage();
    }
}
