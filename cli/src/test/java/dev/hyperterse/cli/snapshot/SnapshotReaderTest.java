package dev.hyperterse.cli.snapshot;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hyperterse.crds.v1alpha1.Tool;
import dev.hyperterse.crds.v1alpha1.workload.Workload;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SnapshotReaderTest {
    private static final String TOOL = """
        apiVersion: hyperterse.dev/v1alpha1
        kind: Tool
        metadata: {name: %s, creationTimestamp: "2026-01-01T00:00:00Z"}
        spec:
          serverRefs: [{name: shop}]
          description: %s
          statement: {adapter: demo, text: {inline: SELECT 1}}
        """;

    @TempDir
    private Path directory;

    private SnapshotReader reader;

    @BeforeEach
    void open() {
        reader = new SnapshotReader(directory);
    }

    @Test
    void anObjectKeepsItsUidAndGetsAGenerationWithItsContent() throws IOException {
        write("a.yaml", TOOL.formatted("a", "one"));
        var before = onlyTool();
        write("a.yaml", TOOL.formatted("a", "two"));
        var after = onlyTool();

        assertThat(after.getMetadata().getUid())
                .isEqualTo(before.getMetadata().getUid())
                .isNotEmpty();
        assertThat(after.getMetadata().getGeneration())
                .isNotEqualTo(before.getMetadata().getGeneration())
                .isPositive();
        assertThat(after.getMetadata().getNamespace()).isEqualTo("default");
        assertThat(after.getMetadata().getCreationTimestamp()).isNull();
        assertThat(after.getSpec().description()).contains("two");
    }

    @Test
    void unchangedManifestIsTheSameObjectInTheNextReading() throws IOException {
        write("a.yaml", TOOL.formatted("a", "one"));
        write("b.yaml", TOOL.formatted("b", "one"));
        var before = reader.read().objects().tools();
        write("b.yaml", TOOL.formatted("b", "two"));
        var after = reader.read().objects().tools();

        assertThat(after.getFirst()).isSameAs(before.getFirst());
        assertThat(after.getLast()).isNotSameAs(before.getLast());
    }

    @Test
    void aNumberOfPodsThatMustStayIsNoDefect() throws IOException {
        write("a.yaml", """
            apiVersion: hyperterse.dev/v1alpha1
            kind: HyperterseServer
            metadata: {name: shop}
            spec: {workload: {podDisruptionBudget: {minAvailable: 1}}}
            """);
        var workload = reader.read().objects().servers().getFirst().getSpec().workload();
        assertThat(workload.flatMap(Workload::podDisruptionBudget))
                .hasValueSatisfying(
                        budget -> assertThat(budget.minAvailable().getIntVal()).isEqualTo(1));
    }

    @Test
    void aRefusedObjectIsNotAmongThoseStored() throws IOException {
        write("a.yaml", TOOL.formatted("Upper", "one"));
        var snapshot = reader.read();
        assertThat(snapshot.objects().tools()).isEmpty();
        assertThat(snapshot.refused()).hasSize(1);
        assertThat(snapshot.hasErrors()).isTrue();
    }

    @Test
    void documentsAndNamespacesAreThoseOfTheDirectory() throws IOException {
        write("x.yaml", """
            apiVersion: v1
            kind: ConfigMap
            metadata: {name: c}
            data: {a: b}
            binaryData: {d: aGk=}
            ---
            apiVersion: v1
            kind: Secret
            metadata: {name: s, namespace: shop}
            data: {password: aGk=, other: aGk=}
            stringData: {password: plain}
            ---
            apiVersion: v1
            kind: Namespace
            metadata: {name: shop, labels: {team: a}}
            """);
        var objects = reader.read().objects();
        var configMap = objects.documents().configMap("default", "c").orElseThrow();
        assertThat(configMap.find("a")).contains("b");
        assertThat(configMap.findBinary("d"))
                .hasValueSatisfying(it -> assertThat(it).asString().isEqualTo("hi"));
        var secret = objects.documents().secret("shop", "s").orElseThrow();
        assertThat(secret.text()).isEqualTo(Map.of("password", "plain", "other", "hi"));
        assertThat(objects.documents().secret("default", "s")).isEmpty();
        assertThat(objects.namespaces().labels("shop"))
                .contains(Map.of("team", "a", "kubernetes.io/metadata.name", "shop"));
    }

    @Test
    void theEnvironmentFileGivesWhatASecretLacks() throws IOException {
        write("x.yaml", "apiVersion: v1\nkind: Secret\nmetadata: {name: s}\nstringData: {password: kept}\n");
        write("server.yaml", """
                apiVersion: hyperterse.dev/v1alpha1
                kind: HyperterseServer
                metadata: {name: shop}
                spec:
                  auth: {mode: Anonymous}
                  env:
                    - {name: REGION, value: eu}
                    - {name: A, valueFrom: {secretKeyRef: {name: s, key: password}}}
                    - {name: B, valueFrom: {secretKeyRef: {name: s, key: token}}}
                    - {name: C, valueFrom: {secretKeyRef: {name: missing, key: token}}}
                    - {name: D, valueFrom: {secretKeyRef: {name: nowhere, key: FROM_SHELL}}}
                """);
        write("folder/other.yaml", "apiVersion: v1\nkind: Secret\nmetadata: {name: other}\n");
        write("folder/.env", "token=later\nREGION=us\nTOKN=x\n");
        write(".env", "password=other\ntoken=given\n");
        var shell = Map.of("REGION", "ch", "PATH", "/bin", "FROM_SHELL", "set");
        var snapshot = new SnapshotReader(directory, shell).read();
        assertThat(snapshot.diagnostics().stream().map(it -> it.rule() + " " + it.remedy()))
                .containsExactly(
                        "env-twice give the directory of one server, or use two names",
                        "env-unused did you mean token?");
        var objects = snapshot.objects();
        assertThat(objects.environment())
                .isEqualTo(Map.of(
                        "password", "other", "token", "given", "REGION", "ch", "TOKN", "x", "FROM_SHELL", "set"));
        assertThat(objects.documents()
                        .secret("default", "nowhere")
                        .orElseThrow()
                        .text())
                .isEqualTo(Map.of("FROM_SHELL", "set"));
        var secret = objects.documents().secret("default", "s").orElseThrow();
        assertThat(secret.find("password")).contains("kept");
        assertThat(secret.find("token")).contains("given");
        assertThat(objects.documents()
                        .secret("default", "missing")
                        .orElseThrow()
                        .find("token"))
                .contains("given");
    }

    private Tool onlyTool() {
        return reader.read().objects().tools().getFirst();
    }

    private void write(String file, String content) throws IOException {
        var path = directory.resolve(file);
        Files.createDirectories(path.getParent());
        Files.writeString(path, content);
    }
}
