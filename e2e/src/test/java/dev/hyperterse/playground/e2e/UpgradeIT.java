package dev.hyperterse.playground.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hyperterse.playground.Until;
import dev.hyperterse.playground.node.RunningPod;
import dev.hyperterse.testbed.mcp.Load;
import dev.hyperterse.testbed.mcp.McpSession;
import dev.hyperterse.testbed.mcp.NoticeStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;

/**
 * The next release and back, as docs/install.md says it, while sessions are open and calls run. The next release has a
 * field of tools that this one does not know, and lacks one that this one knows.
 */
@OnPlayground(alone = true)
@Order(1)
class UpgradeIT {
    private static final String SERVER = "hyperterseserver/shop";
    private static final String OTHER = "hyperterseserver/desk";
    private static final String ADDED = "entanglement";
    private static final String REMOVED = "timeout";
    private static final String NEXT = "9.9.9";
    private static final String LIST_CHANGED = "notifications/tools/list_changed";
    private static final int CLIENTS = 4;

    private final List<McpSession> sessions = new ArrayList<>();
    private final List<NoticeStream> streams = new ArrayList<>();
    private Gateway gateway;
    private Release before;

    @AutoClose
    private ReadyHistory history;

    @AutoClose
    private Load load;

    @BeforeEach
    void callEveryServer(Gateway gateway) throws IOException {
        this.gateway = gateway;
        before = Release.installed();
        gateway.apply(Shop.server("shop", 1), Shop.server("desk", 1));
        gateway.apply(version("zero"), tool("timed", "one").replace("\nspec:\n", "\nspec:\n  timeout: 5s\n"));
        gateway.awaitReady(SERVER, OTHER, "tool/version", "tool/timed");
        var urls = List.of(gateway.url("shop"), gateway.url("desk"));
        for (var url : urls) {
            var session = gateway.client(url).initialize();
            sessions.add(session);
            streams.add(session.listen());
        }
        history = ReadyHistory.of(gateway);
        load = Load.start(urls, CLIENTS, session -> session.execute("version", "{}"));
    }

    /** Others use the playground after this. */
    @AfterEach
    void bringBackWhatWasInstalled() {
        streams.forEach(NoticeStream::close);
        before.installTo(gateway);
    }

    @Test
    void theNextReleaseAndBackUnderLoad() throws Exception {
        var next = Release.called(NEXT).withField(ADDED).withoutField(REMOVED);

        next.definitions().applyTo(gateway);
        Until.holds("the API server keeps the new field", () -> gateway.tryApply(entangled())
                .succeeded());
        gateway.awaitReady("tool/entangled");
        assertThat(stored("entangled", ADDED)).isEqualTo("full");
        Until.holds("the API server drops the field that is gone", () -> stored("timed", REMOVED)
                .isEmpty());
        edit("under the CRDs of the next release");

        var old = uids("desk");
        next.installTo(gateway);
        edit("by the operator of the next release, while the servers follow it");
        awaitVersion(SERVER, NEXT);
        awaitVersion(OTHER, NEXT);
        assertThat(uids("desk")).doesNotContainAnyElementsOf(old);
        assertThat(gateway.value(OTHER, condition("UpgradePending", "status"))).isEmpty();
        gateway.await("jsonpath=" + condition("DefinitionsOutdated", "status") + "=True", SERVER);
        assertThat(gateway.value(SERVER, condition("DefinitionsOutdated", "message")))
                .contains("differ in: Tool");
        edit("when all have followed");

        before.installTo(gateway);
        awaitVersion(SERVER, before.version());
        assertThat(stored("entangled", ADDED)).isEmpty();
        gateway.awaitReady("tool/entangled", "tool/timed", OTHER);
        Until.holds("the CRDs are those of the operator again", () -> gateway.value(
                        SERVER, condition("DefinitionsOutdated", "status"))
                .isEmpty());
        edit("after going back");
        nothingFailed();
    }

    /** Every session, opened before all else, is told of an edit and gets what it says. */
    private void edit(String version) throws Exception {
        var changed = System.nanoTime();
        gateway.apply(version(version));
        for (var stream : streams) {
            stream.awaitNotice(LIST_CHANGED, changed);
        }
        gateway.awaitReady("tool/version");
        for (var session : sessions) {
            assertThat(session.execute("version", "{}").at("/0/version").stringValue())
                    .isEqualTo(version);
            assertThat(session.execute("entangled", "{}").at("/0/version").stringValue())
                    .isEqualTo("one");
        }
        load.awaitAnswered(load.answered() + 10 * CLIENTS);
    }

    private void nothingFailed() throws InterruptedException {
        load.stop();
        assertThat(load.failures()).isEmpty();
        assertThat(streams).allSatisfy(stream -> assertThat(stream.failures()).isEmpty());
        assertThat(history.lost())
                .as("only the tool that lost its field changed without an edit; replicas may serve it a moment later")
                .allSatisfy(lost -> assertThat(lost).startsWith("Tool timed: ").contains("reason=Propagating"));
    }

    /** All pods run the runtime of that version, and those before are gone. */
    private void awaitVersion(String server, String version) {
        gateway.await("jsonpath={.status.runtimeVersion}=" + version, server);
        gateway.awaitReady(server);
        Until.holds("the pods before are gone", () -> {
            var name = server.substring(server.indexOf('/') + 1);
            return gateway.pods(name).size() == gateway.readyPods(name).size();
        });
    }

    private String stored(String tool, String field) {
        return gateway.value("tool/" + tool, "{.spec." + field + "}");
    }

    private Set<String> uids(String server) {
        return gateway.pods(server).stream().map(RunningPod::uid).collect(Collectors.toSet());
    }

    private static String condition(String type, String field) {
        return "{.status.conditions[?(@.type==\"" + type + "\")]." + field + "}";
    }

    private static String version(String version) {
        return Shop.tool("version", "shop", "Version " + version, version).replace("shop}", "shop}, {name: desk}");
    }

    private static String entangled() {
        return tool("entangled", "one").replace("\nspec:\n", "\nspec:\n  " + ADDED + ": full\n");
    }

    private static String tool(String name, String version) {
        return Shop.tool(name, "shop", "As it was", version).replace("shop}", "shop}, {name: desk}");
    }
}
