package dev.hyperterse.cli.validation.warning;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hyperterse.cli.diagnostics.Diagnostic;
import dev.hyperterse.cli.snapshot.SnapshotReader;
import dev.hyperterse.cli.validation.CompilerDiagnostics;
import dev.hyperterse.cli.validation.Validation;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What {@code validate --strict} says of tools that work and that models would not choose. */
class AuthorRulesTest {
    private static final String SERVER = """
            apiVersion: hyperterse.dev/v1alpha1
            kind: HyperterseServer
            metadata: {name: shop}
            spec:
              auth: {mode: Anonymous}
              adapters: [{name: db, engine: Sqlite, url: ":memory:"}]
            ---
            """;

    private static final String SOUND = """
            apiVersion: hyperterse.dev/v1alpha1
            kind: Tool
            metadata: {name: list-orders}
            spec:
              serverRefs: [{name: shop}]
              title: List orders
              description: Lists the orders of a customer. Returns each with its total.
              inputs:
                - {name: query, type: string, description: "Part of a name, at most 100 characters", maxLength: 100}
              statement: {adapter: db, text: {inline: "SELECT {{ inputs.query }}"}}
            """;

    private static final String SCRIPT = """
              script: {source: {inline: "export default ({ inputs }) => inputs.query;"}}
            """;

    @TempDir
    private Path folder;

    @Test
    void soundToolHasNoFinding() throws IOException {
        assertThat(rules(SOUND)).isEmpty();
    }

    /** Each line is a replacement in the sound tool, the rule that finds it, and the field. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            title: List orders                    | title: ''                        | no-title                 | spec
            Returns each with its total.          | Returns each with its total      | description-no-sentence  | spec.description
            Lists the orders of a customer. Returns each with its total. | Lists some orders. | description-no-sentence | spec.description
            name: list-orders                     | name: list-invoices              | description-without-name | spec.description
            name: list-orders                     | name: orders-overdue             | description-without-name | spec.description
            "Part of a name, at most 100 characters" | Part of a name                | bounds-not-said          | spec.inputs[0].description
            "Part of a name, at most 100 characters" | "Part of a name, at most 1,000 characters" | bounds-not-said | spec.inputs[0].description
            description: "Part of a name, at most 100 characters", | ''              | input-no-description     | spec.inputs[0]
            """)
    void breachIsFound(String sound, String breach, String rule, String field) throws IOException {
        assertThat(SOUND).contains(sound);
        assertThat(rules(SOUND.replace(sound, breach))).containsExactly(rule + " " + field);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            name: list-orders        | name: get-order
            name: list-orders        | name: orders-by-customer
            maxLength: 100           | minLength: 1
            Returns each             | Does it return each
            Lists the orders of a customer. Returns each with its total. | 顧客の注文を一覧します。
            Lists the orders of a customer. Returns each with its total. | Zeigt alle offenen Bestellungen eines Kunden an.
            Lists the orders of a customer. Returns each with its total. | Lists the orders of a customer (with the total of each.)
            name: list-orders        | name: orders-per-customer
            maxLength: 100           | maxLength: 36, format: uuid
            """)
    void otherWaysAreSound(String sound, String other) throws IOException {
        assertThat(SOUND).contains(sound);
        assertThat(rules(SOUND.replace(sound, other))).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"{readOnly: true}", "{readOnly: false}"})
    void scriptSaysWhetherItOnlyReads(String hints) throws IOException {
        var script = SOUND.lines().filter(line -> !line.contains("statement:")).toList();
        assertThat(rules(String.join("\n", script) + "\n" + SCRIPT)).containsExactly("no-hints spec");
        assertThat(rules(String.join("\n", script) + "\n" + SCRIPT + "  hints: " + hints + "\n"))
                .isEmpty();
    }

    @Test
    void inputOfTheServerIsNotForModels() throws IOException {
        assertThat(rules(SOUND.replace(
                        "description: \"Part of a name, at most 100 characters\", maxLength: 100",
                        "source: {header: X-Tenant}")))
                .isEmpty();
    }

    @Test
    void lengthIsBounded() throws IOException {
        assertThat(rules(SOUND.replace("each with its total", "each with " + "its total ".repeat(210))))
                .containsExactly("description-too-long spec.description");
        assertThat(rules(SOUND.replace("each with its total", "each with " + "its total ".repeat(400))))
                .containsExactlyInAnyOrder("description-too-long spec.description", "many-tokens spec");
    }

    private List<String> rules(String tool) throws IOException {
        Files.writeString(folder.resolve("a.yaml"), SERVER + tool);
        var snapshot = new SnapshotReader(folder).read();
        assertThat(Validation.of(snapshot).diagnostics())
                .as("without the rules of authors")
                .noneMatch(Diagnostic::isError);
        return AuthorRules.of(snapshot, CompilerDiagnostics.servers(snapshot)).stream()
                .map(it -> it.rule() + " " + it.path())
                .toList();
    }
}
