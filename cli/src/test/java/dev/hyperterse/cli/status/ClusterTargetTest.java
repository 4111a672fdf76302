package dev.hyperterse.cli.status;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hyperterse.cli.command.CommandTree;
import dev.hyperterse.cli.dev.Quickstart;
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

/** {@code server/NAME} as the target of commands, through the API server to a replica. */
class ClusterTargetTest {
    private static final String SHOP = """
            apiVersion: hyperterse.dev/v1alpha1
            kind: HyperterseServer
            metadata: {name: shop, namespace: shop}
            spec: {}
            status: {url: "http://shop.shop.svc/mcp"}
            ---
            apiVersion: v1
            kind: Pod
            metadata: {name: shop-1, namespace: shop, labels: {hyperterse.dev/server: shop}}
            spec: {containers: []}
            status: {phase: Running, conditions: [{type: Ready, status: "True"}]}
            """;

    @TempDir
    private Path folder;

    private final ByteArrayOutputStream out = new ByteArrayOutputStream();

    @Test
    void readyReplicaIsListedSearchedAndCalled() throws IOException {
        try (var served = Quickstart.serve(Quickstart.copyTo(folder.resolve("shop")), folder.resolve("cache"));
                var cluster = new FakeCluster(SHOP, () -> new Relay(served.url().getPort()))) {
            assertThat(run(cluster, "call", "server/shop", "order-details", "order_id=1001"))
                    .as(text())
                    .isZero();
            assertThat(text()).contains("Espresso cup, white");
            assertThat(run(cluster, "list", "server/shop", "-n", "shop"))
                    .as(text())
                    .isZero();
            assertThat(text()).contains("execute");
            assertThat(run(cluster, "search", "hts/shop", "orders")).as(text()).isZero();
            assertThat(text()).contains("list-orders");
            assertThat(run(cluster, "describe", "server/shop", "list-orders", "-n", "shop"))
                    .as(text())
                    .isZero();
            assertThat(text())
                    .contains("call server/shop -n shop --kubeconfig " + folder.resolve("kubeconfig")
                            + " list-orders customer_id=");
        }
    }

    @Test
    void whatIsInTheWayIsNamed() throws IOException {
        try (var cluster = new FakeCluster(SHOP)) {
            assertThat(run(cluster, "call", "server/shpo", "x")).isEqualTo(3);
            assertThat(text()).contains("there is no HyperterseServer shpo in namespace shop; did you mean shop?");
            assertThat(run(cluster, "call", "shop", "x")).isEqualTo(2);
            assertThat(text()).contains("a server of a cluster is written server/NAME, not 'shop'");
        }
        try (var cluster = new FakeCluster(SHOP.replace("\"True\"", "\"False\""))) {
            assertThat(run(cluster, "call", "server/shop", "x")).isEqualTo(3);
            assertThat(text())
                    .contains(
                            "no replica of HyperterseServer shop/shop is ready, of 1; 'hyperterse status server/shop -n shop' says why");
        }
        try (var cluster = new FakeCluster(SHOP).refuse("pods", 403)) {
            assertThat(run(cluster, "call", "server/shop", "x")).isEqualTo(3);
            assertThat(text())
                    .contains("you may not list pods in namespace shop; ask for a role with the verb list on pods");
        }
        try (var cluster = new FakeCluster(SHOP).refuse("portforward", 403)) {
            assertThat(run(cluster, "call", "server/shop", "x")).isEqualTo(3);
            assertThat(text())
                    .contains(
                            "you may not forward ports in namespace shop; ask for a role with the verbs get and create on pods/portforward");
        }
    }

    private int run(FakeCluster cluster, String... arguments) throws IOException {
        out.reset();
        var command = new ArrayList<>(List.of(arguments));
        command.addAll(1, List.of("--kubeconfig", cluster.kubeconfig(folder).toString()));
        var both = new PrintStream(out, true, StandardCharsets.UTF_8);
        return CommandTree.of(new Terminal(InputStream.nullInputStream(), both, both, false, Map.of()))
                .execute(command.toArray(String[]::new));
    }

    private String text() {
        return out.toString(StandardCharsets.UTF_8);
    }
}
