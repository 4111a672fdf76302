package dev.hyperterse.cli.manifest;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hyperterse.cli.diagnostics.Diagnostic;
import dev.hyperterse.cli.diagnostics.Severity;
import dev.hyperterse.cli.document.FileNames;
import dev.hyperterse.cli.document.SourceText;
import dev.hyperterse.compiler.problem.Position;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class ManifestReaderTest {
    private static final String TOOL = """
            apiVersion: hyperterse.dev/v1alpha1
            kind: Tool
            metadata: {name: %s}
            spec:
              description: %s
            """;

    @TempDir
    private Path directory;

    @Test
    void readsEveryManifestBelowTheDirectory() throws IOException {
        write("b.yaml", tool("second", "b"));
        write("a/deep/er.yml", tool("first", "a") + "---\n# nothing\n---\n" + tool("also-first", "a"));
        write("c.json", """
                {"apiVersion": "v1", "kind": "ConfigMap", "metadata": {"name": "third", "namespace": "shop"}, "data": {"a": "b"}}
                """);
        write("notes.txt", "not read");
        write(".hidden/x.yaml", tool("hidden", "x"));
        write(".x.yaml", tool("hidden", "x"));

        var set = read();

        assertThat(set.problems()).isEmpty();
        assertThat(set.manifests().stream().map(it -> it.key().subject().toString()))
                .containsExactly(
                        "Tool default/first", "Tool default/also-first", "Tool default/second", "ConfigMap shop/third");
    }

    @Test
    void listsAreTakenApart() throws IOException {
        write("list.yaml", """
                apiVersion: v1
                kind: List
                items:
                  - apiVersion: v1
                    kind: Namespace
                    metadata: {name: shop, labels: {team: a}}
                  - {apiVersion: hyperterse.dev/v1alpha1, kind: ToolList, items: [{apiVersion: hyperterse.dev/v1alpha1, kind: Tool, metadata: {name: x}}]}
                """);
        var set = read();
        assertThat(set.problems()).isEmpty();
        assertThat(set.manifests().stream().map(it -> it.key().subject().toString()))
                .containsExactly("Namespace shop", "Tool default/x");
        assertThat(set.manifests().getFirst().sources().locate("metadata.labels.team"))
                .hasToString(name("list.yaml") + ":6:43");
    }

    /** As kubectl reads what {@code kubectl get --raw} prints. */
    @Test
    void itemsOfATypedListHaveItsKind() throws IOException {
        write("list.yaml", """
                apiVersion: hyperterse.dev/v1alpha1
                kind: ToolList
                items:
                  - metadata: {name: x}
                  - {apiVersion: v1, kind: Namespace, metadata: {name: shop}}
                """);
        var set = read();
        assertThat(set.problems()).isEmpty();
        assertThat(set.ignored()).isEmpty();
        assertThat(set.manifests().stream().map(it -> it.key().subject().toString()))
                .containsExactly("Tool default/x", "Namespace shop");
        assertThat(set.manifests().getFirst().content())
                .containsEntry("kind", "Tool")
                .containsEntry("apiVersion", "hyperterse.dev/v1alpha1");
    }

    @ParameterizedTest
    @CsvSource({
        "'', apiVersion is missing",
        "'apiVersion: hyperterse.io/v1alpha1', unsupported apiVersion \"hyperterse.io/v1alpha1\"",
        "'apiVersion: hyperters.dev/v1alpha1', unsupported apiVersion \"hyperters.dev/v1alpha1\"",
    })
    void aMisspeltApiVersionIsNotPassedOver(String apiVersion, String message) throws IOException {
        write("tool.yaml", apiVersion + "\nkind: Tool\nmetadata: {name: x}\n");
        var set = read();
        assertThat(set.problems()).singleElement().satisfies(problem -> {
            assertThat(problem.message()).isEqualTo(message);
            assertThat(problem.remedy()).isEqualTo("write apiVersion: hyperterse.dev/v1alpha1");
        });
        assertThat(set.ignored()).isEmpty();
    }

    @Test
    void aFileThatIsNoManifestIsNotPassedOver() throws IOException {
        write("notes.txt", tool("x", "x"));
        assertThat(new ManifestReader(directory.resolve("notes.txt")).read().problems())
                .singleElement()
                .satisfies(problem -> assertThat(problem.message())
                        .isEqualTo("not a manifest: its name does not end with .yaml, .yml or .json"));
    }

    @Test
    void foreignObjectsAreCountedAndOtherwiseLeftAlone() throws IOException {
        write("other.yaml", """
                apiVersion: apps/v1
                kind: Deployment
                ---
                apiVersion: apps/v1
                kind: Deployment
                ---
                apiVersion: example.com/v1
                kind: Tool
                ---
                some: values
                """);
        var set = read();
        assertThat(set.manifests()).isEmpty();
        assertThat(set.problems()).isEmpty();
        assertThat(set.ignored()).isEqualTo(Map.of("Deployment", 2, "Tool", 1, "(no kind)", 1));
    }

    @ParameterizedTest
    @ValueSource(strings = {"tsconfig.json", "scripts/jsconfig.json", "package.json", "scripts/package-lock.json"})
    void settingsBesideScriptsAreNotCounted(String file) throws IOException {
        write("a.yaml", tool("one", "x"));
        write(file, "{\"private\": true}");
        assertThat(read().ignored()).isEmpty();
    }

    @Test
    void aBrokenDocumentTakesNothingElseWithIt() throws IOException {
        write("a.yaml", tool("before", "x") + "---\nkind: [\n---\n" + tool("after", "x"));
        write("b.yaml", tool("other", "x"));
        var set = read();
        assertThat(set.manifests().stream().map(it -> it.key().name())).containsExactly("before", "after", "other");
        assertThat(set.problems()).singleElement().satisfies(problem -> {
            assertThat(problem.place().line()).isBetween(7, 8);
            assertThat(problem.rule()).isEqualTo("yaml-syntax");
        });
    }

    @Test
    void theSameObjectTwiceNamesBothPlaces() throws IOException {
        write("a.yaml", tool("twin", "x"));
        write("b.yaml", "# comment\n" + tool("twin", "y"));
        assertThat(read().problems())
                .singleElement()
                .extracting(ManifestReaderTest::line)
                .isEqualTo("b.yaml:2:1 duplicate-object already defined at " + name("a.yaml") + ":1:1");
    }

    @Test
    void objectsWithoutANameAreNotDuplicatesOfEachOther() throws IOException {
        write("a.yaml", "apiVersion: v1\nkind: Secret\n---\napiVersion: v1\nkind: Secret\n");
        var set = read();
        assertThat(set.manifests()).hasSize(2);
        assertThat(set.problems()).isEmpty();
    }

    static List<Arguments> broken() {
        return List.of(
                Arguments.of("a: 1\nb: 2\na: 3\n", "x.yaml:3:1 yaml-duplicate-key key \"a\" is already set in line 1"),
                Arguments.of(
                        "a:\n\tb: 1\n",
                        "x.yaml:2:1 yaml-syntax found character '\\t(TAB)' that cannot start any token"),
                Arguments.of("a: &x {b: *x}\n", "x.yaml:1:4 yaml-alias-loop an anchor contains an alias of itself"),
                Arguments.of("a: .nan\n", "x.yaml:1:4 yaml-number .nan is not a number of JSON"),
                Arguments.of("a: {{ x }}\n", "x.yaml:1:5 yaml-key a key must be a text"),
                Arguments.of("? [a]\n: b\n", "x.yaml:1:3 yaml-key a key must be a text"),
                Arguments.of("~: b\n", "x.yaml:1:1 yaml-key a key must not be null"),
                Arguments.of("- a\n", "x.yaml:1:1 not-an-object a manifest must be a map"),
                Arguments.of("a: 1\n...\nb: 2\n", "x.yaml:3:1 yaml-syntax expected '<document start>'"),
                Arguments.of("--- a: 1\n", "x.yaml:1:1 yaml-syntax a line that begins with ---"),
                Arguments.of("<<: 1\n", "x.yaml:1:5 yaml-merge << takes a map"),
                Arguments.of("a: !!int x\n", "x.yaml:1:4 yaml-tag cannot read `x` as its tag says"),
                Arguments.of("a: !!binary '*'\nb: [\n", "x.yaml:"),
                Arguments.of("a: *nowhere\n", "x.yaml:1:4 yaml-syntax found undefined alias nowhere"),
                Arguments.of("a: \"\\q\"\n", "x.yaml:1:"),
                Arguments.of("[".repeat(20_000), "x.yaml:1:"),
                Arguments.of(
                        "apiVersion: hyperterse.dev/v1\nkind: Tool\n",
                        "x.yaml:1:13 unknown-version unknown apiVersion \"hyperterse.dev/v1\""),
                Arguments.of("kind: HyperterseServer\n", "x.yaml:1:1 unknown-version apiVersion is missing"),
                Arguments.of(
                        "apiVersion: hyperterse.dev/v1alpha1\nkind: Toll\n",
                        "x.yaml:2:7 unknown-kind unknown kind \"Toll\" in hyperterse.dev/v1alpha1"),
                Arguments.of("apiVersion: hyperterse.dev/v1alpha1\n", "x.yaml:1:1 unknown-kind kind is missing"));
    }

    @ParameterizedTest
    @MethodSource("broken")
    void brokenManifestIsReportedWithItsPosition(String yaml, String expected) throws IOException {
        write("x.yaml", yaml);
        assertThat(new ManifestReader(directory.resolve("x.yaml")).read().problems())
                .singleElement()
                .extracting(ManifestReaderTest::line)
                .asString()
                .startsWith(expected);
    }

    static List<Arguments> brokenJson() {
        return List.of(
                Arguments.of(
                        "{\"a\": 1,\n \"a\": 2}", "x.json:2:2 json-duplicate-key key \"a\" is already set in line 1"),
                Arguments.of("{\"a\": 1,}", "x.json:1:9 json-syntax "),
                Arguments.of("{\"a\":", "x.json:1:"),
                Arguments.of("{a: 1}", "x.json:1:2 json-syntax "),
                Arguments.of("[1]", "x.json:1:1 not-an-object a manifest must be a map"),
                Arguments.of("[".repeat(20_000), "x.json:1:"));
    }

    @ParameterizedTest
    @MethodSource("brokenJson")
    void brokenJsonIsReportedWithItsPosition(String json, String expected) throws IOException {
        write("x.json", json);
        assertThat(new ManifestReader(directory.resolve("x.json")).read().problems())
                .singleElement()
                .extracting(ManifestReaderTest::line)
                .asString()
                .startsWith(expected);
    }

    /** Of other programs; none of them is read as an object of ours. */
    @Test
    void whatIsNotOursIsNobodysError() throws IOException {
        write("tsconfig.json", "{\n  // strict\n  \"compilerOptions\": {\"strict\": true,},\n}");
        write("rows.json", "[1, 2]");
        write("template.yaml", "kind: ConfigMap\ndata:\n  {{- range .Values.all }}\n");
        write("values.yaml", "a: 1\na: 2\n");
        write("node_modules/x/y.yaml", "apiVersion: hyperterse.dev/v1alpha1\nkind: Toll\n");
        write("latin.json", "{}");
        Files.write(directory.resolve("latin.json"), new byte[] {'"', (byte) 0xE4, '"'});
        write("ours.yaml", tool("x", "x"));
        var set = read();
        assertThat(set.problems()).isEmpty();
        assertThat(set.manifests()).hasSize(1);
        write("broken.yaml", "kind: Tool\nkind: Tool\n");
        assertThat(read().problems())
                .singleElement()
                .extracting(Diagnostic::rule)
                .isEqualTo("yaml-duplicate-key");
    }

    @Test
    void anAliasBombIsRefusedBeforeItGoesOff() throws IOException {
        var yaml = new StringBuilder("kind: Tool\na0: &a0 [x, x, x, x, x, x, x, x, x, x]\n");
        for (var level = 1; level < 12; level++) {
            yaml.append("a%d: &a%d [%s]\n"
                    .formatted(level, level, "*a%d, ".formatted(level - 1).repeat(10)));
        }
        write("x.yaml", yaml.toString());
        assertThat(read().problems())
                .singleElement()
                .extracting(Diagnostic::rule)
                .isEqualTo("yaml-alias-bomb");
    }

    @Test
    void anchorsAliasesAndMergesAreExpanded() throws IOException {
        write("x.yaml", """
                apiVersion: v1
                kind: ConfigMap
                metadata: &meta {name: a, labels: {x: "1"}}
                copy: *meta
                merged:
                  <<: [{name: first, extra: e}, *meta]
                  name: own
                """);
        var content = read().manifests().getFirst().content();
        assertThat(content.get("copy")).isEqualTo(content.get("metadata"));
        assertThat(content.get("merged")).isEqualTo(Map.of("name", "own", "extra", "e", "labels", Map.of("x", "1")));
    }

    @Test
    void keysThatAreNoTextsBecomeTexts() throws IOException {
        write("x.yaml", "apiVersion: v1\nkind: ConfigMap\ndata: {1: a, on: b, 1.5: c, 0x10: d}\n");
        assertThat(read().manifests().getFirst().content().get("data"))
                .isEqualTo(Map.of("1", "a", "true", "b", "1.5", "c", "16", "d"));
    }

    @Test
    void filesFromOtherSystemsAreRead() throws IOException {
        write("x.yaml", "\uFEFF" + tool("windows", "ä").replace("\n", "\r\n") + "---\r\n" + tool("two", "b"));
        var set = read();
        assertThat(set.problems()).isEmpty();
        assertThat(set.manifests()).hasSize(2);
        assertThat(set.manifests().getFirst().content().get("spec")).isEqualTo(Map.of("description", "ä"));
    }

    @Test
    void bytesThatAreNotUtf8HaveAPlace() throws IOException {
        Files.write(directory.resolve("x.yaml"), "kind: Tool\nb: \u00e4\n".getBytes(StandardCharsets.ISO_8859_1));
        Files.write(directory.resolve("y.yaml"), "kind: Tool\n".getBytes(StandardCharsets.UTF_16));
        assertThat(read().problems().stream().map(ManifestReaderTest::line))
                .containsExactly(
                        "x.yaml:2:4 file-encoding not UTF-8", "y.yaml:1:1 file-encoding not UTF-8: it is UTF-16");
    }

    @Test
    void aFileTooLargeIsNotRead() throws IOException {
        try (var file = new RandomAccessFile(directory.resolve("x.yaml").toFile(), "rw")) {
            file.setLength(SourceText.MOST_BYTES + 1L);
        }
        assertThat(read().problems())
                .singleElement()
                .extracting(Diagnostic::rule)
                .isEqualTo("file-too-large");
    }

    /** A list of 1.5 million items on one line took 12 s of a processor, to be refused in the end. */
    @ParameterizedTest
    @ValueSource(strings = {"x.yaml", "x.json"})
    void documentOfMoreValuesThanAnyObjectHasIsNotReadToItsEnd(String file) throws IOException {
        write(file, "{\"kind\": \"Tool\", \"a\":\n[" + "1,".repeat(500_000) + "1]}");
        write("y.yaml", tool("other", "served"));

        var set = read();
        assertThat(set.problems())
                .singleElement()
                .extracting(ManifestReaderTest::line)
                .asString()
                .startsWith(file + ":2:")
                .endsWith("document-too-large more than 500000 values in one document");
        assertThat(set.manifests()).hasSize(1);
    }

    @Test
    void aLinkThatLeadsBackIsNotFollowed() throws IOException {
        write("a/x.yaml", tool("once", "x"));
        Files.createSymbolicLink(directory.resolve("a/up"), directory);
        var set = read();
        assertThat(set.manifests()).hasSize(1);
        assertThat(set.problems()).singleElement().extracting(Diagnostic::rule).isEqualTo("link-loop");
    }

    /** To {@code /} it would lead through all files of the machine. */
    @Test
    void aLinkOutOfTheDirectoryIsNotFollowed(@TempDir Path elsewhere) throws IOException {
        Files.writeString(elsewhere.resolve("y.yaml"), tool("y", "y"));
        write("x.yaml", tool("x", "x"));
        Files.createSymbolicLink(directory.resolve("root"), elsewhere);
        var set = read();
        assertThat(set.manifests()).hasSize(1);
        assertThat(set.problems())
                .singleElement()
                .extracting(Diagnostic::rule, Diagnostic::severity)
                .containsExactly("link-outside", Severity.WARNING);
    }

    @Test
    void linkToAFileOutsideOfTheDirectoryIsNotRead(@TempDir Path elsewhere) throws IOException {
        Files.writeString(elsewhere.resolve("secret.yaml"), tool("outside", "x"));
        write("x.yaml", tool("inside", "x"));
        Files.createSymbolicLink(directory.resolve("y.yaml"), elsewhere.resolve("secret.yaml"));
        var set = read();
        assertThat(set.manifests())
                .singleElement()
                .satisfies(it -> assertThat(it.key().name()).isEqualTo("inside"));
        assertThat(set.problems()).singleElement().satisfies(found -> {
            assertThat(found.place().file()).endsWith("y.yaml");
            assertThat(found.rule()).isEqualTo("link-outside");
            assertThat(found.isError()).isTrue();
            assertThat(found.remedy()).contains("copy the file");
        });
    }

    /** As Kubernetes mounts them: links to files in a hidden folder, by way of another link. */
    @Test
    void filesOfAMountedConfigMapAreRead() throws IOException {
        write("..2026_11_26/tool.yaml", tool("mounted", "x"));
        Files.createSymbolicLink(directory.resolve("..data"), Path.of("..2026_11_26"));
        Files.createSymbolicLink(directory.resolve("tool.yaml"), Path.of("..data/tool.yaml"));
        var set = read();
        assertThat(set.problems()).isEmpty();
        assertThat(set.manifests())
                .singleElement()
                .satisfies(it -> assertThat(it.key().name()).isEqualTo("mounted"));
    }

    /** It holds what stands at its own place as well; a mounted ConfigMap has links to hidden folders only. */
    @Test
    void aLinkWithinTheDirectoryIsReadOnce() throws IOException {
        write("a/x.yaml", tool("x", "x"));
        write("..data/b/y.yaml", tool("y", "y"));
        Files.createSymbolicLink(directory.resolve("again"), directory.resolve("a"));
        Files.createSymbolicLink(directory.resolve("b"), directory.resolve("..data/b"));
        var set = read();
        assertThat(set.problems()).isEmpty();
        assertThat(set.manifests()).hasSize(2);
    }

    @Test
    void manifestsBeyondTheirBoundAreNotRead() throws IOException {
        for (var index = 0; index < 4; index++) {
            write("x%d.yaml".formatted(index), tool("x" + index, "x"));
        }
        var found = SourceFiles.below(directory, 3);
        assertThat(found.files()).hasSize(3);
        assertThat(found.problems())
                .singleElement()
                .extracting(Diagnostic::message)
                .isEqualTo("more than 3 manifests; the rest is not read");
    }

    /** The engine reads in pieces of 1,025 characters, and failed where one ended inside an emoji. */
    @Test
    void anEmojiMayStandAnywhere() throws IOException {
        for (var before = 1000; before < 1030; before++) {
            write(
                    "x.yaml",
                    "# " + "x".repeat(before) + "\n" + tool("x", "x") + "# 😀😀\n" + "# " + "😀".repeat(2000) + "\n");
            assertThat(read().problems()).isEmpty();
        }
    }

    @Test
    void aMissingDirectoryIsSaid() {
        var set = new ManifestReader(directory.resolve("nowhere")).read();
        assertThat(set.problems()).singleElement().extracting(Diagnostic::rule).isEqualTo("directory-missing");
    }

    @Test
    void aSingleFileWillDo() throws IOException {
        write("x.yaml", tool("x", "x"));
        assertThat(new ManifestReader(directory.resolve("x.yaml")).read().manifests())
                .hasSize(1);
        write("package.json", "{\"apiVersion\": \"v1\", \"kind\": \"ConfigMap\", \"metadata\": {\"name\": \"x\"}}");
        assertThat(new ManifestReader(directory.resolve("package.json")).read().manifests())
                .hasSize(1);
    }

    @Test
    void templatesOfAChartAreLeftOut() throws IOException {
        write("Chart.yaml", "apiVersion: v2\nname: x\n");
        write("templates/x.yaml", "a: {{- .Values.x }}\n");
        assertThat(read().problems())
                .singleElement()
                .extracting(ManifestReaderTest::line)
                .asString()
                .startsWith("Chart.yaml:1:1 helm-chart");
    }

    @Test
    void aKustomizationBelowIsNotBuiltAndThatIsSaid() throws IOException {
        write("base/kustomization.yaml", "apiVersion: kustomize.config.k8s.io/v1beta1\nkind: Kustomization\n");
        assertThat(read().problems()).singleElement().satisfies(problem -> {
            assertThat(problem.rule()).isEqualTo("kustomization");
            assertThat(problem.isError()).isFalse();
        });
    }

    @Test
    void manifestThatNoKustomizationNamesIsSaid() throws IOException {
        write("kustomization.yaml", "resources: [base, tools/a.yaml]\n");
        write("base/kustomization.yaml", "resources: [b.yaml]\n");
        write("base/b.yaml", tool("b", "b"));
        write("base/values.yaml", "kind: of nothing\n");
        write("base/settings.yaml", "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: settings}\n");
        write("tools/a.yaml", tool("a", "a"));
        write("tools/forgotten.yaml", tool("forgotten", "forgotten"));
        write("elsewhere/c.yaml", tool("c", "c"));
        assertThat(read().problems()).singleElement().satisfies(problem -> {
            assertThat(line(problem)).startsWith("forgotten.yaml:1:1 not-built");
            assertThat(problem.isError()).isFalse();
            assertThat(problem.remedy())
                    .isEqualTo("add '- tools/forgotten.yaml' to resources in kustomization.yaml,"
                            + " or move the file to another folder");
        });
        assertThat(read().manifests()).hasSize(2);
    }

    @Test
    void manifestsInJsonAndThoseOfWrongSyntaxAreSaidToo() throws IOException {
        write("kustomization.yaml", "resources: [a.yaml]\n");
        write("a.yaml", tool("a", "a"));
        write("half.yaml", "kind: Tool\nmetadata: {name: half\n");
        write("notes.yaml", "words: {of: another\n");
        write("tool.json", "{\"apiVersion\": \"hyperterse.dev/v1alpha1\", \"kind\": \"Tool\"}");
        write("package.json", "{\"homepage\": \"https://hyperterse.dev/\",");
        assertThat(read().problems())
                .extracting(ManifestReaderTest::line)
                .satisfiesExactly(
                        first -> assertThat(first).startsWith("half.yaml:1:1 not-built"),
                        second -> assertThat(second).startsWith("tool.json:1:1 not-built"));
    }

    @Test
    void readingAgainSeesWhatChangedAndKeepsTheRest() throws IOException {
        write("a.yaml", tool("a", "one"));
        write("b.yaml", tool("b", "one"));
        var reader = new ManifestReader(directory);
        var before = reader.read();
        write("b.yaml", tool("b", "two"));
        write("c.yaml", tool("c", "one"));
        var after = reader.read();
        assertThat(after.manifests()).hasSize(3);
        assertThat(after.manifests().getFirst()).isSameAs(before.manifests().getFirst());
        assertThat(after.manifests().get(1).content().get("spec")).isEqualTo(Map.of("description", "two"));
    }

    @Test
    void aPlaceWithinATextIsFoundInItsFile() throws IOException {
        write("x.yaml", """
                apiVersion: v1
                kind: ConfigMap
                data:
                  block: |

                    SELECT 1
                      FROM nowhere
                  quoted: "SELECT 2"
                  plain: SELECT 3
                  folded: >
                    SELECT 4
                  ünïcode: SELECT 5
                """);
        var sources = read().manifests().getFirst().sources();
        assertThat(sources.locate("data.block", at(3, 3))).hasToString(name("x.yaml") + ":7:7");
        assertThat(sources.locate("data.quoted", at(1, 8))).hasToString(name("x.yaml") + ":8:19");
        assertThat(sources.locate("data.plain", at(1, 8))).hasToString(name("x.yaml") + ":9:17");
        assertThat(sources.locate("data.folded", at(1, 8))).hasToString(name("x.yaml") + ":10:11");
        assertThat(sources.locate("data.ünïcode", at(1, 8))).hasToString(name("x.yaml") + ":12:19");
    }

    @Test
    void aPathIsFoundHoweverTheApiServerWritesIt() throws IOException {
        write("x.yaml", """
                apiVersion: v1
                kind: ConfigMap
                metadata:
                  labels:
                    app.kubernetes.io/name: x
                data:
                  schema.sql: a
                list:
                  - {name: a}
                  - name: b
                    value: c
                """);
        var sources = read().manifests().getFirst().sources();
        assertThat(sources.locate("metadata.labels.app.kubernetes.io/name").line())
                .isEqualTo(5);
        assertThat(sources.locate("data[schema.sql]").line()).isEqualTo(7);
        assertThat(sources.locate("data.schema.sql").line()).isEqualTo(7);
        assertThat(sources.locate("list[1].value")).hasToString(name("x.yaml") + ":11:12");
        assertThat(sources.locate("list[1].missing")).hasToString(name("x.yaml") + ":10:5");
        assertThat(sources.locate("list[7].missing")).hasToString(name("x.yaml") + ":8:1");
        assertThat(sources.locate("")).hasToString(name("x.yaml") + ":1:1");
        assertThat(sources.has("list[1].value")).isTrue();
        assertThat(sources.has("list[1].missing")).isFalse();
    }

    private ManifestSet read() {
        return new ManifestReader(directory).read();
    }

    private void write(String file, String content) throws IOException {
        var path = directory.resolve(file);
        Files.createDirectories(path.getParent());
        Files.writeString(path, content);
    }

    private String name(String file) {
        return FileNames.display(directory.resolve(file));
    }

    private static String tool(String name, String description) {
        return TOOL.formatted(name, description);
    }

    private static Optional<Position> at(int line, int column) {
        return Optional.of(new Position(line, column, 0));
    }

    private static String line(Diagnostic problem) {
        var place = problem.place();
        return "%s:%d:%d %s %s"
                .formatted(
                        place.file().substring(place.file().lastIndexOf('/') + 1),
                        place.line(),
                        place.column(),
                        problem.rule(),
                        problem.message());
    }
}
