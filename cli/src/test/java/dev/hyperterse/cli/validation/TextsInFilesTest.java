package dev.hyperterse.cli.validation;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hyperterse.cli.diagnostics.Diagnostic;
import dev.hyperterse.cli.diagnostics.Severity;
import dev.hyperterse.cli.project.Project;
import dev.hyperterse.cli.project.ServerChoice;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** A faulty text gets the same words wherever it stands, at its own line and column. */
class TextsInFilesTest {
    private static final String SERVER = """
            apiVersion: hyperterse.dev/v1alpha1
            kind: HyperterseServer
            metadata: {name: shop}
            spec:
              auth: {mode: Anonymous}
              adapters:
                - {name: shop, engine: Sqlite, url: ":memory:"}
            """;

    private static final String STATEMENT = """
            apiVersion: hyperterse.dev/v1alpha1
            kind: Tool
            metadata: {name: texts}
            spec:
              serverRefs: [{name: shop}]
              description: Texts
              inputs: [{name: limit, type: string}]
              statement:
                adapter: shop
                text:
                  %s
            """;

    private static final String SCRIPT = """
            apiVersion: hyperterse.dev/v1alpha1
            kind: Tool
            metadata: {name: texts}
            spec:
              serverRefs: [{name: shop}]
              description: Texts
              script:
                language: TypeScript
                source:
                  %s
            """;

    private static final String PROMPT = """
            apiVersion: hyperterse.dev/v1alpha1
            kind: Prompt
            metadata: {name: texts}
            spec:
              serverRefs: [{name: shop}]
              messages:
                - role: user
                  content:
                    text:
                      %s
            """;

    @TempDir
    private Path directory;

    @BeforeEach
    void aServer() throws IOException {
        write("server.yaml", SERVER);
    }

    static List<Arguments> faults() {
        return List.of(
                Arguments.of(STATEMENT, "SELECT 1\nLIMIT {{ inputs.limit }}\n", 2, 7),
                Arguments.of(STATEMENT, "SELECT 1\n  WHERE a = {{ inputs.nothing }}\n", 2, 13),
                Arguments.of(STATEMENT, "SELECT 1;\n\nSELECT 2\n", 3, 1),
                Arguments.of(SCRIPT, "export default () => {\n  return (1;\n};\n", 2, 12),
                Arguments.of(SCRIPT, "// days\nimport dayjs from 'dayjs';\nexport default () => dayjs();\n", 2, 20),
                Arguments.of(SCRIPT, "import fs from 'node:fs';\nexport default () => fs;\n", 1, 17),
                Arguments.of(PROMPT, "Hello {{ name }}\n", 1, 7));
    }

    @ParameterizedTest
    @MethodSource("faults")
    void theSameWordsInlineInAConfigMapAndInAFile(String manifest, String text, int line, int column)
            throws IOException {
        write("texts.yaml", manifest.formatted("inline: |\n" + text.indent(30)));
        var inline = only();
        assertThat(inline.place().column()).isEqualTo(30 + column);
        assertThat(inline.message()).doesNotContain("ConfigMap");

        write("texts.yaml", manifest.formatted("configMapKeyRef: {name: texts, key: text.ts}"));
        write("texts-of.yaml", """
                apiVersion: v1
                kind: ConfigMap
                metadata: {name: texts, labels: {hyperterse.dev/readable: "true"}}
                data:
                  text.ts: |
                %s""".formatted(text.indent(4)));
        assertSame(only(), inline, "texts-of.yaml", 5 + line, 4 + column);

        Files.delete(directory.resolve("texts-of.yaml"));
        write("texts/of-a-file.ts", text);
        write("kustomization.yaml", """
                resources: [server.yaml, texts.yaml]
                configMapGenerator:
                  - name: texts
                    files: [text.ts=texts/of-a-file.ts]
                    options: {disableNameSuffixHash: true, labels: {hyperterse.dev/readable: "true"}}
                """);
        assertSame(only(), inline, "texts/of-a-file.ts", line, column);
    }

    /** An input that nothing uses is found in every place that a text can have; a text of the cluster is not known. */
    @Test
    void anUnusedInputIsWarnedOfWhereverTheTextStands() throws IOException {
        write("texts.yaml", STATEMENT.formatted("inline: SELECT 1"));
        assertThat(warnings()).containsExactly("no statement uses the input 'limit'");

        write("texts.yaml", STATEMENT.formatted("configMapKeyRef: {name: texts, key: text.sql}"));
        assertThat(warnings()).noneMatch(warning -> warning.contains("uses the input"));
        write("texts/count.sql", "SELECT 1");
        write("kustomization.yaml", """
                resources: [server.yaml, texts.yaml]
                configMapGenerator:
                  - name: texts
                    files: [text.sql=texts/count.sql]
                    options: {disableNameSuffixHash: true, labels: {hyperterse.dev/readable: "true"}}
                """);
        assertThat(warnings()).containsExactly("no statement uses the input 'limit'");
        write("texts/count.sql", "SELECT '${limit}'");
        assertThat(warnings()).containsExactly("'${limit}' is a text of the statement, and not replaced");
        write("texts/count.sql", "SELECT {{ inputs.limit }}");
        assertThat(warnings()).isEmpty();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            {adapter: api, method: GET, path: /orders} | no request uses the input 'limit'
            {adapter: api, method: GET, path: '/orders/${limit}'} | '${limit}' is a text of the request, and not replaced
            {adapter: api, method: GET, path: '/orders/{{ inputs.limit }}'} |
            {adapter: api, method: GET, path: /orders, query: {n: '{{ inputs.limit }}'}} |
            """)
    void anInputThatNoRequestUsesIsWarnedOf(String request, String warning) throws IOException {
        write("texts.yaml", """
                apiVersion: hyperterse.dev/v1alpha1
                kind: Tool
                metadata: {name: texts}
                spec:
                  serverRefs: [{name: shop}]
                  description: Texts
                  inputs: [{name: limit, type: string}]
                  http: %s
                """.formatted(request));
        assertThat(warnings()).isEqualTo(Stream.ofNullable(warning).toList());
    }

    /** Authors see the warnings of validate while dev runs. */
    @Test
    void devFindsWhatValidateFinds() throws IOException {
        write("texts.yaml", STATEMENT.formatted("inline: SELECT 1"));
        write("other.yaml", """
                apiVersion: hyperterse.dev/v1alpha1
                kind: Prompt
                metadata: {name: other}
                spec:
                  serverRefs: [{name: shp}]
                  messages: [{role: user, content: {text: {inline: Hello}}}]
                """);
        var compiled = new Project(directory, new ServerChoice(Optional.empty()), "e").compile();
        assertThat(compiled.diagnostics())
                .hasSize(2)
                .isEqualTo(Validation.run(directory).diagnostics());
    }

    private List<String> warnings() {
        return Validation.run(directory).diagnostics().stream()
                .filter(it -> it.severity() == Severity.WARNING)
                .map(Diagnostic::message)
                .toList();
    }

    /** Of a file that is imported, from another folder as the author has it. */
    @Test
    void aFaultOfAnImportedFileIsInThatFile() throws IOException {
        write("texts.yaml", SCRIPT.formatted("configMapKeyRef: {name: texts, key: text.ts}"));
        write("texts-of.yaml", """
                apiVersion: v1
                kind: ConfigMap
                metadata: {name: texts, labels: {hyperterse.dev/readable: "true"}}
                data:
                  text.ts: |
                    import { half } from '../lib/numbers';
                    export default () => half(2);
                  numbers.ts: |
                    export const half = (n: number) => n / ;
                """);
        assertThat(only().place()).hasToString(directory.resolve("texts-of.yaml") + ":9:44");
        write(
                "texts-of.yaml",
                Files.readString(directory.resolve("texts-of.yaml")).replace("/ ;", "/ 2;"));
        assertThat(Validation.run(directory).diagnostics()).isEmpty();
    }

    private void assertSame(Diagnostic found, Diagnostic inline, String file, int line, int column) {
        assertThat(found.place()).hasToString(directory.resolve(file) + ":" + line + ":" + column);
        assertThat(found.message()).isEqualTo(inline.message());
        assertThat(found.remedy()).isEqualTo(inline.remedy());
        assertThat(found.rule()).isEqualTo(inline.rule());
    }

    private Diagnostic only() {
        var found = Validation.run(directory).diagnostics().stream()
                .filter(Diagnostic::isError)
                .toList();
        assertThat(found).hasSize(1);
        return found.getFirst();
    }

    private void write(String file, String text) throws IOException {
        var path = directory.resolve(file);
        Files.createDirectories(path.getParent());
        Files.writeString(path, text);
    }
}
