package dev.hyperterse.install;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.client.utils.Serialization;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.luaj.vm2.LuaTable;
import org.luaj.vm2.LuaValue;
import org.luaj.vm2.lib.jse.JsePlatform;

/** What Argo CD shows of our objects: its script runs over its test data, as Argo CD's own tests do. */
class ArgoHealthTest {
    private static final Path SCRIPTS = Path.of("..", "argocd", "resource_customizations", "hyperterse.dev", "_");

    record Case(String input, String status, String message) {}

    @ParameterizedTest
    @MethodSource
    void cases(Case expected) throws IOException {
        var globals = JsePlatform.standardGlobals();
        globals.set(
                "obj", lua(Serialization.unmarshal(Files.readString(SCRIPTS.resolve(expected.input())), Map.class)));
        var health = globals.load(Files.readString(SCRIPTS.resolve("health.lua")), "health")
                .call();
        assertThat(health.get("status").tojstring()).isEqualTo(expected.status());
        assertThat(health.get("message").tojstring()).isEqualTo(expected.message());
    }

    @SuppressWarnings("unchecked")
    static Stream<Case> cases() throws IOException {
        Map<String, List<Map<String, Object>>> file =
                Serialization.unmarshal(Files.readString(SCRIPTS.resolve("health_test.yaml")), Map.class);
        return file.get("tests").stream().map(test -> {
            var health = (Map<String, String>) test.get("healthStatus");
            return new Case((String) test.get("inputPath"), health.get("status"), health.get("message"));
        });
    }

    @Test
    void allTestDataIsUsed() throws IOException {
        try (var files = Files.list(SCRIPTS.resolve("testdata"))) {
            assertThat(cases().map(Case::input))
                    .containsExactlyInAnyOrderElementsOf(
                            files.map(file -> "testdata/" + file.getFileName()).toList());
        }
    }

    /** Issue 17, F7: a page had another script, which knew more than the one that is shipped. */
    @Test
    void thereIsOneScript() throws IOException {
        try (var files = Files.walk(Path.of("..", "docs"))) {
            assertThat(files.filter(file -> file.toString().endsWith(".md")).toList())
                    .allSatisfy(page -> assertThat(page).content().doesNotContain("```lua"));
        }
    }

    private static LuaValue lua(Object value) {
        return switch (value) {
            case Map<?, ?> map -> {
                var table = new LuaTable();
                map.forEach((key, field) -> table.set(key.toString(), lua(field)));
                yield table;
            }
            case List<?> list ->
                LuaValue.listOf(list.stream().map(ArgoHealthTest::lua).toArray(LuaValue[]::new));
            case Number number -> LuaValue.valueOf(number.doubleValue());
            case Boolean truth -> LuaValue.valueOf(truth);
            default -> LuaValue.valueOf(value.toString());
        };
    }
}
