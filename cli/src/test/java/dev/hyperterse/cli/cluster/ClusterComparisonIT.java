package dev.hyperterse.cli.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hyperterse.cli.command.CommandTree;
import dev.hyperterse.cli.terminal.Terminal;
import dev.hyperterse.controlplane.ControlPlane;
import dev.hyperterse.controlplane.Kubectl;
import dev.hyperterse.controlplane.junit.RealApiServer;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code diff} and {@code validate} with what a real API server holds: a server, its ConfigMap, its Secret, two tools. */
@RealApiServer
class ClusterComparisonIT {
    private static final String TOOL = """
            ---
            apiVersion: hyperterse.dev/v1alpha1
            kind: Tool
            metadata: {name: %s, namespace: compared}
            spec:
              serverRefs: [{name: shop}]
              name: %s
              description: Lists orders
              inputs: [{name: id, type: int, minimum: %d}]
              statement: {adapter: %s, text: {inline: "SELECT {{ inputs.id }}"}}
            """;
    private static final String SERVER = """
            apiVersion: hyperterse.dev/v1alpha1
            kind: HyperterseServer
            metadata: {name: shop, namespace: compared}
            spec:
              auth: {mode: Anonymous}
              env:
                - {name: HOST, valueFrom: {configMapKeyRef: {name: db, key: host}}}
              adapters:
                - name: db
                  engine: Postgres
                  url: "postgresql://{{ env.HOST }}:5432/shop"
                  username: {value: app}
                  password: {valueFrom: {secretKeyRef: {name: %s, key: password}}}
            """;

    private static Kubectl kubectl;
    private static Path administrator;

    @TempDir
    private Path folder;

    private Path kubeconfig;
    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final ByteArrayOutputStream err = new ByteArrayOutputStream();

    @BeforeAll
    static void applyTheManifests(ControlPlane controlPlane) {
        kubectl = controlPlane.kubectl();
        administrator = controlPlane.kubeconfig();
        must("apply", "--server-side", "-f", "../crds/manifests");
        must("wait", "--for=condition=Established", "--timeout=60s", "-f", "../crds/manifests");
        must("create", "namespace", "compared");
        must("-n", "compared", "create", "configmap", "db", "--from-literal=host=db");
        must("-n", "compared", "create", "secret", "generic", "db", "--from-literal=password=hunter2");
        apply(SERVER.formatted("db")
                + TOOL.formatted("first", "first", 1, "db")
                + TOOL.formatted("second", "second", 1, "db"));
    }

    @BeforeEach
    void asTheAdministrator() {
        kubeconfig = administrator;
    }

    @Test
    void appliedDirectoryHasNoDifference() throws IOException {
        write("server.yaml", SERVER.formatted("db"));
        write("first.yaml", TOOL.formatted("first", "first", 1, "db"));
        assertThat(run("diff", "--fail-on", "any")).as(text()).isZero();
        assertThat(text()).contains("1 server: 0 added, 0 changed, 0 removed");
    }

    @Test
    void aToolAloneIsComparedOnTheServerOfTheCluster() throws IOException {
        write("first.yaml", TOOL.formatted("first", "first", 2, "db"));
        write("third.yaml", TOOL.formatted("third", "third", 1, "db"));
        assertThat(run("diff", "--fail-on", "breaking")).as(text()).isEqualTo(4);
        assertThat(text())
                .contains("~ tool first", "breaking: input id minimum is 2, was 1", "+ tool third")
                .contains("1 added, 1 changed, 0 removed; 1 breaking");
        assertThat(run("diff")).isZero();
    }

    @Test
    void objectsOnlyInTheBaseAreDeleted() throws IOException {
        var base = Files.createDirectory(folder.resolve("base"));
        Files.writeString(base.resolve("second.yaml"), TOOL.formatted("second", "second", 1, "db"));
        write("first.yaml", TOOL.formatted("first", "first", 1, "db"));
        assertThat(run("diff", "--base", base.toString())).as(text()).isZero();
        assertThat(text()).contains("- tool second", "breaking: removed").doesNotContain("tool first");
    }

    /** The cluster merges what the directory does not have: every override would look like a change of the directory. */
    @Test
    void fragmentsThatTheClusterMergesAreNamedOrMerged() throws IOException {
        must(
                "-n",
                "compared",
                "patch",
                "hyperterseserver",
                "shop",
                "--subresource=status",
                "--type=merge",
                "--patch={\"status\":{\"platformFragments\":[\"everyone\"]}}");
        write("server.yaml", SERVER.formatted("db"));
        assertThat(run("diff", "--fail-on", "any")).as(text()).isZero();
        assertThat(err.toString(StandardCharsets.UTF_8))
                .containsOnlyOnce("fragments of the platform (everyone)")
                .contains("--platform FILE");

        var platform = Files.writeString(folder.resolve("platform.yaml"), """
                - {name: everyone, namespaceSelector: {}, overrides: {exposure: Direct}}
                """).toString();
        assertThat(run("diff", "--fail-on", "any", "--platform", platform))
                .as(text())
                .isZero();
        assertThat(text()).doesNotContain("fragments of the platform");
        var none = Files.writeString(folder.resolve("none.yaml"), "[]").toString();
        assertThat(run("diff", "--fail-on", "any", "--platform", platform, "--base-platform", none))
                .as(text())
                .isEqualTo(4);
        assertThat(text()).contains("exposure");
    }

    /** A duplicated key makes one document unreadable; what it held is neither removed nor called so. */
    @Test
    void objectsOfAnUnreadableFileAreNotDeleted() throws IOException {
        var base = Files.createDirectory(folder.resolve("base"));
        Files.writeString(base.resolve("second.yaml"), TOOL.formatted("second", "second", 1, "db"));
        write("first.yaml", TOOL.formatted("first", "first", 1, "db"));
        write("second.yaml", TOOL.formatted("second", "second", 1, "db") + "  name: second\n");
        assertThat(run("diff", "--base", base.toString())).as(text()).isEqualTo(1);
        assertThat(text()).contains("second.yaml:11:3: error: ").doesNotContain("- tool second", "breaking: removed");
    }

    @Test
    void aReferenceThatLeadsNowhereIsAnErrorAtItsLine() throws IOException {
        write("tools.yaml", TOOL.formatted("a", "a", 1, "nothing") + TOOL.formatted("b", "second", 1, "db"));
        write("elsewhere.yaml", TOOL.formatted("c", "c", 1, "db").replace("{name: shop}", "{name: shpo}"));
        assertThat(run("validate")).isEqualTo(1);
        assertThat(text())
                .contains("tools.yaml:10:", "the server has no adapter 'nothing'")
                .contains("'second' is taken on this server")
                .contains("error: Tool compared/c spec.serverRefs[0].name: HyperterseServer compared/shpo is not in"
                        + " this directory, nor in the cluster")
                .contains("did you mean compared/shop?");
    }

    @Test
    void aServerIsCheckedWithTheSecretsAndConfigMapsThatThereAre() throws IOException {
        write("server.yaml", SERVER.formatted("db"));
        assertThat(run("validate")).as(text()).isZero();
        write("server.yaml", SERVER.formatted("absent").replace("key: host", "key: port"));
        assertThat(run("validate")).isEqualTo(1);
        assertThat(text())
                .contains(
                        "error: HyperterseServer compared/shop",
                        "Secret compared/absent does not exist",
                        "no key 'port'")
                .doesNotContain("hunter2");
    }

    /** What a pull request's check should be given, as docs/gitops.md has it. */
    @Test
    void aViewerOfOneNamespaceCanCheck() throws IOException {
        must("-n", "compared", "create", "serviceaccount", "checker");
        apply("""
                apiVersion: rbac.authorization.k8s.io/v1
                kind: Role
                metadata: {name: checker, namespace: compared}
                rules:
                  - {apiGroups: [hyperterse.dev], resources: ["*"], verbs: [get, list]}
                  - {apiGroups: [""], resources: [configmaps, namespaces], verbs: [get]}
                """);
        must(
                "-n",
                "compared",
                "create",
                "rolebinding",
                "checker",
                "--role=checker",
                "--serviceaccount=compared:checker");
        var token = must("-n", "compared", "create", "token", "checker").strip();
        kubeconfig = folder.resolve("kubeconfig");
        Files.copy(administrator, kubeconfig);
        must("--kubeconfig=" + kubeconfig, "config", "set-credentials", "checker", "--token=" + token);
        must("--kubeconfig=" + kubeconfig, "config", "set-context", "--current", "--user=checker");
        write("server.yaml", SERVER.formatted("absent"));
        write("first.yaml", TOOL.formatted("first", "first", 2, "db"));
        assertThat(run("validate")).as(text()).isZero();
        assertThat(run("diff")).as(text()).isZero();
        assertThat(text()).contains("breaking: input id minimum is 2, was 1");

        write("foreign.yaml", TOOL.formatted("x", "x", 1, "db").replace("namespace: compared", "namespace: default"));
        assertThat(run("diff")).isEqualTo(3);
        assertThat(text()).contains("the cluster cannot be read", "forbidden").doesNotContain("\tat ");
    }

    @Test
    void aClusterThatCannotBeAskedEndsTheCommandWithAMessage() throws IOException {
        write("first.yaml", TOOL.formatted("first", "first", 2, "db"));
        assertThat(run("diff", "--context", "nowhere")).isEqualTo(3);
        assertThat(text()).contains("the kubeconfig has no context nowhere");
        kubeconfig = folder.resolve("kubeconfig");
        Files.writeString(
                kubeconfig, Files.readString(administrator).replaceAll("server: .*", "server: https://127.0.0.1:1"));
        assertThat(run("validate")).isEqualTo(3);
        assertThat(text()).contains("the cluster does not answer").doesNotContain("\tat ");
    }

    @Test
    void reportHasTheObjectsAndNoPassword() throws IOException {
        var file = folder.resolve("report.zip");
        assertThat(execute(List.of(
                        "report", "-n", "compared", "--to", file.toString(), "--kubeconfig", kubeconfig.toString())))
                .as(text())
                .isZero();
        assertThat(text()).contains("kubernetes.json", "hyperterseservers.yaml", "tools.yaml", "status.yaml");
        try (var archive = FileSystems.newFileSystem(file)) {
            assertThat(archive.getPath("kubernetes.json")).content().contains("gitVersion");
            assertThat(archive.getPath("hyperterseservers.yaml"))
                    .content()
                    .contains("name: shop", "key: password")
                    .doesNotContain("managedFields");
            assertThat(archive.getPath("tools.yaml")).content().contains("name: first", "name: second");
            assertThat(archive.getPath("not-read.txt")).doesNotExist();
        }
    }

    private int run(String command, String... options) {
        var arguments = new ArrayList<>(List.of(
                command,
                folder.resolve("manifests").toString(),
                "--against-cluster",
                "--kubeconfig",
                kubeconfig.toString()));
        arguments.addAll(List.of(options));
        return execute(arguments);
    }

    private int execute(List<String> arguments) {
        out.reset();
        err.reset();
        var terminal = new Terminal(
                InputStream.nullInputStream(),
                new PrintStream(out, true, StandardCharsets.UTF_8),
                new PrintStream(err, true, StandardCharsets.UTF_8),
                false,
                Map.of());
        return CommandTree.of(terminal).execute(arguments.toArray(String[]::new));
    }

    private String text() {
        return out.toString(StandardCharsets.UTF_8) + err.toString(StandardCharsets.UTF_8);
    }

    private void write(String file, String content) throws IOException {
        Files.writeString(Files.createDirectories(folder.resolve("manifests")).resolve(file), content);
    }

    private static void apply(String manifests) {
        var applied = kubectl.runWithInput(manifests, "apply", "--server-side", "-f", "-");
        assertThat(applied.succeeded()).as(applied.errors()).isTrue();
    }

    private static String must(String... arguments) {
        var result = kubectl.run(arguments);
        assertThat(result.succeeded()).as(result.errors()).isTrue();
        return result.output();
    }
}
