package dev.hyperterse.compiler.request;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hyperterse.catalog.Action;
import dev.hyperterse.catalog.input.Input;
import dev.hyperterse.catalog.input.InputType;
import dev.hyperterse.catalog.server.adapter.Adapter.Access;
import dev.hyperterse.compiler.problem.Problem;
import dev.hyperterse.crds.ApiSerialization;
import dev.hyperterse.crds.v1alpha1.action.Request;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.api.LoadSettings;

/** Bodies of multipart/form-data, from the text of their author to the bytes at a server. */
class MultipartRequestTest {
    private static final Pattern BOUNDARY = Pattern.compile("boundary=(\\S+)");

    private static final List<Input> INPUTS = List.of(
            Input.of("title", InputType.STRING, true),
            Input.of("count", InputType.INT, true),
            Input.of("doc", InputType.OBJECT, true),
            Input.of("photo", InputType.STRING, true),
            Input.listOf("scans", InputType.STRING, true),
            Input.listOf("tags", InputType.STRING, true),
            Input.listOf("numbers", InputType.INT, true));

    private static final String EVERY = """
            - {name: title, text: "{{ inputs.title }}"}
            - {name: count, text: "{{ inputs.count }}", contentType: text/plain; charset=utf-8}
            - {name: doc, json: {a: "{{ inputs.doc }}", b: 1}}
            - {name: photo, base64: "{{ inputs.photo }}", fileName: "{{ inputs.title }}.png", contentType: image/png}
            - {name: scans, base64: "{{ inputs.scans }}"}
            - {name: tag, text: "{{ inputs.tags }}"}
            """;

    private final RequestCalls calls = new RequestCalls("");

    @AfterEach
    void close() {
        calls.close();
    }

    /** @param yaml a list of parts */
    static Request.Body body(String yaml) {
        var tree = new Load(LoadSettings.builder().build()).loadFromString("multipart:\n" + yaml.indent(2));
        return ApiSerialization.mapper().convertValue(tree, Request.Body.class);
    }

    private static RequestSource source(String yaml) {
        var request = new Request(
                "api",
                Request.Method.POST,
                "/files",
                Map.of(),
                Map.of(),
                Optional.of(body(yaml)),
                Optional.empty(),
                Optional.empty());
        return new RequestSource("spec.http", request, Access.ReadWrite, INPUTS, Set.of(), Set.of());
    }

    private static Action action(String yaml) {
        return new Action.RunRequest(
                RequestCalls.ADAPTER,
                RequestCompiler.compile(source(yaml)).valid().orElseThrow(),
                "",
                Optional.empty());
    }

    @Test
    void partsAreSentAsBrowsersSendThem() {
        var tool = calls.link(action(EVERY), INPUTS);
        var answer = calls.run(
                tool,
                Map.of(
                        "title",
                        "Caf\u00e9 \"x\"",
                        "count",
                        7,
                        "doc",
                        Map.of("k", 1),
                        "photo",
                        "/wAN",
                        "scans",
                        List.of("YQ==", ""),
                        "tags",
                        List.of("a", "b")));
        assertThat(answer).isEqualTo("[{}]");
        var sent = calls.api().take();
        var boundary = boundary(sent);
        assertThat(sent.substring(sent.indexOf("\r\n\r\n") + 4).replace(boundary, "B"))
                .isEqualTo("""
                        --B
                        Content-Disposition: form-data; name="title"

                        Caf\u00c3\u00a9 "x"
                        --B
                        Content-Disposition: form-data; name="count"
                        Content-Type: text/plain; charset=utf-8

                        7
                        --B
                        Content-Disposition: form-data; name="doc"
                        Content-Type: application/json

                        {"a":{"k":1},"b":1}
                        --B
                        Content-Disposition: form-data; name="photo"; filename="Caf\u00c3\u00a9 %22x%22.png"
                        Content-Type: image/png

                        \u00ff\0<CR>
                        --B
                        Content-Disposition: form-data; name="scans"; filename="scans"
                        Content-Type: application/octet-stream

                        a
                        --B
                        Content-Disposition: form-data; name="scans"; filename="scans"
                        Content-Type: application/octet-stream


                        --B
                        Content-Disposition: form-data; name="tag"

                        a
                        --B
                        Content-Disposition: form-data; name="tag"

                        b
                        --B--
                        """.replace("\n", "\r\n").replace("<CR>", "\r"));
    }

    @Test
    void absentValuesLeaveTheirPartsOut() {
        var tool = calls.link(action(EVERY), INPUTS);
        assertThat(calls.run(tool, Map.of("photo", "AA=="))).isEqualTo("[{}]");
        assertThat(SentRequest.read(calls.api().take()).parts())
                .filteredOn(part -> part.startsWith("head C") || part.startsWith("object"))
                .containsExactly(
                        "head Content-Disposition: form-data; name=\"doc\"",
                        "head Content-Type: application/json",
                        "object ",
                        "head Content-Disposition: form-data; name=\"photo\"; filename=\"photo\"",
                        "head Content-Type: image/png");
    }

    @Test
    void boundaryOfAnotherRequestBeginsNoPart() {
        var tool = calls.link(action("[{name: title, text: \"{{ inputs.title }}\"}]"), INPUTS);
        calls.run(tool, Map.of("title", "first"));
        var earlier = "a\r\n--" + boundary(calls.api().take()) + "--\r\n";
        calls.run(tool, Map.of("title", earlier));
        assertThat(SentRequest.read(calls.api().take()).parts()).endsWith("content " + earlier);
    }

    /** A value that several parts have is in memory once for each of them. */
    @ParameterizedTest
    @ValueSource(strings = {"text", "base64"})
    void partsTakeMemoryOfTheirCall(String content) {
        var part = "{name: a, %s: \"{{ inputs.photo }}\"}".formatted(content);
        var value = "AAAA".repeat(75_000);
        var one = calls.link(action("[" + part + "]"), INPUTS);
        assertThat(calls.run(one, Map.of("photo", value))).isEqualTo("[{}]");
        calls.api().take();
        var many = calls.link(action("[" + (part + ", ").repeat(31) + part + "]"), INPUTS);
        assertThat(calls.run(many, Map.of("photo", value)))
                .startsWith("execution: the call needs more than the 16777216 bytes that this replica has");
        assertThat(calls.api().requests()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"", ".", "..", "a/b", "a\\b", "a\r\nX: b"})
    void valueThatIsNoFileNameIsRefused(String value) {
        var tool = calls.link(action("[{name: a, text: b, fileName: \"{{ inputs.title }}\"}]"), INPUTS);
        assertThat(calls.run(tool, Map.of("title", value)))
                .startsWith("binding: input 'title' is not allowed as the name of a file");
        assertThat(calls.api().requests()).isEmpty();
    }

    private static String boundary(String request) {
        return BOUNDARY.matcher(request).results().findFirst().orElseThrow().group(1);
    }

    @ParameterizedTest
    @ValueSource(strings = {"a", "YQ==\n", "data:image/png;base64,YQ==", "_-==", "Y Q=", "\u00e9"})
    void valueThatIsNotBase64IsRefused(String value) {
        assertThat(calls.run(calls.link(action(EVERY), INPUTS), Map.of("photo", value)))
                .isEqualTo("binding: input 'photo' is not base64: letters, digits, + and /");
        assertThat(calls.api().requests()).isEmpty();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            [{name: "{{ inputs.title }}", text: a}]                     | part-name    | spec.http.body.multipart[0].name
            [{name: "a\\r\\nX: b", text: a}]                            | part-name    | spec.http.body.multipart[0].name
            [{name: "a\\\\", text: a}]                                  | part-name    | spec.http.body.multipart[0].name
            [{name: "", text: a}]                                       | part-name    | spec.http.body.multipart[0].name
            [{name: a}]                                                 | part-content | spec.http.body.multipart[0]
            [{name: a, text: a, json: 1}]                               | part-content | spec.http.body.multipart[0]
            [{name: a, base64: YQ==}]                                   | part-content | spec.http.body.multipart[0].base64
            [{name: a, base64: "a{{ inputs.photo }}"}]                  | part-content | spec.http.body.multipart[0].base64
            [{name: a, base64: "{{ inputs.count }}"}]                   | part-content | spec.http.body.multipart[0].base64
            [{name: a, base64: "{{ inputs.doc }}"}]                     | part-content | spec.http.body.multipart[0].base64
            [{name: a, base64: "{{ inputs.numbers }}"}]                 | part-content | spec.http.body.multipart[0].base64
            [{name: a, text: a, fileName: ""}]                          | part-name    | spec.http.body.multipart[0].fileName
            [{name: a, text: a, fileName: ".."}]                        | part-name    | spec.http.body.multipart[0].fileName
            [{name: a, text: a, fileName: "reports/{{ inputs.title }}.csv"}] | part-name | spec.http.body.multipart[0].fileName
            [{name: a, text: a, contentType: "{{ inputs.title }}"}]     | part-type    | spec.http.body.multipart[0].contentType
            [{name: a, text: a, contentType: "text/csv\\r\\nX: b"}]     | part-type    | spec.http.body.multipart[0].contentType
            [{name: a, text: "{{ inputs.none }}"}]                      | unknown-input | spec.http.body.multipart[0].text
            [{name: a, text: b}, {name: a, text: "x {{ inputs.tags }}"}] | list-position | spec.http.body.multipart[1].text
            [{name: a, text: b, fileName: "{{ inputs.tags }}"}]         | list-position | spec.http.body.multipart[0].fileName
            """)
    void faultyPartsAreRefused(String yaml, String rule, String path) {
        assertThat(RequestCompiler.compile(source(yaml)).problems())
                .singleElement()
                .extracting(Problem::rule, Problem::path)
                .containsExactly(rule, path);
    }
}
