package dev.hyperterse.playground.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hyperterse.playground.Until;
import dev.hyperterse.playground.node.RunningPod;
import dev.hyperterse.testbed.mcp.Load;
import dev.hyperterse.testbed.mcp.McpSession;
import dev.hyperterse.testbed.mcp.NoticeStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;

/** Pods come and go under clients that call, listen and wait; none of them notices but by a connection that ends. */
@OnPlayground
@Order(1)
class RollingUpdateIT {
    private static final String SERVER = "hyperterseserver/shop";
    private static final String DEPLOYMENT = "deployment/shop-runtime";
    private static final String LIST_CHANGED = "notifications/tools/list_changed";
    private static final int CLIENTS = 4;

    private final List<McpSession> sessions = new ArrayList<>();
    private final List<NoticeStream> streams = new ArrayList<>();

    @AutoClose
    private ReadyHistory history;

    @AutoClose
    private Load load;

    @AutoClose
    private WaitLoop waits;

    @Test
    void rollingAndScalingUnderLoadFailsNoCallLosesNoSessionAndFlapsNothing(Gateway gateway) throws Exception {
        gateway.apply(Shop.server("shop", 2), Shop.orders("shop"), version("one"));
        gateway.awaitReady(SERVER, "tool/list-orders", "tool/version-of-shop");
        gateway.replicas("shop", 2);
        begin(gateway);

        var first = uids(gateway);
        gateway.kubectl("rollout", "restart", DEPLOYMENT);
        awaitOnly(gateway, first, 2);

        var second = uids(gateway);
        gateway.apply(
                Shop.server("shop", 2, "  env: [{name: REGION, value: eu}]\n").replace("384Mi", "400Mi"));
        gateway.awaitReady(SERVER);
        awaitOnly(gateway, second, 2);

        for (var replicas : List.of(4, 1, 2)) {
            gateway.kubectl("scale", SERVER, "--replicas=" + replicas);
            awaitOnly(gateway, Set.of(), replicas);
        }
        end(gateway);
    }

    private void begin(Gateway gateway) throws IOException {
        history = ReadyHistory.of(gateway);
        load = Load.start(List.of(gateway.url("shop")), CLIENTS, session -> session.execute("version-of-shop", "{}"));
        waits = WaitLoop.start(gateway, SERVER, "tool/list-orders", "tool/version-of-shop");
        for (var client = 0; client < CLIENTS; client++) {
            var session = gateway.client("shop").initialize();
            sessions.add(session);
            streams.add(session.listen());
        }
    }

    /** Waits until none of those pods is left, so many others are ready, and a few calls and waits later. */
    private void awaitOnly(Gateway gateway, Set<String> replaced, int replicas) throws InterruptedException {
        Until.holds(
                replicas + " replicas and no other pods",
                () -> gateway.pods("shop").size() == replicas
                        && gateway.readyPods("shop").size() == replicas
                        && uids(gateway).stream().noneMatch(replaced::contains));
        load.awaitAnswered(load.answered() + 10 * CLIENTS);
        waits.awaitOneMore();
    }

    private void end(Gateway gateway) throws Exception {
        var changed = System.nanoTime();
        gateway.apply(version("two"));
        for (var stream : streams) {
            stream.awaitNotice(LIST_CHANGED, changed);
        }
        gateway.awaitReady("tool/version-of-shop");
        for (var session : sessions) {
            assertThat(session.execute("version-of-shop", "{}").at("/0/version").stringValue())
                    .as("what every session is told in the end")
                    .isEqualTo("two");
        }
        load.stop();
        waits.close();
        streams.forEach(NoticeStream::close);

        assertThat(load.failures()).isEmpty();
        assertThat(waits.failure()).isEmpty();
        assertThat(streams).allSatisfy(stream -> assertThat(stream.failures()).isEmpty());
        assertThat(history.lost()).isEmpty();
    }

    private static String version(String version) {
        return Shop.tool("version-of-shop", "shop", "Version " + version + " of the shop", version);
    }

    private static Set<String> uids(Gateway gateway) {
        return gateway.pods("shop").stream().map(RunningPod::uid).collect(Collectors.toCollection(HashSet::new));
    }
}
