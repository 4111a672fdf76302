package dev.hyperterse.cli.explain;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hyperterse.cli.status.ObservedKind;
import dev.hyperterse.compiler.admission.schema.CustomResourceSchemas;
import dev.hyperterse.compiler.admission.schema.Schema;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class FieldTextTest {
    @Test
    void fieldHasItsTypeDescriptionAndWhatIsBelow() {
        assertThat(explained("tool.spec.builtin"))
                .contains(
                        "KIND:    Tool",
                        "FIELD:   builtin <Object>",
                        "RULES:",
                        "  * maxCost is for ExecuteSql only",
                        "  adapter <string> -required-",
                        "  maxCost <integer>")
                .anyMatch(line -> line.startsWith("    enum: ListTables, DescribeTable"));
        assertThat(explained("tool.spec.builtin.adapter")).contains("FIELD:   adapter <string> -required-");
        assertThat(explained("server.spec.adapters.engine")).contains("ENUM:");
        assertThat(explained("tool.spec.auth.policy")).contains("FIELD:   policy <map[string]string>");
    }

    @Test
    void exampleIsOfAnObjectOrAList() {
        assertThat(explained("tool.spec.statement"))
                .contains("EXAMPLE:", "  statement: {adapter: ..., text: {inline: ...}}");
        assertThat(explained("tool.spec.inputs")).contains("  inputs: [{name: ..., type: string}]");
        assertThat(explained("tool.spec.title")).doesNotContain("EXAMPLE:");
    }

    /** Nothing of a schema is left out, whatever is added to the API. */
    @ParameterizedTest
    @EnumSource
    void everyFieldIsExplainedByThePathThatTheTreeShows(ObservedKind kind) {
        var paths = new ArrayList<String>();
        collect(kind.word(), CustomResourceSchemas.committed().of(kind.kind()), paths);
        var tree = String.join("\n", text(kind.word(), true));

        assertThat(paths).isNotEmpty().allSatisfy(path -> {
            var found = (FieldPath.Found) FieldPath.of(path);
            var lines = FieldText.of(found, false);
            assertThat(tree).contains(" " + found.name() + " <");
            assertThat(words(lines)).contains(words(List.of(found.schema().description())));
            found.schema().rules().forEach(rule -> assertThat(words(lines)).contains(words(List.of(rule.message()))));
            found.schema().choices().forEach(choice -> assertThat(words(lines)).contains(choice.toString()));
        });
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "tool.spec.inputs.type",
                "Tool.spec.inputs.type",
                "tools.spec.inputs.type",
                "htt.spec.inputs.type",
                "tools.hyperterse.dev.spec.inputs.type",
                "tool.spec.inputs[].type",
                "tool.spec.inputs[2].type"
            })
    void kindIsWrittenAsForKubectl(String path) {
        assertThat(explained(path)).contains("FIELD:   type <string> -required-");
    }

    @ParameterizedTest
    @CsvSource({
        "tool.spec.statment.text, did you mean 'tool.spec.statement'?",
        "tol.spec,                did you mean 'tool'?",
        "tool.spec.parameters,    inputs of a tool are 'inputs'",
        "tool.spec.title.text,    it has none",
        "tool.spec.cache.zzz,     'it has mode, ttl'",
        "tool.metadata.name,      kubectl explain",
        "maxCost,                 fields of that name: tool.spec.builtin.maxCost",
        "pool,                    fields of that name: server.spec.adapters.pool",
        "zzz,                     'a path begins with server, tool, prompt, resource'",
        "'',                      a path begins with",
        "tool.,                   has no field ''",
        "configmap.data,          is no kind of Hyperterse",
    })
    void wrongPathIsAnsweredWithWhatWasMeant(String path, String message) {
        assertThat(FieldPath.of(path))
                .isInstanceOfSatisfying(FieldPath.Unknown.class, unknown -> assertThat(unknown.message())
                        .contains(message));
    }

    private static List<String> explained(String path) {
        return text(path, false);
    }

    private static List<String> text(String path, boolean recursive) {
        return FieldText.of((FieldPath.Found) FieldPath.of(path), recursive);
    }

    private static void collect(String path, Schema schema, List<String> paths) {
        schema.element().fields().named().forEach((name, below) -> {
            paths.add(path + "." + name);
            collect(path + "." + name, below, paths);
        });
    }

    private static String words(List<String> lines) {
        return String.join(" ", lines).replaceAll("\\s+", " ").strip();
    }
}
