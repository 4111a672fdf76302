package dev.hyperterse.scripts;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hyperterse.javascript.Sandbox;
import dev.hyperterse.javascript.ScriptFiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.json.JsonMapper;

/** The types for editors match the globals of a run exactly. */
class ScriptTypesTest {
    private static final RunningScripts SCRIPTS = new RunningScripts(RunningScripts.small());
    private static final Pattern GLOBAL = Pattern.compile("(?m)^  (?:const|function|class) (\\w+)");
    private static final Pattern MEMBER = Pattern.compile("(?m)^    (?:readonly )?(\\w+)[(:?<]");

    @AfterAll
    static void close() {
        SCRIPTS.close();
    }

    @Test
    void everyGlobalIsTypedAndEveryTypeExists() throws IOException {
        var globals = names("Object.getOwnPropertyNames(globalThis)");
        globals.removeAll(ofTheLanguage());
        assertThat(globals).isEqualTo(found(GLOBAL, types()));
    }

    @Test
    void everyMemberOfTheContextIsTypedAndEveryTypeExists() throws IOException {
        var members = names("Object.keys(ctx)");
        assertThat(members).isEqualTo(found(MEMBER, body("interface ScriptContext")));
    }

    @ParameterizedTest
    @ValueSource(strings = {"URL", "URLSearchParams", "Headers", "Response", "TextEncoder", "TextDecoder"})
    void everyMemberOfAClassIsTypedAndEveryTypeExists(String name) throws IOException {
        var members = names("Object.getOwnPropertyNames(%s.prototype)".formatted(name));
        members.remove("constructor");
        var typed = found(MEMBER, body("class " + name));
        typed.remove("constructor");
        assertThat(members).isEqualTo(typed);
    }

    @ParameterizedTest
    @ValueSource(strings = {"console", "crypto"})
    void everyMemberOfAnObjectIsTypedAndEveryTypeExists(String name) throws IOException {
        var type = Character.toUpperCase(name.charAt(0)) + name.substring(1);
        assertThat(names("Object.keys(%s)".formatted(name))).isEqualTo(found(MEMBER, body("interface " + type)));
    }

    private static Set<String> names(String expression) {
        var rows = JsonMapper.shared().readTree(SCRIPTS.run("export default (_, ctx) => " + expression, "{}"));
        var names = new TreeSet<String>();
        rows.forEach(row -> names.add(row.get("value").asString()));
        return names;
    }

    /** What is there without the prelude. */
    private static Set<String> ofTheLanguage() {
        try (var sandbox = new Sandbox();
                var context = sandbox.open(ScriptFiles.of(Map.of()))) {
            var names = context.eval(Sandbox.internal("names", "Object.getOwnPropertyNames(globalThis).join(' ')"));
            return Set.of(names.asString().split(" "));
        }
    }

    private static String types() throws IOException {
        return Files.readString(Path.of("..", "docs", "hyperterse.d.ts"));
    }

    private static String body(String declaration) throws IOException {
        var types = types();
        var begin = types.indexOf("  " + declaration + " {");
        return types.substring(begin, types.indexOf("\n  }", begin));
    }

    private static Set<String> found(Pattern pattern, String text) {
        return pattern.matcher(text)
                .results()
                .map(found -> found.group(1))
                .collect(Collectors.toCollection(TreeSet::new));
    }
}
