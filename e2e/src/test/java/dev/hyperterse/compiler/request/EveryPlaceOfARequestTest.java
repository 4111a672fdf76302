package dev.hyperterse.compiler.request;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.hyperterse.catalog.Action;
import dev.hyperterse.catalog.input.Input;
import dev.hyperterse.catalog.input.InputType;
import dev.hyperterse.catalog.server.adapter.Adapter.Access;
import dev.hyperterse.compiler.HostileValues;
import dev.hyperterse.crds.v1alpha1.action.Request;
import dev.hyperterse.crds.v1alpha1.shared.JsonText;
import dev.hyperterse.runtime.tool.call.LinkedTool;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Hostile values in every kind of place of a request, from the arguments of a call to the bytes at a server: as many lines,
 * segments, parameters and members as with a harmless value, and each value arrives as it came, or the call is refused.
 */
class EveryPlaceOfARequestTest {
    private static final String HARMLESS = "harmless";
    private static final Pattern IN_HEADERS = Pattern.compile("[\\t\\x20-\\x7e]*");
    private static final Pattern IN_LINES = Pattern.compile("[^\\x00-\\x08\\x0a-\\x1f\\x7f-\\x9f\\u2028\\u2029]*");
    private static final Pattern NEVER_IN_PATHS = Pattern.compile("(?s).*[/\\\\\\x00-\\x1f\\x7f].*|\\.|\\.\\.|");

    private static final List<Input> INPUTS = List.of(
            Input.of("id", InputType.STRING, false),
            Input.listOf("tags", InputType.STRING, false),
            Input.of("doc", InputType.OBJECT, false),
            Input.of("file", InputType.STRING, false));

    /** What would end a segment, a parameter, a header, a line or a member, or begin another one. */
    private static final List<String> OF_REQUESTS = Stream.of(
                    "",
                    " ",
                    ".",
                    "..",
                    "...",
                    "/",
                    "//",
                    "a/b",
                    "/etc",
                    "../admin",
                    "a/../b",
                    "./a",
                    "..;",
                    "..;a=b",
                    ";a=b",
                    "a;b",
                    "\\",
                    "..\\admin",
                    "%",
                    "%2e",
                    "%2e%2e",
                    "%2E%2e",
                    "%252e%252e",
                    "%2f",
                    "%5c",
                    "%252f",
                    "%00",
                    "%0d%0a",
                    "%zz",
                    "?",
                    "a?b=c",
                    "#",
                    "a#b",
                    "&",
                    "a&b=c",
                    "a=b",
                    "=",
                    "+",
                    "a+b",
                    "a b",
                    "@",
                    "@evil.example",
                    ":80",
                    "//evil.example",
                    "http://evil.example/",
                    "*",
                    "[]",
                    "[0]",
                    "\r",
                    "\n",
                    "\r\n",
                    "\t",
                    "\r\nX-Evil: 1",
                    "\nX-Evil: 1",
                    "a\r\n\r\nGET /admin HTTP/1.1\r\nHost: a",
                    " HTTP/1.1\r\nX-Evil: 1",
                    "a HTTP/1.0",
                    "\u2028",
                    "\u2029",
                    "\u0085",
                    "\u007f",
                    "\u0001",
                    "é",
                    "€",
                    "😀",
                    "\ufeff",
                    "\"",
                    "\\\"",
                    "\",\"admin\":true,\"a\":\"",
                    "\"}",
                    "}",
                    "{",
                    "]",
                    ",",
                    "null",
                    "true",
                    "1e9",
                    "-1",
                    "\\u0022",
                    "\\n",
                    "{{ inputs.id }}",
                    "{{ env.KEY }}",
                    "{{{{",
                    "}}",
                    "${a}",
                    "<a>",
                    "a,b",
                    "a; b=c",
                    "a|b",
                    "~",
                    "~1",
                    "`a`",
                    "'",
                    "$(a)")
            .toList();

    private static final List<String> PAYLOADS = Stream.concat(HostileValues.all().stream(), OF_REQUESTS.stream())
            .distinct()
            .toList();

    /** The places, and which values a call is refused for. */
    private enum Place {
        SEGMENT(request("/orders/{{ inputs.id }}/lines"), EveryPlaceOfARequestTest::endsASegment),
        LAST_SEGMENT(request("/orders/{{ inputs.id }}"), EveryPlaceOfARequestTest::endsASegment),
        PART_OF_A_SEGMENT(
                request("/orders/id-{{ inputs.id }}-{{ env.REGION }}/{{ principal.subject }}"),
                value -> endsASegment("id-" + value + "-eu")),
        PARAMETER(request(Map.of("id", "{{ inputs.id }}"), Map.of(), Optional.empty()), _ -> false),
        PART_OF_A_PARAMETER(request(Map.of("q", "id:{{ inputs.id }} &x"), Map.of(), Optional.empty()), _ -> false),
        REPEATED_PARAMETER(request(Map.of("tag", "{{ inputs.tags }}"), Map.of(), Optional.empty()), _ -> false),
        DOCUMENT_IN_A_PARAMETER(request(Map.of("doc", "{{ inputs.doc }}"), Map.of(), Optional.empty()), _ -> false),
        HEADER(
                request(Map.of(), Map.of("X-Id", "{{ inputs.id }}"), Optional.empty()),
                value -> !IN_HEADERS.matcher(value).matches()),
        PART_OF_A_HEADER(
                request(Map.of(), Map.of("X-Id", "id {{ inputs.id }}, x"), Optional.empty()),
                value -> !IN_HEADERS.matcher(value).matches()),
        MEMBER(json("{\"id\": \"{{ inputs.id }}\", \"b\": [1, \"{{ inputs.id }}\"]}"), _ -> false),
        PART_OF_A_MEMBER(json("{\"a\": {\"id\": \"for {{ inputs.id }}!\"}}"), _ -> false),
        LIST_IN_A_BODY(json("{\"tags\": \"{{ inputs.tags }}\"}"), _ -> false),
        DOCUMENT_IN_A_BODY(json("[\"{{ inputs.doc }}\"]"), _ -> false),
        WHOLE_BODY(json("\"{{ inputs.id }}\""), _ -> false),
        FORM(form(Map.of("id", "{{ inputs.id }}")), _ -> false),
        REPEATED_FIELD(form(Map.of("tag", "{{ inputs.tags }}")), _ -> false),
        PART(part("{text: '{{ inputs.id }}'}"), _ -> false),
        PART_OF_A_PART(part("{text: 'for {{ inputs.id }}!'}"), value -> !IN_LINES.matcher(value)
                .matches()),
        REPEATED_PART(part("{text: '{{ inputs.tags }}', contentType: text/csv}"), _ -> false),
        DOCUMENT_AS_A_PART(part("{text: '{{ inputs.doc }}'}"), _ -> false),
        JSON_PART(part("{json: {a: ['{{ inputs.id }}', 'b {{ inputs.id }}', '{{ inputs.doc }}']}}"), _ -> false),
        BINARY_PART(part("{base64: '{{ inputs.file }}', fileName: a.png}"), _ -> false),
        BINARY_BODY(base64("{{ inputs.file }}", "image/png"), _ -> false),
        FILE_NAME(part("{text: a, fileName: '{{ inputs.id }}'}"), EveryPlaceOfARequestTest::isNoFileName),
        PART_OF_A_FILE_NAME(
                part("{text: a, fileName: 'the \"{{ inputs.id }}\".txt'}"), value -> isNoFileName("the " + value)),
        TEXT(text("{{ inputs.id }}"), _ -> false),
        PART_OF_A_TEXT(text("line 1 {{ inputs.id }}\nline 2"), value -> !IN_LINES.matcher(value)
                .matches());

        private final Request request;
        private final Predicate<String> refused;

        Place(Request request, Predicate<String> refused) {
            this.request = request;
            this.refused = refused;
        }
    }

    @Test
    void thereAreEnoughPayloads() {
        assertThat(PAYLOADS).hasSizeGreaterThanOrEqualTo(400);
    }

    @ParameterizedTest
    @EnumSource
    void hostileValuesStayInTheirPlaceOrAreRefused(Place place) {
        try (var calls = new RequestCalls("/v1")) {
            var tool = calls.link(action(place.request), INPUTS);
            var harmless = sent(calls, tool, HARMLESS).orElseThrow();
            assertThat(harmless.toString()).contains(HARMLESS);
            for (var payload : PAYLOADS) {
                var sent = sent(calls, tool, payload);
                assertThat(sent.isEmpty())
                        .as("whether '%s' is refused", payload)
                        .isEqualTo(place.refused.test(payload));
                sent.ifPresent(request -> assertThat(request.parts())
                        .as(payload)
                        .isEqualTo(harmless.parts().stream()
                                .map(part -> part.replace(HARMLESS, payload))
                                .toList()));
            }
        }
    }

    /** Also encoded ones are refused, because a proxy may decode the path before the server does. */
    private static boolean endsASegment(String value) {
        return NEVER_IN_PATHS.matcher(decoded(value)).matches()
                || Pattern.matches("(?s)\\.{1,2}(;.*)?", decoded(value));
    }

    private static boolean isNoFileName(String value) {
        return value.isEmpty()
                || value.matches("\\.{1,2}")
                || value.contains("/")
                || value.contains("\\")
                || value.contains("\t")
                || !IN_LINES.matcher(value).matches();
    }

    private static String decoded(String value) {
        return value.replaceAll("(?i)%(25)*2e", ".").replaceAll("(?i)%(25)*(2f|5c|0d|0a|00)", "/");
    }

    private static Optional<SentRequest> sent(RequestCalls calls, LinkedTool tool, String value) {
        var answer = calls.run(
                tool,
                Map.of("id", value, "tags", List.of(value, value), "doc", Map.of("k", value), "file", base64(value)));
        if (!answer.equals("[{}]")) {
            assertThat(answer).startsWith("binding: input 'id'");
            assertThat(calls.api().requests()).isEmpty();
            return Optional.empty();
        }
        return Optional.of(SentRequest.read(calls.api().take()));
    }

    static String base64(String value) {
        return Base64.getEncoder().encodeToString(value.getBytes(StandardCharsets.UTF_8));
    }

    private static Action action(Request request) {
        var compiled = RequestCompiler.compile(
                new RequestSource("spec.http", request, Access.ReadWrite, INPUTS, Set.of("REGION"), Set.of()));
        return new Action.RunRequest(
                RequestCalls.ADAPTER,
                compiled.valid()
                        .orElseThrow(
                                () -> new AssertionError(compiled.problems().toString())),
                "",
                Optional.empty());
    }

    private static Request request(String path) {
        return new Request(
                "api",
                Request.Method.GET,
                path,
                Map.of(),
                Map.of(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty());
    }

    private static Request request(
            Map<String, String> query, Map<String, String> headers, Optional<Request.Body> body) {
        return new Request(
                "api", Request.Method.PUT, "/orders", query, headers, body, Optional.empty(), Optional.empty());
    }

    private static Request json(String json) {
        return request(Request.Body.ofJson(JsonText.of(tree(json))));
    }

    private static Request form(Map<String, String> form) {
        return request(Request.Body.ofForm(form));
    }

    private static Request text(String text) {
        return request(Request.Body.ofText(text));
    }

    private static Request base64(String text, String contentType) {
        return request(Request.Body.ofBase64(text, Optional.of(contentType)));
    }

    private static Request request(Request.Body body) {
        return request(Map.of(), Map.of(), Optional.of(body));
    }

    /** Between two others. @param yaml without its name */
    private static Request part(String yaml) {
        return request(Map.of(), Map.of(), Optional.of(MultipartRequestTest.body("""
                        - {name: before, text: a}
                        - {name: 'a "quoted" name', %s
                        - {name: after, json: 1}
                        """.formatted(yaml.substring(1)))));
    }

    private static JsonNode tree(String json) {
        try {
            return new ObjectMapper().readTree(json);
        } catch (JsonProcessingException malformed) {
            throw new IllegalArgumentException(malformed);
        }
    }
}
