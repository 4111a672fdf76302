package dev.hyperterse.runtime.pipeline;

import static org.assertj.core.api.Assertions.assertThat;

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
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.node.StringNode;

class ConfidentialValuesTest {
    private static final ValueSet VALUES = new ValueSet(
            "test",
            Map.of(
                    ValueKey.environment("TOK"), "s3cret.token",
                    ValueKey.environment("PIN"), "42",
                    ValueKey.environment("OTHER"), "unused value"));

    private static final ConfidentialValues CONFIDENTIAL = ConfidentialValues.of(
            new SqlStatement(
                    Dialect.POSTGRES,
                    List.of(
                            new Segment.Parameter(
                                    new Value.Whole(new Reference.Environment("TOK")), ParameterType.TEXT),
                            new Segment.Parameter(
                                    new Value.Concatenation(List.of(
                                            new Value.Literal("no. "),
                                            new Value.Inserted(new Reference.Environment("PIN"), false))),
                                    ParameterType.TEXT))),
            VALUES);

    private static final Principal CALLER =
            new Principal(Optional.of("alice@example.com"), Set.of(), Map.of("team", StringNode.valueOf("north")));

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            invalid input syntax for type integer: "s3cret.token"   | invalid input syntax for type integer: "{{ env.TOK }}"
            no such name: BEARER S3CRET.TOKEN                       | no such name: BEARER {{ env.TOK }}
            glued as xs3cret.tokenx                                 | glued as x{{ env.TOK }}x
            no. 42 is not 421                                       | no. {{ env.PIN }} is not 421
            for alice@example.com of north                          | for {{ principal.subject }} of {{ principal.claims.team }}
            an unused value                                         | an unused value
            relation "missing" does not exist                       | relation "missing" does not exist
            """)
    void aMessageNamesTheValueThatItQuotes(String words, String shown) {
        assertThat(outcome(words)).isEqualTo(shown + " (SQLSTATE 22P02)");
    }

    /** A long message is cut where it is shown, and not in the middle of a value. */
    @Test
    void noPartOfAValueIsLeftWhereAMessageIsCut() {
        assertThat(outcome("x".repeat(495) + "s3cret.token")).doesNotContain("s3c");
    }

    private static String outcome(String words) {
        return CONFIDENTIAL
                .outcome(new CallFailure(new EngineMessage(words, "SQLSTATE 22P02")), CALLER)
                .message();
    }
}
