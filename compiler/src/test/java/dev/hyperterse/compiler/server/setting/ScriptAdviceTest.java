package dev.hyperterse.compiler.server.setting;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hyperterse.compiler.resolve.ScriptOutcome.Finding;
import dev.hyperterse.compiler.resolve.ScriptSource;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ScriptAdviceTest {
    private static final String TYPES = "for types write language: TypeScript beside source";
    private static final String TOOL = "spec.script";
    private static final String FUNCTION = "write export default ({ inputs }, ctx) => ...";

    /** The engine stops at the sign. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "export default (a§: string) => 1",
                "export default (a§?: Row[]) => 1",
                "export default (a§: {b: string}) => 1",
                "export default ()§: Promise<Row> => 1",
                "§interface Row { id: number }",
                "§type Row = {id: number}",
                "§enum Kind { A }",
            })
    void typesAreTypeScript(String line) {
        assertThat(advice(line, "Expected , but found :")).isEqualTo(TYPES);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "import * as fs from '§node:fs'",
                "import { x as y } from '§lodash'",
                "const given = {headers: {a: String(1)}, body: JSON.stringify(x§;",
                "const given = {headers: { authorization: `as ${x}` }§",
                "const § = 1",
            })
    void otherFaultsOfJavaScriptAreNot(String line) {
        assertThat(advice(line, "Expected an operand")).isEmpty();
    }

    @Test
    void typesOfAnotherFileAreInItsName() {
        var files = new TreeMap<>(Map.of("a.js", "import './b.js'", "b.js", "let a: string"));
        var source = new ScriptSource("a.js", ScriptSource.Language.JAVASCRIPT, files);

        assertThat(ScriptAdvice.of(TOOL, new Finding("b.js", 1, 6, "Expected ;"), source))
                .isEqualTo("for types end the name of the file with .ts");
    }

    @Test
    void functionIsMissingInTheEntryAlone() {
        var missing = "The requested module 'x' does not provide an export named 'default'";

        assertThat(ScriptAdvice.of(TOOL, new Finding("a.js", 0, 0, missing), source("const a = 1")))
                .isEqualTo(FUNCTION);
        assertThat(ScriptAdvice.of(TOOL, new Finding("a.js", 0, 0, missing), source("module.exports = () => 1")))
                .isEqualTo(FUNCTION + " in place of module.exports");
        assertThat(ScriptAdvice.of(TOOL, new Finding("a.js", 1, 1, missing), source("import sum from './sum.js'")))
                .isEmpty();
    }

    @Test
    void functionOfAPluginOrATransformGetsWhatItsDocumentationSays() {
        var missing = new Finding("a.js", 0, 0, "The requested module 'x' does not provide an export named 'default'");
        assertThat(ScriptAdvice.of("spec.auth.plugins[0].script", missing, source("1")))
                .isEqualTo("write export default ({ headers }, ctx) => ...");
        assertThat(ScriptAdvice.of("spec.transforms.output", missing, source("1")))
                .isEqualTo("write export default ({ results }, ctx) => ...");
    }

    private static String advice(String line, String message) {
        return ScriptAdvice.of(
                TOOL,
                new Finding("a.js", 2, line.indexOf('§') + 1, message),
                source("// first\n" + line.replace("§", "")));
    }

    private static ScriptSource source(String text) {
        return ScriptSource.of("a.js", ScriptSource.Language.JAVASCRIPT, text);
    }
}
