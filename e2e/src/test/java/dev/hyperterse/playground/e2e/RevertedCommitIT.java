package dev.hyperterse.playground.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hyperterse.playground.node.RunningPod;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Rolling back is reverting a commit: what was served before is served again, and who listens is told. */
@OnPlayground
class RevertedCommitIT {
    private static final String TOOL = "greeting";

    @Test
    void versionBeforeTheCommitIsServedAgain(Gateway gateway, @TempDir Path repository) throws Exception {
        var delivery = Delivery.from(repository, gateway);
        delivery.write("server.yaml", Shop.listingServer("shop", 2));
        delivery.write("greeting.yaml", greeting("first"));
        delivery.write("farewell.yaml", Shop.tool("farewell", "shop", "Says goodbye", "bye"));
        delivery.commit("A greeting and a farewell");
        delivery.sync();
        gateway.awaitReady("hyperterseserver/shop", "tool/" + TOOL, "tool/farewell");
        var everywhere = Everywhere.of(gateway, "shop", 2);
        everywhere.awaitTools(TOOL, "farewell");
        var pods = pods(gateway);

        delivery.write("greeting.yaml", greeting("second"));
        delivery.write("welcome.yaml", Shop.tool("welcome", "shop", "Welcomes", "welcome"));
        delivery.remove("farewell.yaml");
        delivery.commit("Another greeting, a welcome and no farewell");
        delivery.sync();
        gateway.awaitReady("tool/" + TOOL, "tool/welcome");
        everywhere.awaitTools(TOOL, "welcome");
        everywhere.serves(TOOL, "second");
        everywhere.serves("welcome", "welcome");
        everywhere.knowsNothingOf("farewell");

        var listener = gateway.client("shop").initialize();
        try (var follower = Follower.of(listener, TOOL)) {
            delivery.revert();
            delivery.sync();
            follower.awaitSeen(description("first"));
        }
        gateway.awaitReady("tool/" + TOOL, "tool/farewell");
        everywhere.awaitTools(TOOL, "farewell");
        everywhere.serves(TOOL, "first");
        everywhere.serves("farewell", "bye");
        everywhere.knowsNothingOf("welcome");
        assertThat(pods(gateway)).isEqualTo(pods);
    }

    private static List<String> pods(Gateway gateway) {
        return gateway.pods("shop").stream().map(RunningPod::uid).sorted().toList();
    }

    private static String greeting(String version) {
        return Shop.tool(TOOL, "shop", description(version), version);
    }

    private static String description(String version) {
        return "Greets as in the " + version + " commit";
    }
}
