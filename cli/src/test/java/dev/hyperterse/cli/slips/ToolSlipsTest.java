package dev.hyperterse.cli.slips;

import static dev.hyperterse.cli.slips.Slip.INPUT;
import static dev.hyperterse.cli.slips.Slip.STATEMENT;
import static dev.hyperterse.cli.slips.Slip.document;
import static dev.hyperterse.cli.slips.Slip.in;
import static dev.hyperterse.cli.slips.Slip.inTool;

import java.io.IOException;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Slips in the manifest of a Tool. */
class ToolSlipsTest {
    private static final String ACTIONS =
            "exactly one of statement, script, builtin, http, openapi, mcp and composition";
    private static final String ONE_INPUT = STATEMENT + "inputs:\n  - {name: q, ";

    @TempDir
    private Path folder;

    static Stream<Slip> actions() {
        return Stream.of(
                inTool(
                        "statement: {adapter: db, text: §SELECT 1}",
                        "spec.statement.text",
                        "must be an object, not a text",
                        "write text: {inline: ...}"),
                inTool(
                        "statement: §SELECT 1",
                        "spec.statement",
                        "must be an object, not a text",
                        "write statement: {adapter: ..., text: {inline: ...}}"),
                inTool(
                        "script: §|\n  return 1",
                        "spec.script",
                        "must be an object, not a text",
                        "write script: {source: {inline: ...}}"),
                inTool(
                        "builtin: §ListTables",
                        "spec.builtin",
                        "must be an object, not a text",
                        "write builtin: {adapter: ..., tool: ListTables}"),
                inTool(
                        "§sql: SELECT 1",
                        "spec.sql",
                        "unknown field",
                        "a statement is 'statement': {adapter: ..., text: {inline: SELECT ...}}"),
                inTool(
                        "statement: {adapter: db, §sql: SELECT 1}",
                        "spec.statement.sql",
                        "unknown field",
                        "the text is 'text': {inline: SELECT ...}"),
                inTool(
                        "statement: {adapter: db, text: {§file: top.sql}}",
                        "spec.statement.text.file",
                        "unknown field",
                        "for a file write configMapKeyRef: {name: CODE, key: FILE}, and a configMapGenerator"),
                inTool(
                        STATEMENT + INPUT + "script: {source: {inline: return 1}}",
                        "spec",
                        ACTIONS,
                        "keep one of statement and script"),
                inTool(
                        "title: nothing",
                        "spec",
                        ACTIONS,
                        "none of them is set; write statement: {adapter: ..., text: {inline: ...}}"),
                inTool(
                        "statement: {adapter: §dv, text: {inline: SELECT 1}}",
                        "spec.statement.adapter",
                        "the server has no adapter 'dv'",
                        "did you mean db?"),
                inTool(
                        "statement: {adapter: §warehouse, text: {inline: SELECT 1}}",
                        "spec.statement.adapter",
                        "the server has no adapter 'warehouse'",
                        "add it to the server's spec.adapters, or fix the name; it has db"),
                inTool(
                        "statement: {adapter: db, text: {inline: \"SELECT 1; §SELECT 2\"}}",
                        "spec.statement.text.inline",
                        "a second statement begins here",
                        "use one statement"),
                inTool(
                        "statement: {adapter: db, text: {inline: \"SELECT 1 LIMIT §{{ inputs.q }}\"}}\n" + INPUT,
                        "spec.statement.text.inline",
                        "{{ inputs.q }} sets a number of rows",
                        "use an input of type int with minimum: 0 or more"),
                inTool(
                        "statement: {adapter: db, text: {inline: \"SELECT * FROM §{{ inputs.q }}\"}}\n" + INPUT,
                        "spec.statement.text.inline",
                        "a name is needed here, and a placeholder is a value",
                        "write {{ inputs.name | identifier }} with an enum of the names allowed"),
                inTool(
                        STATEMENT.replace("{{", "§{{"),
                        "spec.statement.text.inline",
                        "unknown input 'q'",
                        "declare it under inputs"));
    }

    static Stream<Slip> inputs() {
        return Stream.of(
                inTool(
                        ONE_INPUT + "type: §integer}",
                        "spec.inputs[0].type",
                        "Unsupported value: \"integer\"",
                        "write int"),
                inTool(
                        ONE_INPUT + "type: §text}",
                        "spec.inputs[0].type",
                        "Unsupported value: \"text\"",
                        "write string"),
                inTool(
                        ONE_INPUT + "type: §date}",
                        "spec.inputs[0].type",
                        "Unsupported value: \"date\"",
                        "write string, and format: date beside it"),
                inTool(
                        ONE_INPUT + "type: §uuid}",
                        "spec.inputs[0].type",
                        "Unsupported value: \"uuid\"",
                        "write string, and format: uuid beside it"),
                inTool(
                        ONE_INPUT + "type: §strin}",
                        "spec.inputs[0].type",
                        "Unsupported value: \"strin\"",
                        "did you mean string?"),
                inTool(
                        ONE_INPUT + "type: string, §required: false}",
                        "spec.inputs[0].required",
                        "unknown field",
                        "write optional: true"),
                inTool(
                        ONE_INPUT + "type: string, §values: [a]}",
                        "spec.inputs[0].values",
                        "unknown field",
                        "write enum: [a, b]"),
                inTool(
                        ONE_INPUT + "type: array, items: {type: string, §values: [a]}}",
                        "spec.inputs[0].items.values",
                        "unknown field",
                        "write enum: [a, b]"),
                inTool(
                        ONE_INPUT + "type: string, enum: [a, §1]}",
                        "spec.inputs[0].enum[1]",
                        "must be a text, not a whole number",
                        "quote it: \"1\""),
                inTool(
                        ONE_INPUT.replace("{name", "§{name") + "type: string, enum: [a, b], default: c}",
                        "spec.inputs[0]",
                        "default must be one of enum",
                        "the default is c, and enum has [a, b]"),
                inTool(
                        "statement: {adapter: db, text: {inline: \"SELECT 1 WHERE §{{ inputs.q }} IS NULL\"}}\n"
                                + "inputs: [{name: q, type: array, items: {type: string}, optional: true}]",
                        "spec.statement.text.inline",
                        "{{ inputs.q }} is a list",
                        "json_each({{ inputs.name | json }})"),
                inTool(
                        STATEMENT + "§parameters: [{name: q, type: string}]",
                        "spec.parameters",
                        "unknown field",
                        "inputs of a tool are 'inputs'"));
    }

    static Stream<Slip> others() {
        return Stream.of(
                inTool(
                        STATEMENT + INPUT + "cache: §true",
                        "spec.cache",
                        "must be an object, not true or false",
                        "write cache: {mode: Enabled}"),
                inTool(
                        STATEMENT + INPUT + "timeout: §5",
                        "spec.timeout",
                        "must be a text, not a whole number",
                        "write the unit: 5s"),
                inTool(
                        STATEMENT + INPUT + "timeout: §\"5\"",
                        "spec.timeout",
                        "'5' is not a duration",
                        "write a number and a unit: 500ms, 5s"),
                inTool(
                        STATEMENT + INPUT + "timeout: §5 seconds",
                        "spec.timeout",
                        "'5 seconds' is not a duration",
                        "write a number and a unit: 500ms, 5s"),
                inTool(
                        STATEMENT + INPUT + "§toolset: acme",
                        "spec.toolset",
                        "unknown field",
                        "names its servers in 'serverRefs'"),
                in(
                        document("Tool", "x", "serverRefs: [§acme]\n" + STATEMENT),
                        "spec.serverRefs[0]",
                        "must be an object, not a text",
                        "write serverRefs: [{name: acme}]"),
                in(
                        document("Tool", "x", "§serverRefs: {name: acme}\n" + STATEMENT),
                        "spec.serverRefs",
                        "must be a list, not an object",
                        "write serverRefs: [{name: acme}]"),
                in(
                        document("Tool", "x", STATEMENT),
                        "spec.serverRefs",
                        "Required value",
                        "write serverRefs: [{name: ...}]"),
                in(
                        document("Tool", "§Find_Customer", STATEMENT),
                        "metadata.name",
                        "'Find_Customer' is not a name in Kubernetes",
                        "write find-customer; what clients see may be spec.name: Find_Customer"),
                in(
                        document("Tool", "x", "description: Finds§: a\n" + STATEMENT),
                        "",
                        "mapping values are not allowed here",
                        "quote the value that has ': ' in it"),
                in(
                        document("Tool", "x", STATEMENT).replace("§", "").replace("spec:\n", "spec:\n§\tname: y\n"),
                        "",
                        "found character '\\t(TAB)'",
                        "indent with spaces"));
    }

    @ParameterizedTest
    @MethodSource({"actions", "inputs", "others"})
    void slipIsAnErrorWithPlaceCauseAndCure(Slip slip) throws IOException {
        new SlipDirectory(folder).assertError(slip);
    }
}
