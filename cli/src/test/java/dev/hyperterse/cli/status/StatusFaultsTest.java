package dev.hyperterse.cli.status;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hyperterse.cli.command.CommandTree;
import dev.hyperterse.cli.terminal.Terminal;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.databind.json.JsonMapper;

/** One fault at a time is written into a cluster where all is well; {@code status} has to name it and its cure. */
class StatusFaultsTest {
    @TempDir
    private Path folder;

    private final ByteArrayOutputStream out = new ByteArrayOutputStream();

    @ParameterizedTest
    @MethodSource("dev.hyperterse.cli.status.SeededFault#all")
    void causeAndCureAreNamed(SeededFault fault) throws IOException {
        try (var cluster = new FakeCluster(SoundCluster.renewed(fault.seed().apply(SoundCluster.ALL)))) {
            assertThat(status(cluster)).as(text()).isEqualTo(fault.exit());
            assertThat(text()).contains(fault.said());
        }
    }

    @Test
    void soundClusterIsReportedAsSuch() throws IOException {
        try (var cluster = new FakeCluster(SoundCluster.renewed(SoundCluster.ALL))) {
            assertThat(status(cluster)).as(text()).isZero();
            assertThat(text())
                    .contains("shop    yes    1      0        1/1       7 on 1    http://shop.shop.svc/mcp")
                    .contains("all is served, 1 server and 1 definition")
                    .doesNotContain("fix:", "of another writer");
            assertThat(status(cluster, "--all-namespaces")).isZero();
            assertThat(text()).contains("shop/shop");
            assertThat(status(cluster, "tool/list-orders")).isZero();
            assertThat(text())
                    .contains(
                            "Tool shop/list-orders: served",
                            "shop/shop as list-orders",
                            "1 of 1 replicas at revision 7")
                    .contains("Ready True, Serving: every replica serves it")
                    .contains("next: hyperterse describe server/shop list-orders -n shop");
            assertThat(status(cluster, "-o", "yaml")).isZero();
            assertThat(text()).contains("- namespace: shop").doesNotContain("&id", "*id");
            assertThat(status(cluster, "hts/shop", "-o", "json")).isZero();
            assertThat(JsonMapper.shared().readTree(text()).at("/servers/0/url").asString())
                    .isEqualTo("http://shop.shop.svc/mcp");
        }
    }

    /** Decision 0162 refers to it. */
    @Test
    void eachDefinitionNamesItsServersWithItsNameThereAndTheGenerationThatIsServed() throws IOException {
        var foreign = SoundCluster.TOOL
                .replace(
                        "name: list-orders, namespace: shop, generation: 3",
                        "name: orders, namespace: sales, generation: 9")
                .replace("{name: shop}", "{name: shop, namespace: shop}")
                .replace("toolName: list-orders", "toolName: sales-orders")
                .replace("servedGeneration: 3", "servedGeneration: 8");
        try (var cluster = new FakeCluster(SoundCluster.renewed(SoundCluster.ALL + foreign))) {
            status(cluster, "--all-namespaces", "-o", "json");
            var served = JsonMapper.shared()
                    .readTree(text())
                    .at("/definitions")
                    .valueStream()
                    .flatMap(definition -> definition
                            .at("/servers")
                            .valueStream()
                            .map(server -> "%s/%s: %s from %s %s/%s at %d"
                                    .formatted(
                                            server.at("/namespace").asString(),
                                            server.at("/name").asString(),
                                            server.at("/tool").asString(),
                                            definition.at("/kind").asString(),
                                            definition.at("/namespace").asString(),
                                            definition.at("/name").asString(),
                                            server.at("/generation").asInt())));
            assertThat(served)
                    .containsExactlyInAnyOrder(
                            "shop/shop: list-orders from Tool shop/list-orders at 3",
                            "shop/shop: sales-orders from Tool sales/orders at 8");
        }
    }

    @Test
    void fragmentsOfThePlatformAreNamed() throws IOException {
        var merged = SoundCluster.ALL.replace("attached:", "platformFragments: [everyone, standard]\n  attached:");
        try (var cluster = new FakeCluster(SoundCluster.renewed(merged))) {
            assertThat(status(cluster, "hts/shop")).isZero();
            assertThat(text().lines().map(String::strip))
                    .containsSubsequence("fragments of the platform:", "everyone", "standard", "conditions:");
            assertThat(status(cluster, "hts/shop", "-o", "json")).isZero();
            assertThat(JsonMapper.shared()
                            .readTree(text())
                            .at("/servers/0/fragments/1")
                            .asString())
                    .isEqualTo("standard");
        }
    }

    @Test
    void clusterWithoutOurKindsIsSaid() throws IOException {
        try (var cluster = new FakeCluster(SoundCluster.renewed(SoundCluster.OPERATOR))
                .refuse("tools", 404)
                .refuse("hyperterseservers", 404)) {
            assertThat(status(cluster)).isEqualTo(1);
            assertThat(text())
                    .contains(
                            "does not have the CustomResourceDefinitions hyperterseservers.hyperterse.dev, tools.hyperterse.dev",
                            "fix: install them with the chart hyperterse-crds");
        }
    }

    @Test
    void rightsThatAreMissingAreNamedOrDoneWithout() throws IOException {
        try (var cluster = new FakeCluster(SoundCluster.renewed(SoundCluster.ALL)).refuse("tools", 403)) {
            assertThat(status(cluster)).isEqualTo(3);
            assertThat(text())
                    .contains(
                            "you may not list tools.hyperterse.dev in namespace shop; ask for a role with the verb list");
        }
        try (var cluster = new FakeCluster(SoundCluster.renewed(SoundCluster.ALL))
                .refuse("pods", 403)
                .refuse("leases", 403)) {
            assertThat(status(cluster)).as(text()).isZero();
        }
        try (var cluster = new FakeCluster(
                        SoundCluster.renewed(SoundCluster.ALL).replace("status: {readyReplicas: 1}", "status: {}"))
                .refuse("leases", 403)) {
            assertThat(status(cluster)).isEqualTo(1);
            assertThat(text()).contains("no operator is running, its Deployment has no ready replica");
        }
        try (var cluster = new FakeCluster(SoundCluster.renewed(SoundCluster.ALL))
                .refuse("deployments", 403)
                .refuse("leases", 403)) {
            assertThat(status(cluster)).as(text()).isZero();
            assertThat(text()).contains("note: whether an operator runs is not known");
        }
    }

    @Test
    void serverByItselfNamesWhatItRefuses() throws IOException {
        var yaml = SoundCluster.ALL
                .replace("status: \"True\", reason: Serving", "status: \"False\", reason: InvalidStatement")
                .replace(
                        "  adapters:",
                        "  rejected: {count: 1, samples: [{kind: Tool, namespace: shop, name: list-orders, reason: InvalidStatement}]}\n  adapters:");
        try (var cluster = new FakeCluster(SoundCluster.renewed(yaml))) {
            assertThat(status(cluster, "server/shop", "--context", "c")).isEqualTo(1);
            assertThat(text())
                    .contains(
                            "Tool shop/list-orders is not served as written: InvalidStatement",
                            "the commands are for the cluster of --kubeconfig ",
                            " --context c");
        }
    }

    /** Names that no object can have, and members of free JSON that only look like references. */
    @Test
    void whatIsNoReferenceIsNotLookedUp() throws IOException {
        var yaml = SoundCluster.ALL
                .replace("secretKeyRef: {name: db,", "secretKeyRef: {name: \"my secret\",")
                .replace(
                        "  statement: {adapter: db, text: {configMapKeyRef: {name: texts, key: sql}}}",
                        "  http: {adapter: db, method: POST, path: /, body: {json: {secretRef: {name: \"{{ inputs.s }}\"}, configMapKeyRef: {name: nowhere}}}}")
                .replace("status: \"True\", reason: Available", "status: \"False\", reason: SecretNotFound")
                .replace("status: \"True\", reason: Serving", "status: \"False\", reason: NoReadyReplicas");
        try (var cluster = new FakeCluster(SoundCluster.renewed(yaml))) {
            assertThat(status(cluster)).as(text()).isEqualTo(1);
            assertThat(text())
                    .contains("SecretNotFound", "NoReadyReplicas")
                    .doesNotContain("does not exist", "nowhere", "inputs.s");
        }
    }

    @Test
    void toolsOfOneFaultAreSaidTogether() throws IOException {
        var unseen = new StringBuilder(SoundCluster.ALL.replace(SoundCluster.TOOL, ""));
        for (var name : List.of("a", "b", "c", "d", "e", "f", "g")) {
            unseen.append(SoundCluster.TOOL.split("status:\n")[0].replace("list-orders", name))
                    .append("---\n");
        }
        try (var cluster = new FakeCluster(SoundCluster.renewed(unseen.toString()))) {
            assertThat(status(cluster)).isEqualTo(1);
            assertThat(text())
                    .contains("Tool shop/a, b, c, d, e and 2 more: not served")
                    .containsOnlyOnce("it has no status");
        }
    }

    @Test
    void objectThatIsNotThereIsSaidWithWhatIs() throws IOException {
        try (var cluster = new FakeCluster(SoundCluster.renewed(SoundCluster.ALL))) {
            assertThat(status(cluster, "tool/list-order")).isEqualTo(1);
            assertThat(text())
                    .contains("there is no Tool list-order in namespace shop; it has server/shop, tool/list-orders");
            assertThat(status(cluster, "list-orders")).isEqualTo(2);
            assertThat(text()).contains("an object is KIND/NAME");
        }
    }

    private int status(FakeCluster cluster, String... arguments) throws IOException {
        out.reset();
        var command = new ArrayList<>(
                List.of("status", "--kubeconfig", cluster.kubeconfig(folder).toString()));
        command.addAll(List.of(arguments));
        var both = new PrintStream(out, true, StandardCharsets.UTF_8);
        return CommandTree.of(new Terminal(InputStream.nullInputStream(), both, both, false, Map.of()))
                .execute(command.toArray(String[]::new));
    }

    private String text() {
        return out.toString(StandardCharsets.UTF_8);
    }
}
