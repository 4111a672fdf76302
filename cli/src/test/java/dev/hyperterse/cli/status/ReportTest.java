package dev.hyperterse.cli.status;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hyperterse.cli.command.CommandTree;
import dev.hyperterse.cli.terminal.Terminal;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.zip.ZipFile;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The archive for a bug report, of a cluster whose owner has put a secret wherever one can be. */
class ReportTest {
    private static final String SECRET = "hunter2";

    private static final String CARELESS = """
            apiVersion: hyperterse.dev/v1alpha1
            kind: HyperterseServer
            metadata:
              name: careless
              namespace: shop
              annotations:
                kubectl.kubernetes.io/last-applied-configuration: '{"spec":{"env":[{"name":"KEY","value":"hunter2"}]}}'
                kapp.k14s.io/original: '{"spec":{"env":[{"name":"KEY","value":"hunter2"}]}}'
              managedFields: [{manager: hunter2}]
            spec:
              auth: {mode: Anonymous}
              env:
                - {name: KEY, value: hunter2}
                - {name: TOKEN, valueFrom: {secretKeyRef: {name: db, key: token}}}
              adapters:
                - {name: api, http: {url: "https://ann:hunter2@api.example/v1?api_key=hunter2&page=2"}}
                - {name: crm, http: {headers: [{name: Authorization, value: "Bearer {{ env.TOKEN }}"}, {name: X-Key, value: Bearer hunter2}]}}
                - {name: old, url: "postgres://ann:hun@ter2hunter2@db/shop", password: {value: "hunter2 {{ env.TOKEN }}"}}
                - {name: odd, url: "postgres://ann:hunter2/x@db/shop?sslpassword=hunter2", clientSecret: hunter2}
              workload:
                pod:
                  spec:
                    containers: [{name: proxy, image: "proxy:1", args: ["--password=hunter2"], env: [{name: A, value: hunter2}]}]
            ---
            apiVersion: hyperterse.dev/v1alpha1
            kind: Tool
            metadata: {name: careless, namespace: shop}
            spec:
              serverRefs: [{name: careless}]
              http:
                method: POST
                path: /v1/orders/{{ inputs.id }}
                headers: {Authorization: Bearer hunter2}
                query: {key: hunter2, id: "{{ inputs.id }}"}
                body: {json: {pin: 4711, text: [hunter2]}}
            ---
            apiVersion: v1
            kind: Secret
            metadata: {name: db, namespace: shop}
            stringData: {token: hunter2}
            ---
            apiVersion: v1
            kind: Pod
            metadata: {name: shop-2, namespace: shop, labels: {hyperterse.dev/server: shop}}
            spec:
              containers:
                - name: runtime
                  image: runtime:1
                  env: [{name: PASSWORD, value: hunter2}]
                  args: ["--password=hunter2"]
            status:
              phase: Running
              containerStatuses: [{name: runtime, restartCount: 1}, {name: proxy, restartCount: 0}]
            ---
            apiVersion: v1
            kind: Event
            metadata: {name: one, namespace: shop}
            involvedObject: {apiVersion: v1, kind: Pod, name: shop-2}
            lastTimestamp: "2026-01-01T00:00:02Z"
            message: back-off restarting
            ---
            apiVersion: v1
            kind: Event
            metadata: {name: another, namespace: shop}
            involvedObject: {apiVersion: apps/v1, kind: ReplicaSet, name: careless-6d4cf56db6}
            lastTimestamp: "2026-01-01T00:00:01Z"
            message: exceeded quota
            ---
            apiVersion: v1
            kind: Event
            metadata: {name: two, namespace: shop}
            involvedObject: {apiVersion: v1, kind: Pod, name: of-somebody-else}
            message: hunter2
            ---
            """;

    private static final String LOG = """
            "arguments":{"password":"hunter2"}}
            {"time":"2026-01-01T00:00:00Z","level":"WARN","event":"adapter_lost","adapter":"db"}
            {"audit":"call","name":"find","arguments":{"password":"hunter2"}}
            {"time":"2026-01-01T00:00:01Z","level":"DEBUG","event":"ad_hoc_sql_text","sql":"SELECT 'hunter2'"}
            """;

    @TempDir
    private Path folder;

    private final ByteArrayOutputStream err = new ByteArrayOutputStream();

    @Test
    void everythingIsToldButSecrets() throws IOException {
        try (var cluster = new FakeCluster(SoundCluster.renewed(SoundCluster.ALL) + "---\n" + CARELESS).logging(LOG)) {
            assertThat(report(cluster)).as(err.toString()).isZero();
        }
        var pages = pages();

        assertThat(pages.keySet())
                .contains("version.txt", "kubernetes.json", "status.yaml", "hyperterseservers.yaml", "tools.yaml")
                .contains("prompts.yaml", "resources.yaml", "pods.yaml", "events.yaml")
                .contains("logs/shop.shop-2.runtime.log", "logs/shop.shop-2.runtime.previous.log")
                .doesNotContain("logs/shop.shop-2.proxy.log")
                .doesNotContain("not-read.txt");
        assertThat(pages.values()).allSatisfy(text -> assertThat(text).doesNotContain(SECRET));
        assertThat(pages.get("hyperterseservers.yaml"))
                .contains("name: careless", "Bearer {{ env.TOKEN }}", "api.example/v1", "key: token", "image: proxy:1");
        assertThat(pages.get("tools.yaml"))
                .contains("name: list-orders", "reason: Serving", "path: /v1/orders/{{ inputs.id }}")
                .contains("id: '{{ inputs.id }}'")
                .doesNotContain("4711");
        assertThat(pages.get("pods.yaml")).contains("image: runtime:1", "phase: Running");
        assertThat(pages.get("events.yaml")).containsSubsequence("exceeded quota", "back-off restarting");
        assertThat(pages.get("logs/shop.shop-2.runtime.log")).contains("adapter_lost");
        assertThat(err.toString()).contains("read it before you send it");
    }

    @Test
    void whatMayNotBeReadIsNamed() throws IOException {
        try (var cluster = new FakeCluster(SoundCluster.renewed(SoundCluster.ALL)).refuse("events", 403)) {
            assertThat(report(cluster)).as(err.toString()).isZero();
        }
        assertThat(pages().get("not-read.txt").lines())
                .containsExactlyInAnyOrder(
                        "/api/v1/namespaces/shop/events?limit=500: you may not read it",
                        "/api/v1/namespaces/hyperterse-system/events?limit=500: you may not read it");
    }

    @Test
    void fileThatExistsIsLeftAsItIs() throws IOException {
        Files.writeString(file(), "mine");
        try (var cluster = new FakeCluster(SoundCluster.renewed(SoundCluster.ALL))) {
            assertThat(report(cluster)).isEqualTo(3);
        }
        assertThat(err.toString()).contains("a file of that name exists");
        assertThat(file()).hasContent("mine");
    }

    private Path file() {
        return folder.resolve("report.zip");
    }

    private int report(FakeCluster cluster) throws IOException {
        var words = List.of("report", "--kubeconfig", cluster.kubeconfig(folder).toString(), "--to", file().toString());
        var terminal = new Terminal(
                InputStream.nullInputStream(),
                new PrintStream(new ByteArrayOutputStream(), true, StandardCharsets.UTF_8),
                new PrintStream(err, true, StandardCharsets.UTF_8),
                false,
                Map.of());
        return CommandTree.of(terminal).execute(words.toArray(String[]::new));
    }

    private Map<String, String> pages() throws IOException {
        var pages = new TreeMap<String, String>();
        try (var zip = new ZipFile(file().toFile())) {
            for (var entry : new ArrayList<>(zip.stream().toList())) {
                pages.put(
                        entry.getName(), new String(zip.getInputStream(entry).readAllBytes(), StandardCharsets.UTF_8));
            }
        }
        return pages;
    }
}
