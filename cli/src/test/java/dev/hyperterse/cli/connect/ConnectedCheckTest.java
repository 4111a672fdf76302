package dev.hyperterse.cli.connect;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hyperterse.cli.dev.Quickstart;
import dev.hyperterse.cli.diagnostics.Diagnostic;
import dev.hyperterse.cli.snapshot.SnapshotReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ConnectedCheckTest {
    @TempDir
    private Path folder;

    private Path directory;

    @BeforeEach
    void copy() throws IOException {
        directory = Quickstart.copyTo(folder);
    }

    @Test
    void theExampleIsAccepted() {
        assertThat(check()).isEmpty();
    }

    @Test
    void aMisspeltColumnIsFoundWhereItIsWritten() throws IOException {
        var wrong = edit("tools.yaml", "WHERE i.order_id =", "WHERE i.order_ido =");
        var line = wrong.substring(0, wrong.indexOf("i.order_ido")).split("\n", -1);
        assertThat(check()).singleElement().satisfies(found -> {
            assertThat(found.headline())
                    .contains("Tool default/order-details", "'shop' refuses", "no such column: i.order_ido");
            assertThat(found.isError()).isTrue();
            assertThat(found.place().line()).isEqualTo(line.length);
            assertThat(found.place().column()).isEqualTo(line[line.length - 1].length() + 1);
        });
    }

    @Test
    void aMisspeltColumnInAQueryOfAScriptIsFoundWhereItIsWritten() throws IOException {
        var manifest = """
                apiVersion: hyperterse.dev/v1alpha1
                kind: Tool
                metadata: {name: scripted}
                spec:
                  serverRefs: [{name: shop}]
                  description: Asks twice
                  script:
                    source: {inline: "export default (_, ctx) => ctx.query('wrong')"}
                    queries:
                      - {name: sound, adapter: shop, text: {inline: SELECT 1}}
                      - {name: wrong, adapter: shop, text: {inline: SELECT totel FROM orders}}
                """;
        Files.writeString(directory.resolve("scripted.yaml"), manifest);
        assertThat(check()).singleElement().satisfies(found -> {
            assertThat(found.headline()).contains("Tool default/scripted", "'shop' refuses", "no such column: totel");
            assertThat(found.path()).isEqualTo("spec.script.queries[1].text.inline");
            assertThat(found.place().line()).isEqualTo(11);
            assertThat(found.place().column())
                    .isEqualTo(manifest.lines().toList().get(10).indexOf("totel") + 1);
        });
    }

    @Test
    void aMisspeltColumnInAQueryOfATransformIsFoundWhereItIsWritten() throws IOException {
        Files.writeString(directory.resolve("transformed.yaml"), """
                apiVersion: hyperterse.dev/v1alpha1
                kind: Tool
                metadata: {name: transformed}
                spec:
                  serverRefs: [{name: shop}]
                  description: Asks before and after
                  script:
                    source: {inline: "export default (_, ctx) => ctx.query('sound')"}
                    queries:
                      - {name: sound, adapter: shop, text: {inline: SELECT 1}}
                  transforms:
                    output: {source: {inline: "export default (_, ctx) => ctx.query('wrong')"}}
                    queries:
                      - {name: right, adapter: shop, text: {inline: SELECT 2}}
                      - {name: wrong, adapter: shop, text: {inline: SELECT totel FROM orders}}
                """);
        assertThat(check()).singleElement().satisfies(found -> {
            assertThat(found.headline()).contains("Tool default/transformed", "no such column: totel");
            assertThat(found.path()).isEqualTo("spec.transforms.queries[1].text.inline");
            assertThat(found.place().line()).isEqualTo(15);
        });
    }

    @Test
    void aDatabaseThatCannotBeAskedIsAnErrorOfItsAdapter() throws IOException {
        Files.writeString(directory.resolve("unreachable.yaml"), """
                apiVersion: hyperterse.dev/v1alpha1
                kind: HyperterseServer
                metadata: {name: elsewhere}
                spec:
                  auth: {mode: Anonymous}
                  adapters:
                    - name: gone
                      engine: Postgres
                      url: "postgresql://127.0.0.1:1/none"
                      username: {value: a}
                      tls: {mode: Disable}
                ---
                apiVersion: hyperterse.dev/v1alpha1
                kind: Tool
                metadata: {name: one}
                spec:
                  serverRefs: [{name: elsewhere}]
                  description: One
                  statement: {adapter: gone, text: {inline: SELECT 1}}
                """);
        assertThat(check()).singleElement().satisfies(found -> {
            assertThat(found.path()).isEqualTo("spec.adapters[0]");
            assertThat(found.rule()).isEqualTo("adapter-unreachable");
            assertThat(found.place().file()).endsWith("unreachable.yaml");
        });
    }

    /** The compiled settings are without the first one, which the compiler refuses. */
    @Test
    void adapterBehindAFaultyOneIsNamedByItsOwnPosition() throws IOException {
        Files.writeString(directory.resolve("unreachable.yaml"), """
                apiVersion: hyperterse.dev/v1alpha1
                kind: HyperterseServer
                metadata: {name: elsewhere}
                spec:
                  auth: {mode: Anonymous}
                  adapters:
                    - name: unset
                      engine: Postgres
                      url: "postgresql://{{ env.UNSET }}/none"
                      username: {value: a}
                      tls: {mode: Disable}
                    - name: here
                      engine: Sqlite
                      url: ":memory:"
                    - name: gone
                      engine: Postgres
                      url: "postgresql://127.0.0.1:1/none"
                      username: {value: a}
                      tls: {mode: Disable}
                ---
                apiVersion: hyperterse.dev/v1alpha1
                kind: Tool
                metadata: {name: one}
                spec:
                  serverRefs: [{name: elsewhere}]
                  description: One
                  statement: {adapter: gone, text: {inline: SELECT 1}}
                """);
        assertThat(check()).singleElement().satisfies(found -> {
            assertThat(found.path()).isEqualTo("spec.adapters[2]");
            assertThat(found.message()).contains("'gone'");
        });
    }

    @Test
    void adapterThatNoToolUsesIsConnectedAsWell() throws IOException {
        Files.writeString(directory.resolve("unused.yaml"), """
                apiVersion: hyperterse.dev/v1alpha1
                kind: HyperterseServer
                metadata: {name: elsewhere}
                spec:
                  auth: {mode: Anonymous}
                  adapters:
                    - name: unused
                      engine: Postgres
                      url: "postgresql://127.0.0.1:1/none"
                      username: {value: a}
                      tls: {mode: Disable}
                """);
        assertThat(check()).singleElement().satisfies(found -> {
            assertThat(found.path()).isEqualTo("spec.adapters[0]");
            assertThat(found.rule()).isEqualTo("adapter-unreachable");
            assertThat(found.message()).contains("'unused'");
        });
    }

    private List<Diagnostic> check() {
        var snapshot = new SnapshotReader(directory).read();
        assertThat(snapshot.diagnostics()).isEmpty();
        return new ConnectedCheck(directory, snapshot.manifests()).diagnostics();
    }

    private String edit(String file, String from, String to) throws IOException {
        var path = directory.resolve(file);
        var text = Files.readString(path);
        assertThat(text).contains(from);
        Files.writeString(path, text.replace(from, to));
        return text.replace(from, to);
    }
}
