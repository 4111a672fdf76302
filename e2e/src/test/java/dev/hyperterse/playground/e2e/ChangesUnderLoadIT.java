package dev.hyperterse.playground.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hyperterse.playground.node.RunningPod;
import dev.hyperterse.testbed.mcp.Load;
import dev.hyperterse.testbed.mcp.McpSession;
import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** A tool changes again and again while it is called: every session hears of it, none ends, and no call fails. */
@OnPlayground
class ChangesUnderLoadIT {
    private static final String TOOL = "greeting";
    private static final int SLOW_EDITS = 10;
    private static final int FAST_EDITS = 25;
    private static final int CALLERS = 9;

    /** What is promised is that changes so far apart are told one by one. */
    private static final Duration SPACING = Duration.ofMillis(1_200);

    @Test
    void everySessionIsNotifiedOfEveryChangeAndNoCallFails(Gateway gateway) throws Exception {
        gateway.apply(Shop.listingServer("shop", 2), edition(0));
        gateway.awaitReady("hyperterseserver/shop", "tool/" + TOOL);
        var addresses = new ArrayList<>(gateway.replicas("shop", 2));
        addresses.add(gateway.url("shop"));
        var pods = runs(gateway);
        var followers = followers(gateway, addresses);

        try (var load = Load.start(addresses, CALLERS, ChangesUnderLoadIT::call)) {
            for (var edit = 1; edit <= SLOW_EDITS; edit++) {
                var next = System.nanoTime() + SPACING.toNanos();
                gateway.apply(edition(edit));
                for (var follower : followers) {
                    follower.awaitSeen(description(edit));
                }
                Thread.sleep(Duration.ofNanos(Math.max(0, next - System.nanoTime())));
            }
            for (var edit = SLOW_EDITS + 1; edit <= SLOW_EDITS + FAST_EDITS; edit++) {
                gateway.apply(edition(edit));
            }
            for (var follower : followers) {
                follower.awaitSeen(description(SLOW_EDITS + FAST_EDITS));
            }
            // Calls that begin once all is changed meet nothing more.
            load.awaitAnswered(load.answered() + 10 * CALLERS);
            load.stop();
            assertThat(load.failures()).isEmpty();
        }

        gateway.awaitReady("tool/" + TOOL);
        for (var follower : followers) {
            for (var address : addresses) {
                var session = follower.session().at(gateway.client(address));
                assertThat(Everywhere.version(session, TOOL)).isEqualTo(version(SLOW_EDITS + FAST_EDITS));
            }
            follower.close();
        }
        assertThat(runs(gateway)).isEqualTo(pods);
    }

    private static List<Follower> followers(Gateway gateway, List<URI> addresses) throws IOException {
        var followers = new ArrayList<Follower>();
        for (var address : addresses) {
            followers.add(Follower.of(gateway.client(address).initialize(), TOOL));
        }
        return followers;
    }

    /** Which pods there are and how often each was started. */
    private static Map<String, Integer> runs(Gateway gateway) {
        return gateway.pods("shop").stream().collect(Collectors.toMap(RunningPod::uid, RunningPod::restarts));
    }

    private static void call(McpSession session) throws IOException {
        var version = Everywhere.version(session, TOOL);
        if (!version.startsWith("edition ")) {
            throw new IOException("answered with " + version);
        }
    }

    private static String edition(int edit) {
        return Shop.tool(TOOL, "shop", description(edit), version(edit));
    }

    private static String description(int edit) {
        return "Greets in its edition " + edit;
    }

    private static String version(int edit) {
        return "edition " + edit;
    }
}
