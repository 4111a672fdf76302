package dev.hyperterse.compiler.request;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hyperterse.catalog.Action;
import dev.hyperterse.catalog.input.Input;
import dev.hyperterse.catalog.input.InputType;
import dev.hyperterse.catalog.server.adapter.Adapter.Access;
import dev.hyperterse.compiler.problem.Problem;
import dev.hyperterse.crds.v1alpha1.action.Request;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Bodies that are bytes, from the text of their author to the bytes at a server. */
class BinaryRequestTest {
    private static final List<Input> INPUTS = List.of(
            Input.of("photo", InputType.STRING, true),
            Input.of("count", InputType.INT, true),
            Input.of("doc", InputType.OBJECT, true),
            Input.listOf("scans", InputType.STRING, true));

    private final RequestCalls calls = new RequestCalls("");

    @AfterEach
    void close() {
        calls.close();
    }

    private static RequestSource source(String base64, Optional<String> contentType) {
        var body = Request.Body.ofBase64(base64, contentType);
        var request = new Request(
                "api",
                Request.Method.PUT,
                "/photo",
                Map.of(),
                Map.of(),
                Optional.of(body),
                Optional.empty(),
                Optional.empty());
        return new RequestSource("spec.http", request, Access.ReadWrite, INPUTS, Set.of(), Set.of());
    }

    private static Action action(Optional<String> contentType) {
        return action("{{ inputs.photo }}", contentType);
    }

    private static Action action(String base64, Optional<String> contentType) {
        return new Action.RunRequest(
                RequestCalls.ADAPTER,
                RequestCompiler.compile(source(base64, contentType)).valid().orElseThrow(),
                "",
                Optional.empty());
    }

    @Test
    void bytesAreTheBody() {
        var tool = calls.link(action(Optional.of("image/png")), INPUTS);
        assertThat(calls.run(tool, Map.of("photo", "/wAN"))).isEqualTo("[{}]");
        assertThat(calls.api().take())
                .contains("content-type: image/png\r\n", "content-length: 3\r\n")
                .endsWith("\r\n\r\n\u00ff\0\r");
    }

    @Test
    void bytesWithoutATypeHaveThatOfAnyBytes() {
        calls.run(calls.link(action(Optional.empty()), INPUTS), Map.of("photo", ""));
        assertThat(calls.api().take()).contains("content-type: application/octet-stream\r\n", "content-length: 0\r\n");
    }

    @Test
    void absentValueIsNoBody() {
        assertThat(calls.run(calls.link(action(Optional.of("image/png")), INPUTS), Map.of()))
                .isEqualTo("[{}]");
        assertThat(calls.api().take()).doesNotContain("content-type").endsWith("\r\n\r\n");
    }

    @ParameterizedTest
    @ValueSource(strings = {"a", "YQ==\n", "data:image/png;base64,YQ==", "_-=="})
    void valueThatIsNotBase64IsRefused(String value) {
        assertThat(calls.run(calls.link(action(Optional.empty()), INPUTS), Map.of("photo", value)))
                .isEqualTo("binding: input 'photo' is not base64: letters, digits, + and /");
        assertThat(calls.api().requests()).isEmpty();
    }

    /** What a claim is shows in the call. */
    @Test
    void listInAClaimIsNoBody() {
        var tool = calls.link(action("{{ principal.claims.files }}", Optional.empty()), INPUTS);
        assertThat(calls.run(tool, Map.of()))
                .isEqualTo("binding: principal.claims.files is a list, and a body is one value");
        assertThat(calls.api().requests()).isEmpty();
    }

    @Test
    void bytesTakeMemoryOfTheirCall() {
        assertThat(calls.run(calls.link(action(Optional.empty()), INPUTS), Map.of("photo", "AAAA".repeat(2_000_000))))
                .startsWith("execution: the call needs more than the 16777216 bytes that this replica has");
        assertThat(calls.api().requests()).isEmpty();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            YQ==                    | image/png            | part-content  | spec.http.body.base64
            a{{ inputs.photo }}     | image/png            | part-content  | spec.http.body.base64
            {{ inputs.count }}      | image/png            | part-content  | spec.http.body.base64
            {{ inputs.doc }}        | image/png            | part-content  | spec.http.body.base64
            {{ inputs.scans }}      | image/png            | list-position | spec.http.body.base64
            {{ inputs.none }}       | image/png            | unknown-input | spec.http.body.base64
            {{ inputs.photo }}      | {{ inputs.photo }}   | part-type     | spec.http.body.contentType
            {{ inputs.photo }}      | image/*              | part-type     | spec.http.body.contentType
            """)
    void faultyBytesAreRefused(String base64, String contentType, String rule, String path) {
        assertThat(RequestCompiler.compile(source(base64, Optional.of(contentType)))
                        .problems())
                .singleElement()
                .extracting(Problem::rule, Problem::path)
                .containsExactly(rule, path);
    }
}
