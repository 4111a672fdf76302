package dev.hyperterse.cli.command.tool;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.hyperterse.cli.client.ExactJson;
import dev.hyperterse.cli.terminal.CommandFailure;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;

class ArgumentsTest {
    @TempDir
    private Path folder;

    private static final JsonNode SCHEMA = ExactJson.mapper().readTree("""
            {"properties": {
              "name": {"type": "string"}, "id": {"type": "integer"}, "price": {"type": "number"},
              "note": {"type": ["string", "null"]}, "sold": {"type": "boolean"}, "where": {"type": "object"},
              "ids": {"type": "array", "items": {"type": "integer"}},
              "tags": {"type": "array", "items": {"type": "string"}},
              "any": {}}}
            """);

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "name=7                 | {\"name\":\"7\"}",
                "name=                  | {\"name\":\"\"}",
                "id=7                   | {\"id\":7}",
                "id=many                | {\"id\":\"many\"}",
                "price=27.40            | {\"price\":27.40}",
                "price=12345678901234567890.12345678901234567890 | {\"price\":12345678901234567890.12345678901234567890}",
                "note=null              | {\"note\":null}",
                "note=7                 | {\"note\":\"7\"}",
                "sold=true              | {\"sold\":true}",
                "where={\"a\":1}        | {\"where\":{\"a\":1}}",
                "any=                   | {\"any\":\"\"}",
                "any=x=y                | {\"any\":\"x=y\"}",
                "any=7                  | {\"any\":7}",
                "unknown=[1]            | {\"unknown\":[1]}"
            })
    void aWordIsConvertedAsTheToolDeclares(String word, String json) {
        assertThat(json(word)).isEqualTo(json);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "ids=[1,2]              | {\"ids\":[1,2]}",
                "ids=1,2                | {\"ids\":[1,2]}",
                "ids=1                  | {\"ids\":[1]}",
                "ids=                   | {\"ids\":[]}",
                "ids=1 ids=2            | {\"ids\":[1,2]}",
                "tags=open,7            | {\"tags\":[\"open\",\"7\"]}",
                "tags=[open]            | {\"tags\":[\"[open]\"]}",
                "tags=a,b tags=c        | {\"tags\":[\"a,b\",\"c\"]}"
            })
    void anArrayIsJsonOrItsElements(String words, String json) {
        assertThat(json(words.split(" "))).isEqualTo(json);
    }

    @Test
    void valueIsNotGivenTwice() {
        assertThatExceptionOfType(CommandFailure.class)
                .isThrownBy(() -> arguments().of(List.of("id=1", "id=2"), SCHEMA))
                .withMessage("argument 'id' is given more than once");
    }

    @Test
    void valueIsReadFromAFileOrStandardInput() throws IOException {
        var file = Files.writeString(folder.resolve("note.txt"), "two\nlines");

        assertThat(json("note=@" + file)).isEqualTo("{\"note\":\"two\\nlines\"}");
        assertThat(json("note=-")).isEqualTo("{\"note\":\"piped\"}");
        assertThat(json("note=@@ada")).isEqualTo("{\"note\":\"@ada\"}");
        assertThat(json("note=@")).isEqualTo("{\"note\":\"@\"}");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "Q=ada        | find has no input 'Q'; did you mean 'q'? it takes q, limit",
                "customer=ada | find has no input 'customer'; it takes q, limit",
                "{\"q\":1}    | arguments are key=value, not '{\"q\":1}'; write --json before a JSON object",
                "ada          | arguments are key=value, not 'ada'; it takes q, limit"
            })
    void misspeltArgumentIsAnsweredWithTheNamesOfTheTool(String word, String message) {
        var closed =
                ExactJson.mapper().readTree("{\"properties\":{\"q\":{},\"limit\":{}},\"additionalProperties\":false}");
        assertThatExceptionOfType(CommandFailure.class)
                .isThrownBy(() -> arguments().of(List.of(word), closed))
                .withMessage(message);
    }

    @Test
    void wordsToTypeAreQuotedForAShell() {
        var single = ExactJson.mapper().readTree("{\"properties\":{\"q\":{}},\"additionalProperties\":false}");
        assertThatExceptionOfType(CommandFailure.class)
                .isThrownBy(() -> arguments().of(List.of("ada's $HOME"), single))
                .withMessageEndingWith("; write 'q=ada'\\''s $HOME'");
    }

    private static Arguments arguments() {
        return new Arguments(
                "find", new TextSources(new ByteArrayInputStream("piped".getBytes(StandardCharsets.UTF_8))));
    }

    private static String json(String... words) {
        return ExactJson.mapper().writeValueAsString(arguments().of(List.of(words), SCHEMA));
    }
}
