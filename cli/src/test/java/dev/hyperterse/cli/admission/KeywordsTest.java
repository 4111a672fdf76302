package dev.hyperterse.cli.admission;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hyperterse.cli.document.YamlText;
import dev.hyperterse.compiler.admission.ObjectAdmission;
import dev.hyperterse.compiler.admission.schema.CustomResourceSchemas;
import dev.hyperterse.compiler.admission.schema.Schema;
import dev.hyperterse.compiler.admission.violation.Violation;
import dev.hyperterse.compiler.problem.Problem;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Every keyword that our CRDs use, one object each. What is expected was said by the code of a Kubernetes 1.35 API server
 * (apiextensions-apiserver: pruning, validation, list types, CEL), line by line.
 */
class KeywordsTest {
    private static final Schema SCHEMA = CustomResourceSchemas.parse(text("keywords-crd.yaml"));
    private static final ObjectAdmission ADMISSION = new ObjectAdmission();

    static Stream<Arguments> cases() {
        var expected = expected();
        var objects = YamlText.parse("keywords.yaml", text("keywords.yaml"));
        assertThat(objects).hasSameSizeAs(expected.keySet());
        var names = List.copyOf(expected.keySet());
        return IntStream.range(0, names.size())
                .mapToObj(it -> Arguments.of(names.get(it), objects.get(it), expected.get(names.get(it))));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("cases")
    void saysWhatTheApiServerSays(String name, Map<String, Object> object, List<String> expected) {
        assertThat(objections(object)).containsExactlyInAnyOrderElementsOf(expected);
    }

    @Test
    void nullIsNotStored() {
        var object = YamlText.parse("x", """
                metadata: {name: a}
                spec: {size: 1, text: null, ports: [{name: a}]}
                status: {mine: true}
                """).getFirst();
        var outcome = ADMISSION.check(SCHEMA, object);
        assertThat(outcome.violations()).isEmpty();
        assertThat(outcome.stored())
                .isEqualTo(Map.of(
                        "metadata",
                        Map.of("name", "a"),
                        "spec",
                        Map.of("size", 1L, "ports", List.of(Map.of("name", "a")))));
    }

    @Test
    void aRuleThatCannotBeEvaluatedIsAnObjection() {
        var object = YamlText.parse("x", "metadata: {name: a}\nspec: {size: 1, rules: {low: 7}}")
                .getFirst();
        assertThat(objections(object))
                .singleElement()
                .asString()
                .startsWith("spec.rules: Invalid value: \"object\": ")
                .endsWith("evaluating rule: seven needs high");
    }

    private static List<String> objections(Map<String, Object> object) {
        return ADMISSION.check(SCHEMA, object).violations().stream()
                .map(Violation::asProblem)
                .map(KeywordsTest::line)
                .distinct()
                .toList();
    }

    private static String line(Problem problem) {
        return problem.rule().equals("unknown-field") ? problem.message() : problem.path() + ": " + problem.message();
    }

    private static Map<String, List<String>> expected() {
        var expected = new LinkedHashMap<String, List<String>>();
        var current = new ArrayList<String>();
        for (var line : text("keywords-expected.txt").lines().toList()) {
            if (line.startsWith("# ")) {
                current = new ArrayList<>();
                expected.put(line.substring(2), current);
            } else if (!line.isEmpty()) {
                current.add(line);
            }
        }
        return expected;
    }

    private static String text(String resource) {
        try (var stream = KeywordsTest.class.getResourceAsStream(resource)) {
            return new String(stream.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException unreadable) {
            throw new IllegalStateException(unreadable);
        }
    }
}
