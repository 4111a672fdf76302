package dev.hyperterse.cli.editor;

import static org.assertj.core.api.Assertions.assertThat;

import com.networknt.schema.Schema;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.dialect.Dialects;
import dev.hyperterse.cli.document.YamlText;
import dev.hyperterse.cli.manifest.ManifestKind;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

class EditorSchemaTest {
    private static final Path EXAMPLES = Path.of("..", "examples");
    private static final Schema ALL = schema(EditorSchema.ofAll());
    private static final String TOOL = """
            apiVersion: hyperterse.dev/v1alpha1
            kind: Tool
            metadata: {name: find}
            spec:
              serverRefs: [{name: shop}]
              description: Finds.
              inputs: [{name: id, type: int}]
              statement: {adapter: db, text: {inline: "SELECT 1"}}
            """;

    @Test
    void everyManifestOfTheExamplesIsTaken() throws IOException {
        try (Stream<Path> files = Files.walk(EXAMPLES)) {
            var manifests = files.filter(file -> file.toString().endsWith(".yaml"))
                    .flatMap(file -> documents(file).stream().filter(EditorSchemaTest::isOurs))
                    .toList();
            assertThat(manifests).hasSizeGreaterThan(20).allSatisfy(manifest -> assertThat(ALL.validate(json(manifest)))
                    .isEmpty());
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "description: Finds. | descripton: Finds. | descripton",
                "type: int | type: integer | enumeration",
                "name: find | nam: find | name",
                "statement: | statement: {} # | adapter",
                "serverRefs: [{name: shop}] | serverRefs: shop | array",
            })
    void slipIsUnderlined(String right, String wrong, String told) {
        assertThat(ALL.validate(json(TOOL))).isEmpty();
        assertThat(ALL.validate(json(TOOL.replace(right, wrong))))
                .isNotEmpty()
                .anySatisfy(error -> assertThat(error.getMessage()).contains(told));
    }

    @Test
    void documentOfAnotherKindMayHoldAnything() {
        assertThat(ALL.validate(json("{apiVersion: v1, kind: ConfigMap, data: {a: b}}")))
                .isEmpty();
        assertThat(ALL.validate(json("{apiVersion: example.com/v1, kind: Tool, whatever: 1}")))
                .isEmpty();
    }

    @ParameterizedTest
    @EnumSource(names = {"SERVER", "TOOL", "PROMPT", "RESOURCE"})
    void schemaOfOneKindTakesNoOther(ManifestKind kind) {
        assertThat(schema(EditorSchema.of(kind)).validate(json(TOOL)).isEmpty()).isEqualTo(kind == ManifestKind.TOOL);
    }

    @Test
    void rulesThatAnEditorCannotCheckAreInTheDescription() {
        var spec = JsonMapper.shared()
                .readTree(EditorSchema.of(ManifestKind.TOOL))
                .path("properties")
                .path("spec");
        assertThat(spec.path("description").stringValue()).contains("* only one of inputs and inputSchema may be set");
    }

    @Test
    void linesOfEditorsAreInManifestsAlone() {
        var files = EditorFiles.with(
                Map.of("tools.yaml", TOOL, "kustomization.yaml", "resources: []\n", "a.sql", "SELECT"));

        assertThat(files.get("tools.yaml"))
                .isEqualTo("# yaml-language-server: $schema=.hyperterse/schema.json\n" + TOOL);
        assertThat(files).containsEntry("kustomization.yaml", "resources: []\n").containsEntry("a.sql", "SELECT");
        assertThat(files.get(".hyperterse/schema.json")).isEqualTo(EditorSchema.ofAll());
    }

    private static Schema schema(String text) {
        return SchemaRegistry.withDialect(Dialects.getDraft7())
                .getSchema(JsonMapper.shared().readTree(text));
    }

    private static List<Map<String, Object>> documents(Path file) {
        try {
            return YamlText.parse(file.toString(), Files.readString(file));
        } catch (IOException unreadable) {
            throw new AssertionError(unreadable);
        }
    }

    private static boolean isOurs(Map<String, Object> document) {
        return String.valueOf(document.get("apiVersion")).startsWith(ManifestKind.GROUP + "/");
    }

    private static JsonNode json(String yaml) {
        return json(YamlText.parse("a manifest", yaml).getFirst());
    }

    private static JsonNode json(Map<String, Object> document) {
        return JsonMapper.shared().valueToTree(document);
    }
}
