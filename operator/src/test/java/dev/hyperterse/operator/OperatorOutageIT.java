package dev.hyperterse.operator;

import static dev.hyperterse.operator.DemoManifests.server;
import static dev.hyperterse.operator.DemoManifests.tool;
import static dev.hyperterse.operator.TestNamespace.SYSTEM;
import static org.assertj.core.api.Assertions.assertThat;

import dev.hyperterse.controlplane.ControlPlane;
import dev.hyperterse.controlplane.junit.RealApiServer;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Two operators whose API server is away for longer than a lease. */
@RealApiServer
@Order(1)
class OperatorOutageIT {
    /** After 10 s a lease is lost, and what was read may be of another history of the cluster. */
    private static final Duration OUTAGE = Duration.ofSeconds(12);

    private ApiServerRelay relay;
    private TestNamespace namespace;
    private ChildOperator first;
    private ChildOperator second;

    @BeforeEach
    void startTwo(ControlPlane controlPlane, @TempDir Path folder) throws IOException, InterruptedException {
        relay = ApiServerRelay.to(controlPlane.url());
        namespace = TestNamespace.openToTheOperator(controlPlane, "outage");
        var token = namespace.operatorToken();
        first = ChildOperator.startAt(relay.url(), controlPlane, token, "operator-0", folder.resolve("0"));
        first.await("it leads", first::leads);
        second = ChildOperator.startAt(relay.url(), controlPlane, token, "operator-1", folder.resolve("1"));
        second.await("it stands by", second::ready);
        namespace.apply(server(), tool("one", "SELECT 1 AS one"));
        first.await("it is reconciled", this::reconciled);
    }

    @AfterEach
    void stop() throws IOException {
        first.close();
        second.close();
        relay.close();
        namespace.kubectl("delete", "hyperterseservers,tools", "--all");
        // Of one that was killed; the next test would wait until it is over.
        namespace.anywhere("-n", SYSTEM, "delete", "lease", "hyperterse-operator", "--ignore-not-found");
    }

    /** A restart for each would be delayed by the kubelet, by up to five minutes at last. */
    @Test
    void leaderAndStandbySurviveRepeatedOutages() throws InterruptedException {
        for (var outage = 1; outage <= 2; outage++) {
            var leader = first.leads() ? first : second;
            var lost = leader.count("lease_lost");
            var began = System.nanoTime();
            relay.interrupt();
            namespace.apply(tool("one", "SELECT 2%d AS one".formatted(outage)));
            leader.await("it has lost its lease", () -> leader.count("lease_lost") > lost);
            leader.await("the outage is long enough", () -> System.nanoTime() - began > OUTAGE.toNanos());
            var read = first.count("ready") + second.count("ready");
            relay.resume();

            leader.await("the edit is reconciled", () -> reconciled() || !leader.runs());
            assertThat(first.runs()).as(first.log()).isTrue();
            assertThat(second.runs()).as(second.log()).isTrue();
            leader.await(
                    "both have read everything anew", () -> first.count("ready") + second.count("ready") == read + 2);
            leader.await("one leads", () -> first.leads() != second.leads());
        }
        assertThat(first.terminate()).as(first.log()).isZero();
        assertThat(second.terminate()).as(second.log()).isZero();
        assertThat((first.log() + second.log()).lines())
                .as("a session that is closed leaves no errors of libraries")
                .allSatisfy(line -> assertThat(line).contains("\"logger\":\"dev.hyperterse."));
    }

    /** The status is of the newest edit. */
    private boolean reconciled() {
        var generations = namespace
                .attempt("get", "tool", "one", "-o", "jsonpath={.metadata.generation} {.status.observedGeneration}")
                .output()
                .split(" ");
        return generations.length == 2 && generations[0].equals(generations[1]);
    }
}
