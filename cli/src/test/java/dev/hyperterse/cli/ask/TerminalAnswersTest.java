package dev.hyperterse.cli.ask;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

class TerminalAnswersTest {
    private static final String FORM = """
            {"message": "Where do we\\nsend it?", "requestedSchema": {"type": "object", "required": ["city", "pieces"], "properties": {
              "city": {"type": "string", "title": "City", "minLength": 2},
              "pieces": {"type": "integer", "minimum": 1, "maximum": 9},
              "speed": {"type": "string", "enum": ["normal", "express"], "default": "normal"},
              "gift": {"type": "boolean"}}}}
            """;
    private static final String CONFIRMATION =
            "{\"message\": \"Delete it?\", \"requestedSchema\": {\"type\": \"object\", \"properties\": {}}}";

    private final ByteArrayOutputStream err = new ByteArrayOutputStream();

    @Test
    void aFormIsFilledInFieldByFieldAndLookedAtBeforeItIsSent() {
        assertThat(typed(FORM, "Bern", "4", "express", "yes", "yes"))
                .isEqualTo(
                        "{\"action\":\"accept\",\"content\":{\"city\":\"Bern\",\"pieces\":4,\"speed\":\"express\",\"gift\":true}}");
        assertThat(err())
                .contains("The tool asks: Where do we send it?")
                .contains("city (City; text, at least 2 characters; required): ")
                .contains("pieces (whole number, 1 to 9; required): ")
                .contains("speed (one of normal, express; optional) [normal]: ")
                .contains("{\"city\":\"Bern\",\"pieces\":4,\"speed\":\"express\",\"gift\":true}");
    }

    @Test
    void emptyLineTakesTheDefaultOrOmitsAnOptionalField() {
        assertThat(typed(FORM, "Bern", "4", "", "", "y"))
                .isEqualTo("{\"action\":\"accept\",\"content\":{\"city\":\"Bern\",\"pieces\":4,\"speed\":\"normal\"}}");
    }

    @Test
    void invalidAnswerIsAskedAgainWithTheReason() {
        assertThat(typed(FORM, "", "B", "Bern", "many", "10", "4.5", "4", "slow", "normal", "perhaps", "no", "yes"))
                .endsWith("{\"city\":\"Bern\",\"pieces\":4,\"speed\":\"normal\",\"gift\":false}}");
        assertThat(err())
                .contains("'city' is required")
                .contains("'city' must be a text of at least 2 characters")
                .contains("'pieces' must be a whole number")
                .contains("'pieces' must be at most 9")
                .contains("'speed' must be one of the choices")
                .contains("'gift' must be true or false");
    }

    @Test
    void aFormThatIsNotSentIsFilledInOnceMore() {
        assertThat(typed(FORM, "Bern", "4", "", "", "no", "Basel", "5", "", "", "yes"))
                .contains("Basel")
                .doesNotContain("Bern");
    }

    @ParameterizedTest
    @CsvSource({
        "':decline',       decline",
        "':cancel',        cancel",
        "'',               cancel",
        "'Bern,:decline',  decline",
        "'Bern,4,,,:cancel', cancel",
        "'Bern,4',         cancel",
    })
    void aDialogCanBeEndedAnywhere(String lines, String action) {
        var typed = lines.isEmpty() ? new String[0] : lines.split(",", -1);
        assertThat(typed(FORM, typed)).isEqualTo("{\"action\":\"%s\"}".formatted(action));
    }

    @ParameterizedTest
    @CsvSource({"yes, '{\"action\":\"accept\",\"content\":{}}'", "no, '{\"action\":\"decline\"}'"})
    void aConfirmationIsYesOrNo(String line, String result) {
        assertThat(typed(CONFIRMATION, line)).isEqualTo(result);
    }

    @ParameterizedTest
    @CsvSource({
        "',yes', '{\"action\":\"accept\",\"content\":{}}'",
        "',,no', '{\"action\":\"decline\"}'",
        "',',    '{\"action\":\"cancel\"}'",
    })
    void anEmptyLineSendsNothing(String lines, String result) {
        assertThat(typed(CONFIRMATION, lines.split(",", -1))).isEqualTo(result);
    }

    @Test
    void choicesWithTitlesAreTypedByTheirTitles() {
        assertThat(typed("""
                {"message": "m", "requestedSchema": {"type": "object", "properties": {
                  "size": {"type": "string", "oneOf": [{"const": "s", "title": "Small"}, {"const": "l", "title": "Large"}]},
                  "toppings": {"type": "array", "items": {"anyOf": [{"const": "h", "title": "Ham"}, {"const": "o", "title": "Olives"}]}}}}}
                """, "Large", "Ham, Olives", "yes"))
                .endsWith("\"content\":{\"size\":\"l\",\"toppings\":[\"h\",\"o\"]}}");
    }

    /** Other servers have forms that this one refuses to send. */
    @Test
    void aFieldOfAnotherKindIsSentAsItIsTyped() {
        assertThat(typed(
                        "{\"message\": \"m\", \"requestedSchema\": {\"type\": \"object\", \"properties\": {\"at\": {\"type\": \"string\", \"pattern\": \"x\"}}}}",
                        "y",
                        "yes"))
                .endsWith("\"content\":{\"at\":\"y\"}}");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{\"city\": \"Bern\"} | {\"action\":\"accept\",\"content\":{\"city\":\"Bern\"}}",
                "accept              | {\"action\":\"accept\",\"content\":{}}",
                "decline             | {\"action\":\"decline\"}",
                "cancel              | {\"action\":\"cancel\"}",
                "[1]                 | {\"action\":\"cancel\"}",
                "Bern                | {\"action\":\"cancel\"}",
            })
    void anAnswerOfTheCommandLineIsTakenBeforeAPersonIsAsked(String given, String result) {
        var answers = answers(true, List.of(given));
        assertThat(answers.fill(json(FORM))).hasToString(result);
        answers.close();
        assertThat(err().contains("must be a JSON object, accept, decline or cancel"))
                .isEqualTo(given.equals("[1]") || given.equals("Bern"));
    }

    @Test
    void withoutATerminalAQuestionIsDeclinedWithWhatToDo() {
        var answers = answers(false, List.of());
        assertThat(answers.fill(json(FORM))).hasToString("{\"action\":\"decline\"}");
        assertThat(answers.fill(json(CONFIRMATION))).hasToString("{\"action\":\"decline\"}");
        assertThat(answers.reply(json("{\"messages\":[]}"))).isEmpty();
        assertThat(err())
                .contains("the tool asks: Where do we send it?")
                .contains("pieces (whole number, 1 to 9; required)")
                .contains("--answer '{\"city\": ...}'")
                .contains("--answer accept")
                .contains("--answer TEXT");
    }

    @Test
    void aPersonRepliesInPlaceOfAModel() {
        var request = json("""
                {"systemPrompt": "Be short", "messages": [{"role": "user", "content": {"type": "text", "text": "Greet"}}]}""");
        assertThat(answers(true, List.of(), "Hello").reply(request)).contains("Hello");
        assertThat(answers(true, List.of(), "").reply(request)).isEmpty();
        assertThat(answers(false, List.of("Hi")).reply(request)).contains("Hi");
        assertThat(err()).contains("system: Be short", "user: Greet");
    }

    @Test
    void answersThatNoQuestionTookAreNamed() {
        answers(false, List.of("decline", "{}")).close();
        assertThat(err()).contains("not asked for: --answer decline, --answer {}");
    }

    private String typed(String form, String... lines) {
        return answers(true, List.of(), lines).fill(json(form)).toString();
    }

    private TerminalAnswers answers(boolean interactive, List<String> given, String... lines) {
        var in = lines.length == 0 ? "" : String.join("\n", lines) + "\n";
        return new TerminalAnswers(
                new ByteArrayInputStream(in.getBytes(StandardCharsets.UTF_8)),
                new PrintStream(err, true, StandardCharsets.UTF_8),
                interactive,
                given,
                List.of());
    }

    private static JsonNode json(String text) {
        return JsonMapper.shared().readTree(text);
    }

    private String err() {
        return err.toString(StandardCharsets.UTF_8);
    }
}
