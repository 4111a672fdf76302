package dev.hyperterse.operator;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hyperterse.controlplane.ControlPlane;
import dev.hyperterse.controlplane.Kubectl;
import dev.hyperterse.controlplane.junit.RealApiServer;
import java.io.IOException;
import java.nio.file.Path;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Two operators as processes on a real API server: who leads, what becomes of it, and that publishing goes on. */
@RealApiServer
class OperatorProcessIT {
    /** Where the operators are installed, with the rights of the installation and no others. */
    private static final String SYSTEM = "hyperterse-system";

    private static final String INDEX = "configmap/shop-catalog";

    private final String namespace = "lead-" + UUID.randomUUID().toString().substring(0, 8);
    private Kubectl kubectl;
    private ChildOperator first;
    private ChildOperator second;

    @BeforeEach
    void startTwo(ControlPlane controlPlane, @TempDir Path folder) throws IOException, InterruptedException {
        kubectl = controlPlane.kubectl();
        must("apply", "--server-side", "-f", "../crds/manifests");
        must("wait", "--for=condition=Established", "--timeout=60s", "-f", "../crds/manifests");
        must("apply", "-f", "../install/parts/1-namespace.yaml", "-f", "../install/parts/2-operator-access.yaml");
        must("create", "namespace", namespace);
        must("-n", namespace, "apply", "-f", "../install/gateway-namespace.yaml");
        var token = must("-n", SYSTEM, "create", "token", "hyperterse-operator").strip();
        first = ChildOperator.start(controlPlane, token, SYSTEM, "operator-0", folder.resolve("0"));
        first.await("it leads", first::leads);
        second = ChildOperator.start(controlPlane, token, SYSTEM, "operator-1", folder.resolve("1"));
        second.await("it stands by", second::ready);
        apply(server(), tool("one", "SELECT 1 AS one"));
        first.await("it is published", () -> published(1));
    }

    @AfterEach
    void stop() {
        first.close();
        second.close();
        must("-n", namespace, "delete", "hyperterseservers,tools", "--all");
        // Of one that was killed; the next test would wait until it is over.
        must("-n", SYSTEM, "delete", "lease", "hyperterse-operator", "--ignore-not-found");
    }

    @Test
    void aLeaderThatIsAskedToEndHandsOverAtOnce() throws InterruptedException {
        assertThat(second.leads()).isFalse();
        var epoch = epoch();
        assertThat(first.terminate()).as(first.log()).isZero();
        assertThat(first.log()).contains("gave the lease back");
        second.await("it leads", second::leads);
        apply(tool("two", "SELECT 2 AS two"));
        second.await("it publishes", () -> published(2));
        assertThat(epoch()).isNotEqualTo(epoch);
    }

    @Test
    void aLeaderThatIsKilledIsReplacedWhenItsLeaseIsOver() throws InterruptedException {
        first.kill();
        apply(tool("two", "SELECT 2 AS two"));
        second.await("it publishes", () -> published(2));
        assertThat(second.leads()).isTrue();
    }

    @Test
    void aLeaderWhoseLeaseWasTakenStopsAndStandsByAndLeadsAgain() throws InterruptedException {
        second.kill();
        var epoch = epoch();
        must("-n", SYSTEM, "patch", "lease", "hyperterse-operator", "--type=merge", "-p", takenBySomebody());
        first.await("it stands by", () -> !first.leads());
        assertThat(first.alive()).isTrue();
        assertThat(first.ready()).isTrue();
        apply(tool("two", "SELECT 2 AS two"));
        must("-n", SYSTEM, "delete", "lease", "hyperterse-operator");
        first.await("it publishes", () -> published(2));
        assertThat(epoch()).isNotEqualTo(epoch);
    }

    @Test
    void whatSomebodyElseChangesOrDeletesIsPutRight() throws InterruptedException {
        var slot = slot();
        var content = content(slot);
        must("-n", namespace, "delete", slot);
        first.await("the slot is back", () -> content.equals(content(slot)));

        must("-n", namespace, "patch", slot, "--type=json", "-p", "[{\"op\":\"remove\",\"path\":\"/binaryData\"}]");
        first.await("its content is back", () -> content.equals(content(slot)));

        must("-n", namespace, "delete", INDEX);
        first.await("the index is back", () -> published(1));

        must("-n", namespace, "patch", INDEX, "--type=merge", "-p", "{\"data\":{\"index.json\":\"{}\"}}");
        first.await("the index is right", () -> published(1));
        first.await("it is counted", () -> first.answer("/metrics")
                .filter(it -> it.contains("hyperterse_operator_foreign_edits_total 4"))
                .isPresent());
    }

    @Test
    void anObjectThatCannotBeUnderstoodHarmsNoOther() throws InterruptedException {
        var deep = "{\"items\":".repeat(1_500) + "{}" + "}".repeat(1_500);
        apply(tool("deep", "SELECT 1 AS one").replace("  statement:", "  inputSchema: " + deep + "\n  statement:"));
        apply(tool("two", "SELECT 2 AS two"));
        first.await("it publishes", () -> published(2));
        assertThat(first.alive()).isTrue();
        var waited = kubectl.run("-n", namespace, "wait", "--for=condition=Stalled", "--timeout=30s", "tool/deep");
        assertThat(waited.succeeded()).as(waited.errors() + first.log()).isTrue();
    }

    private String slot() {
        return must("-n", namespace, "get", "configmap", "-o", "name")
                .lines()
                .filter(name -> name.contains("shop-catalog-"))
                .findFirst()
                .orElseThrow();
    }

    private String content(String slot) {
        return kubectl.run("-n", namespace, "get", slot, "-o", "jsonpath={.binaryData}")
                .output();
    }

    private boolean published(int parts) {
        var index = kubectl.run("-n", namespace, "get", INDEX, "-o", "jsonpath={.data.index\\.json}");
        return index.succeeded() && index.output().split("\"slot\"", -1).length - 1 == parts;
    }

    private String epoch() {
        var index = must("-n", namespace, "get", INDEX, "-o", "jsonpath={.data.index\\.json}");
        return index.replaceAll("(?s).*\"epoch\"\\s*:\\s*\"([^\"]*)\".*", "$1");
    }

    private static String takenBySomebody() {
        return "{\"spec\":{\"holderIdentity\":\"somebody\",\"leaseDurationSeconds\":3600,\"renewTime\":\"2999-01-01T00:00:00.000000Z\"}}";
    }

    private void apply(String... manifests) {
        var result = kubectl.runWithInput(String.join("\n---\n", manifests), "-n", namespace, "apply", "-f", "-");
        assertThat(result.succeeded()).as(result.errors()).isTrue();
    }

    private String must(String... arguments) {
        var result = kubectl.run(arguments);
        assertThat(result.succeeded()).as(result.errors()).isTrue();
        return result.output();
    }

    private static String server() {
        return """
            apiVersion: hyperterse.dev/v1alpha1
            kind: HyperterseServer
            metadata:
              name: shop
            spec:
              adapters:
                - name: demo
                  sqlite: {url: ":memory:"}
            """;
    }

    private static String tool(String name, String statement) {
        return """
            apiVersion: hyperterse.dev/v1alpha1
            kind: Tool
            metadata:
              name: %s
            spec:
              serverRefs: [{name: shop}]
              description: A number
              statement:
                adapter: demo
                text: {inline: "%s"}
            """.formatted(name, statement);
    }
}
