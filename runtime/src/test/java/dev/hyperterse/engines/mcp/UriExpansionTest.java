package dev.hyperterse.engines.mcp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.hyperterse.calls.CallFailure;
import dev.hyperterse.calls.Principal;
import dev.hyperterse.calls.binding.ValueSource.Finder;
import dev.hyperterse.calls.memory.BufferBudget;
import dev.hyperterse.catalog.UriTemplate;
import dev.hyperterse.catalog.input.Input;
import dev.hyperterse.catalog.input.InputType;
import dev.hyperterse.catalog.values.ValueSet;
import dev.hyperterse.runtime.live.Leaves;
import dev.hyperterse.runtime.live.template.TemplateMatcher;
import java.util.Map;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Templates of URIs with their variables filled in. */
class UriExpansionTest {
    private static final UriTemplate SIMPLE = Leaves.uriTemplate("docs://a/", "{id}", "/b");
    private static final UriTemplate RESERVED = Leaves.uriTemplate("docs://a/", "{+path}", "", "{#part}");

    private static String expanded(UriTemplate template, Map<String, String> values) {
        var inputs = values.keySet().stream()
                .sorted()
                .map(name -> Input.of(name, InputType.STRING, false))
                .toList();
        var slots = inputs.stream().map(input -> values.get(input.name())).toArray();
        var expansion = new UriExpansion(template, new Finder(inputs, ValueSet.empty(), UnaryOperator.identity()));
        try (var memory = new BufferBudget(1 << 20).reservation()) {
            return expansion.uri(slots, Principal.ANONYMOUS, memory);
        }
    }

    @ParameterizedTest
    @CsvSource({
        // The same where the client has encoded what has to be, and nothing else.
        "docs://a/x/b, docs://a/x/b",
        "docs://a/x%2F.y%2Fz../b, docs://a/x%2F.y%2Fz../b",
        "docs://a/%C3%BC%20~/b, docs://a/%C3%BC%20~/b",
        "docs://a/%252e%252e/b, docs://a/%252e%252e/b",
        "docs://a/x%0D%0Ay/b, docs://a/x%0D%0Ay/b",
        // The normal form otherwise.
        "docs://a/%2d%c3%bc/b, docs://a/-%C3%BC/b",
        "docs://a/ü/b, docs://a/%C3%BC/b",
    })
    void matchedUriIsExpandedToItsNormalForm(String asked, String uri) {
        var matcher = new TemplateMatcher(SIMPLE);
        var variables = matcher.match(asked).orElseThrow();
        assertThat(expanded(SIMPLE, variables)).isEqualTo(uri);
        assertThat(matcher.match(uri)).contains(variables);
    }

    @ParameterizedTest
    @CsvSource({
        "docs://a/x/y?z=1&b=%2f#, docs://a/x/y?z=1&b=%2f#",
        "docs://a/#p/q?r, docs://a/#p/q?r",
        "docs://a/ü%zz\"<>#%, docs://a/%C3%BC%25zz%22%3C%3E#%25",
    })
    void whatTheMatcherDidNotDecodeIsTakenOver(String asked, String uri) {
        assertThat(expanded(RESERVED, new TemplateMatcher(RESERVED).match(asked).orElseThrow()))
                .isEqualTo(uri);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "%2e%2e",
                "%2e%2e%2f",
                "x?y=1",
                "#x",
                "a\r\nb: c",
                "ü",
                "a b",
                "{id}",
                "//host",
                "a\\b",
                "\u0000",
                "@",
                ":",
                "a%"
            })
    void valueStaysWithinItsVariable(String value) {
        var uri = expanded(SIMPLE, Map.of("id", value));
        assertThat(uri).matches("docs://a/[A-Za-z0-9._~%-]+/b");
        assertThat(new TemplateMatcher(SIMPLE).match(uri)).contains(Map.of("id", value));
    }

    @ParameterizedTest
    @ValueSource(strings = {".", "..", "../x", "x/../y", "a\\..\\b", "x/.."})
    void valueThatLeadsElsewhereIsRefused(String value) {
        assertThatThrownBy(() -> expanded(SIMPLE, Map.of("id", value)))
                .isInstanceOf(CallFailure.class)
                .hasMessageContaining("could lead elsewhere");
    }

    @ParameterizedTest
    @ValueSource(strings = {"..", "../x", "x/../../y", "x/%2e%2E/y", "x/.", "x/..%2fy", "..%5C..", "x\\.."})
    void pathThatLeadsElsewhereIsRefused(String path) {
        assertThatThrownBy(() -> expanded(RESERVED, Map.of("path", path, "part", "p")))
                .hasMessageContaining("could lead elsewhere");
    }

    /** A character that is not of ASCII is up to nine when it is encoded. */
    @Test
    void uriThatNoClientCouldAskForIsRefused() {
        assertThatThrownBy(() -> expanded(SIMPLE, Map.of("id", "ü".repeat(2_000))))
                .hasMessageContaining("longer than 8192 characters");
    }

    /** A server that takes the value as a path does not end it at its query. */
    @ParameterizedTest
    @CsvSource({
        "x?y=/../z, p",
        "x?/../z, p",
        "x?../z, p",
        "..?x, p",
        "x#/../z, p",
        "x/%2e%2e%3fy, p",
        "x, /../y",
        "x, .."
    })
    void delimiterWithinAValueHidesNoDots(String path, String part) {
        assertThatThrownBy(() -> expanded(RESERVED, Map.of("path", path, "part", part)))
                .hasMessageContaining("could lead elsewhere");
    }

    @Test
    void valueIsLookedAtByItselfAndWithTheTextAroundIt() {
        var query = Leaves.uriTemplate("docs://a?file=", "{+path}");
        assertThatThrownBy(() -> expanded(query, Map.of("path", "../x"))).hasMessageContaining("could lead elsewhere");
        var dot = Leaves.uriTemplate("docs://a/.", "{id}", "/b");
        assertThatThrownBy(() -> expanded(dot, Map.of("id", "."))).hasMessageContaining("could lead elsewhere");
        assertThat(expanded(RESERVED, Map.of("path", "x?y=..z&a=1..2", "part", "v1.2")))
                .isEqualTo("docs://a/x?y=..z&a=1..2#v1.2");
    }
}
