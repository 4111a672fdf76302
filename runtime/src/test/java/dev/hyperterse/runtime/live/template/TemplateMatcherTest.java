package dev.hyperterse.runtime.live.template;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hyperterse.catalog.UriTemplate;
import dev.hyperterse.runtime.live.Leaves;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class TemplateMatcherTest {
    static Stream<Arguments> uris() {
        var one = Leaves.uriTemplate("shop://orders/", "{id}");
        var inside = Leaves.uriTemplate("shop://orders/", "{id}", "/lines");
        var two = Leaves.uriTemplate("shop://", "{kind}", "/", "{id}");
        var path = Leaves.uriTemplate("file:///", "{+path}", ".md");
        var fragment = Leaves.uriTemplate("doc://page", "{#part}");
        var twice = Leaves.uriTemplate("a://", "{x}", "/", "{x}");
        return Stream.of(
                Arguments.of(one, "shop://orders/42", Optional.of(Map.of("id", "42"))),
                Arguments.of(one, "shop://orders/a%20b%2Fc", Optional.of(Map.of("id", "a b/c"))),
                Arguments.of(one, "shop://orders/%C3%A9", Optional.of(Map.of("id", "é"))),
                Arguments.of(one, "shop://orders/\u00e9", Optional.of(Map.of("id", "é"))),
                Arguments.of(one, "shop://orders/%FF", Optional.empty()),
                Arguments.of(one, "shop://orders/%2", Optional.empty()),
                Arguments.of(one, "shop://orders/", Optional.empty()),
                Arguments.of(one, "shop://orders/a/b", Optional.empty()),
                Arguments.of(one, "shop://orders/a?b", Optional.empty()),
                Arguments.of(one, "shop://orders/a b", Optional.empty()),
                Arguments.of(one, "SHOP://orders/1", Optional.empty()),
                Arguments.of(inside, "shop://orders/42/lines", Optional.of(Map.of("id", "42"))),
                Arguments.of(inside, "shop://orders/42/lines/", Optional.empty()),
                Arguments.of(two, "shop://orders/1", Optional.of(Map.of("kind", "orders", "id", "1"))),
                Arguments.of(path, "file:///a/b%20c.md", Optional.of(Map.of("path", "a/b%20c"))),
                Arguments.of(path, "file:///.md", Optional.of(Map.of("path", ""))),
                Arguments.of(fragment, "doc://page#top", Optional.of(Map.of("part", "top"))),
                Arguments.of(fragment, "doc://page", Optional.empty()),
                Arguments.of(twice, "a://1/1", Optional.of(Map.of("x", "1"))),
                Arguments.of(twice, "a://1/2", Optional.empty()));
    }

    @ParameterizedTest
    @MethodSource("uris")
    void matchYieldsDecodedVariables(UriTemplate template, String uri, Optional<Map<String, String>> variables) {
        assertThat(new TemplateMatcher(template).match(uri)).isEqualTo(variables);
    }

    @Test
    void overlongUriMatchesNothing() {
        var matcher = new TemplateMatcher(Leaves.uriTemplate("a:", "{id}"));

        assertThat(matcher.match("a:" + "1".repeat(TemplateMatcher.LONGEST_URI - 2)))
                .isPresent();
        assertThat(matcher.match("a:" + "1".repeat(TemplateMatcher.LONGEST_URI - 1)))
                .isEmpty();
    }

    @Test
    void hostileUriMatchesNothingInLinearTime() {
        var template = Leaves.uriTemplate("{+a}", "x", "{+b}", "x", "{+c}", "x", "{+d}", "y");

        assertThat(new TemplateMatcher(template).match("x".repeat(TemplateMatcher.LONGEST_URI)))
                .isEmpty();
    }
}
