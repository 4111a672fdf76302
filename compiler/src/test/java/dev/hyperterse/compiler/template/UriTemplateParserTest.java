package dev.hyperterse.compiler.template;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hyperterse.catalog.UriTemplate;
import dev.hyperterse.compiler.problem.Problem;
import java.util.stream.Collectors;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class UriTemplateParserTest {
    @ParameterizedTest
    @CsvSource(
            delimiterString = " -> ",
            quoteCharacter = '`',
            value = {
                "shop://orders/{id} -> 'shop://orders/' SIMPLE(id)",
                "file:///{+path} -> 'file:///' RESERVED(path)",
                "docs://page{#part} -> 'docs://page' FRAGMENT(part)",
                "a:{x}-{y_2}.txt -> 'a:' SIMPLE(x) '-' SIMPLE(y_2) '.txt'",
                "a:{x.y}%20 -> 'a:' SIMPLE(x.y) '%20'",
            })
    void levelsOneAndTwoAreTaken(String template, String parts) {
        var parsed =
                UriTemplateParser.parse(template, "spec.uriTemplate").valid().orElseThrow();
        assertThat(parsed.text()).isEqualTo(template);
        assertThat(parsed.parts().stream().map(UriTemplateParserTest::display).collect(Collectors.joining(" ")))
                .isEqualTo(parts);
    }

    private static String display(UriTemplate.Part part) {
        return switch (part) {
            case UriTemplate.Literal(var text) -> "'" + text + "'";
            case UriTemplate.Variable(var name, var expansion) -> expansion + "(" + name + ")";
        };
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "orders/{id}         | uri-has-a-scheme      | 1:1",
                "{scheme}://a        | uri-has-a-scheme      | 1:1",
                "a:b                 | template-has-a-variable | 1:1",
                "a:{x                | variable-closed       | 1:3",
                "a:{x}{y}            | variables-apart       | 1:6",
                "a:{x}/{x}           | variable-once         | 1:7",
                "a:{}                | variable-name         | 1:3",
                "a:{+}               | variable-name         | 1:3",
                "a:{b-c}             | variable-name         | 1:3",
                "a:{ x}              | variable-name         | 1:3",
                "a:{/x}              | uri-template-level    | 1:3",
                "a:{?x}              | uri-template-level    | 1:3",
                "a:{x,y}             | uri-template-level    | 1:3",
                "a:{x*}              | uri-template-level    | 1:3",
                "a:{x:3}             | uri-template-level    | 1:3",
                "a:{x}}              | uri-characters        | 1:6",
                "a:{x} b             | uri-characters        | 1:6",
            })
    void anythingElseIsRefusedAtItsPlace(String template, String rule, String position) {
        assertThat(UriTemplateParser.parse(template, "spec.uriTemplate").problems())
                .first()
                .satisfies(problem -> assertThat(problem.rule()).isEqualTo(rule))
                .extracting(Problem::position)
                .satisfies(place -> assertThat(place.orElseThrow().toString()).isEqualTo(position));
    }
}
