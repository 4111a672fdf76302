package dev.hyperterse.operator;

import static dev.hyperterse.operator.DemoManifests.server;
import static dev.hyperterse.operator.DemoManifests.tool;
import static dev.hyperterse.operator.TestNamespace.SYSTEM;
import static org.assertj.core.api.Assertions.assertThat;

import dev.hyperterse.catalog.LeafIdentity;
import dev.hyperterse.catalog.LeafKind;
import dev.hyperterse.catalog.encoding.Slot;
import dev.hyperterse.controlplane.ControlPlane;
import dev.hyperterse.controlplane.junit.RealApiServer;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Operators as processes on a real API server: who leads, what becomes of it, and that publishing goes on. */
@RealApiServer
@Order(1)
class OperatorProcessIT {
    private static final String INDEX = "configmap/shop-catalog";

    @TempDir
    private Path folder;

    private ControlPlane controlPlane;
    private TestNamespace namespace;
    private ChildOperator first;

    private Optional<ChildOperator> standby = Optional.empty();

    @BeforeEach
    void lead(ControlPlane controlPlane) throws IOException, InterruptedException {
        this.controlPlane = controlPlane;
        namespace = TestNamespace.openToTheOperator(controlPlane, "lead");
        first = start("operator-0");
        first.await("it leads", first::leads);
        namespace.apply(server(), tool("one", "SELECT 1 AS one"));
        first.await("it is published", () -> published(1));
    }

    private ChildOperator standBy() throws IOException, InterruptedException {
        var second = start("operator-1");
        standby = Optional.of(second);
        second.await("it stands by", second::ready);
        return second;
    }

    private ChildOperator start(String pod) throws IOException {
        return ChildOperator.start(controlPlane, namespace.operatorToken(), SYSTEM, pod, folder.resolve(pod));
    }

    @AfterEach
    void stop() {
        // It would take the lease again that is deleted below.
        standby.ifPresent(ChildOperator::close);
        first.close();
        namespace.kubectl("delete", "hyperterseservers,tools", "--all");
        // Of one that was killed; the next test would wait until it is over.
        namespace.anywhere("-n", SYSTEM, "delete", "lease", "hyperterse-operator", "--ignore-not-found");
    }

    @Test
    void aLeaderThatIsAskedToEndHandsOverAtOnce() throws IOException, InterruptedException {
        var second = standBy();
        assertThat(second.leads()).isFalse();
        var epoch = epoch();
        assertThat(first.terminate()).as(first.log()).isZero();
        second.await("it leads", second::leads);
        namespace.apply(tool(another(), "SELECT 2 AS two"));
        second.await("it publishes", () -> published(2));
        assertThat(epoch()).isNotEqualTo(epoch);
    }

    @Test
    void aProcessThatIsAskedToEndBeforeItCouldReadAnythingEnds() throws IOException, InterruptedException {
        try (var waiting =
                ChildOperator.start(controlPlane, "no token of anybody", SYSTEM, "operator-2", folder.resolve("2"))) {
            waiting.await("it waits", () -> waiting.log().contains("\"event\":\"waiting\""));
            assertThat(waiting.terminate()).as(waiting.log()).isZero();
            assertThat(waiting.log()).contains("\"event\":\"stopped\"").doesNotContain("Exception in thread");
        }
    }

    @Test
    void aLeaderThatIsKilledIsReplacedWhenItsLeaseIsOver() throws IOException, InterruptedException {
        var second = standBy();
        first.kill();
        namespace.apply(tool(another(), "SELECT 2 AS two"));
        second.await("it publishes", () -> published(2));
        assertThat(second.leads()).isTrue();
    }

    @Test
    void aLeaderWhoseLeaseWasTakenStandsByUntilOneMayLead() throws IOException, InterruptedException {
        var second = standBy();
        var epoch = epoch();
        namespace.anywhere(
                "-n", SYSTEM, "patch", "lease", "hyperterse-operator", "--type=merge", "-p", takenBySomebody());
        first.await("it stands by", () -> first.count("lease_lost") == 1 && first.count("ready") == 2);
        assertThat(first.leads()).isFalse();
        assertThat(second.alive()).isTrue();
        assertThat(second.leads()).isFalse();
        namespace.apply(tool(another(), "SELECT 2 AS two"));
        namespace.anywhere("-n", SYSTEM, "delete", "lease", "hyperterse-operator");
        second.await("one publishes", () -> published(2));
        assertThat(epoch()).isNotEqualTo(epoch);
    }

    /** Without a new leader the next inspection reverts them, minutes later. */
    @Test
    void changesOfOtherWritersAreRevertedByTheNextLeader() throws IOException, InterruptedException {
        var second = standBy();
        var slot = slot();
        var content = content(slot);
        var epoch = epoch();
        namespace.kubectl("patch", slot, "--type=json", "-p", "[{\"op\":\"remove\",\"path\":\"/binaryData\"}]");
        namespace.kubectl("delete", INDEX);
        assertThat(first.terminate()).as(first.log()).isZero();
        second.await("the index is back", () -> published(1));
        second.await("the content of the slot is back", () -> content.equals(content(slot)));
        assertThat(epoch()).isNotEqualTo(epoch);
        assertThat(second.leads()).isTrue();
    }

    @Test
    void anObjectThatCannotBeUnderstoodHarmsNoOther() throws InterruptedException {
        var deep = "{\"items\":".repeat(1_500) + "{}" + "}".repeat(1_500);
        namespace.apply(
                tool("deep", "SELECT 1 AS one").replace("  statement:", "  inputSchema: " + deep + "\n  statement:"));
        namespace.apply(tool(another(), "SELECT 2 AS two"));
        first.await("it publishes", () -> published(2));
        assertThat(first.alive()).isTrue();
        var waited = namespace.attempt("wait", "--for=condition=Stalled", "--timeout=120s", "tool/deep");
        assertThat(waited.succeeded()).as(waited.errors() + first.log()).isTrue();
    }

    private String slot() {
        return namespace
                .kubectl("get", "configmap", "-o", "name")
                .lines()
                .filter(name -> name.contains("shop-catalog-"))
                .findFirst()
                .orElseThrow();
    }

    private String content(String slot) {
        return namespace.attempt("get", slot, "-o", "jsonpath={.binaryData}").output();
    }

    /** A tool in another slot than the first, whatever the namespace is called: each is a part of its own. */
    private String another() {
        return IntStream.iterate(2, number -> number + 1)
                .mapToObj(number -> "tool-" + number)
                .filter(name -> !slotOf(name).equals(slotOf("one")))
                .findFirst()
                .orElseThrow();
    }

    private Slot slotOf(String tool) {
        return Slot.of(new LeafIdentity(LeafKind.Tool, namespace.name(), tool, "", 1));
    }

    private boolean published(int parts) {
        var index = namespace.attempt("get", INDEX, "-o", "jsonpath={.data.index\\.json}");
        return index.succeeded() && index.output().split("\"slot\"", -1).length - 1 == parts;
    }

    private String epoch() {
        var index = namespace.kubectl("get", INDEX, "-o", "jsonpath={.data.index\\.json}");
        return index.replaceAll("(?s).*\"epoch\"\\s*:\\s*\"([^\"]*)\".*", "$1");
    }

    private static String takenBySomebody() {
        return "{\"spec\":{\"holderIdentity\":\"somebody\",\"leaseDurationSeconds\":3600,\"renewTime\":\"2999-01-01T00:00:00.000000Z\"}}";
    }
}
