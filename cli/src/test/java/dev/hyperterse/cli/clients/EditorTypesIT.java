package dev.hyperterse.cli.clients;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.hyperterse.cli.init.StarterFiles;
import dev.hyperterse.testbed.Requirement;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is shown of scripts fits the types for editors, as the compiler of TypeScript checks it with the settings of the page. */
class EditorTypesIT {
    private static final Path DOCS = Path.of("..", "docs");
    private static final Path EXAMPLE = Path.of("..", "examples", "scripts", "scripts");
    private static final Pattern SCRIPT = Pattern.compile("(?ms)^```js\n(.*?)^```$");
    private static final Pattern SETTINGS = Pattern.compile("(?ms)^```json\n(\\{\"compilerOptions\".*?)^```$");
    private static final String TYPED = "/// <reference path=\"./hyperterse.d.ts\" />\nexport {};\n";

    @TempDir
    private Path folder;

    @Test
    void theScriptsOfTheDocumentationAndOfTheExampleHaveTheirTypes() throws IOException {
        var compiler = Requirement.fulfil(() -> ClientTools.ofNode("types"));
        var page = Files.readString(DOCS.resolve("scripts.md"));
        Files.copy(DOCS.resolve("hyperterse.d.ts"), folder.resolve("hyperterse.d.ts"));
        write("tsconfig.json", found(SETTINGS, page).getFirst().group(1));
        var checked = found(SCRIPT, page).stream()
                .map(block -> block.group(1))
                .filter(script -> script.contains("@ts-check"))
                .toList();
        assertThat(checked).hasSize(1);
        write("checked.js", checked.getFirst());
        try (var scripts = Files.list(EXAMPLE)) {
            var files = scripts.toList();
            assertThat(files).hasSizeGreaterThan(2);
            for (var file : files) {
                write(file.getFileName().toString(), Files.readString(file).replace("../../../docs/", "./"));
            }
        }
        var examples = found(SCRIPT, Files.readString(DOCS.resolve("reference").resolve("script-members.md")));
        assertThat(examples).hasSizeGreaterThan(20);
        for (var number = 0; number < examples.size(); number++) {
            write("example-" + number + ".ts", typed(examples.get(number).group(1)));
        }
        compile(compiler);

        write("wrong.ts", TYPED + "export default (_: ToolPayload, ctx: ScriptContext) => ctx.nothing;\n");
        assertThatThrownBy(() -> compile(compiler))
                .isInstanceOf(AssertionError.class)
                .hasMessageContaining("wrong.ts")
                .hasMessageContaining("'nothing'");
    }

    @Test
    void theScriptOfANewDirectoryHasItsTypes() throws IOException {
        var compiler = Requirement.fulfil(() -> ClientTools.ofNode("types"));
        for (var file : new StarterFiles("shop").texts().entrySet()) {
            Files.createDirectories(folder.resolve(file.getKey()).getParent());
            write(file.getKey(), file.getValue());
        }
        var settings = folder.resolve("scripts/tsconfig.json").toString();
        compiler.run(List.of("node_modules/.bin/tsc", "--project", settings));

        write("scripts/wrong.js", "export default (/** @type {ScriptContext} */ ctx) => ctx.nothing;\n");
        assertThatThrownBy(() -> compiler.run(List.of("node_modules/.bin/tsc", "--project", settings)))
                .hasMessageContaining("wrong.js");
    }

    private void compile(ClientTools compiler) {
        compiler.run(List.of("node_modules/.bin/tsc", "--project", folder.toString()));
    }

    /** The same function, with the types of its parameters. */
    private static String typed(String script) {
        return TYPED
                + script.replaceFirst(
                        "(?m)^export default",
                        "export const run: (payload: ToolPayload, ctx: ScriptContext) => unknown =");
    }

    private static List<MatchResult> found(Pattern pattern, String text) {
        return pattern.matcher(text).results().toList();
    }

    private void write(String name, String text) throws IOException {
        Files.writeString(folder.resolve(name), text);
    }
}
