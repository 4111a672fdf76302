package dev.hyperterse.cli.dev;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.hyperterse.cli.project.Compilation;
import dev.hyperterse.cli.project.Project;
import dev.hyperterse.cli.project.ServerChoice;
import dev.hyperterse.cli.served.PortTaken;
import dev.hyperterse.runtime.Replica;
import dev.hyperterse.runtime.page.LocalPages;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

@Timeout(120)
class DevServerTest {
    private static final String TOOLS_CHANGED = "notifications/tools/list_changed";

    @TempDir
    private Path folder;

    private Path cache;
    private Quickstart quickstart;

    @BeforeEach
    void start() throws IOException {
        cache = folder.resolve("cache");
        quickstart = Quickstart.serve(Quickstart.copyTo(folder), cache);
    }

    @AfterEach
    void stop() {
        quickstart.close();
    }

    @Test
    void aToolOfTheExampleAnswers() {
        var answer = quickstart.execute(Optional.empty(), "order-details", "{\"order_id\": 1001}");
        assertThat(text(answer))
                .isEqualTo("[{\"product\":\"Espresso cup, white\",\"quantity\":2,\"price\":9.5,\"amount\":19.0},"
                        + "{\"product\":\"House blend, 250 g\",\"quantity\":1,\"price\":8.4,\"amount\":8.4}]");
    }

    @Test
    void aSaveIsServedAndEverySessionIsNotified() throws Exception {
        var session = quickstart.initialize();
        var stream = quickstart.listen(session);
        quickstart.edit("tools.yaml", "the details of one order", "Every item of an order");
        awaitLine(stream, TOOLS_CHANGED);
        awaitNotified("~ tool order-details");
    }

    @Test
    void misspeltColumnIsReportedBeforeTheFirstCallAndClearedOnceFixed() throws Exception {
        quickstart.edit("tools.yaml", "WHERE i.order_id =", "WHERE i.order_ido =");
        awaitNotified("no such column: i.order_ido");
        assertThat(quickstart.told()).containsPattern("tools\\.yaml:\\d+:\\d+: error: Tool default/order-details");
        quickstart.edit("tools.yaml", "WHERE i.order_ido =", "WHERE i.order_id =");
        awaitNotified("every statement is accepted by its database");
    }

    @Test
    void aBrokenStatementKeepsItsLastGoodVersion() throws Exception {
        var stream = quickstart.listen(quickstart.initialize());
        quickstart.edit(
                "tools.yaml", "WHERE i.order_id = {{ inputs.order_id }}", "WHERE i.order_id = {{ inputs.nope }}");
        // Another tool's change in the same save shows that the save was read.
        quickstart.edit("tools.yaml", "products whose stock is low or gone", "What is nearly sold out");
        awaitLine(stream, TOOLS_CHANGED);
        assertThat(text(quickstart.execute(Optional.empty(), "order-details", "{\"order_id\": 1001}")))
                .contains("Espresso cup, white");
        awaitNotified("last good version of Tool default/order-details");
        assertThat(quickstart.told()).contains("tools.yaml:", "nope");
    }

    @Test
    void aFileThatIsNoYamlAnyMoreTakesNothingAway() throws Exception {
        var stream = quickstart.listen(quickstart.initialize());
        Files.writeString(quickstart.file("tools.yaml"), "kind: [unclosed\n");
        quickstart.edit("prompts-and-resources.yaml", "title: Opening hours", "title: When we are open");
        awaitLine(stream, "notifications/resources/list_changed");
        assertThat(text(quickstart.execute(Optional.empty(), "low-stock", "{}")))
                .contains("Moka pot");
        awaitNotified("tools.yaml:2:1: error:");
        awaitNotified("still serving the last good version of Tool default/find-customer, Tool default/find-products");
    }

    @Test
    void aKustomizationThatCannotBeBuiltTakesNothingAway() throws Exception {
        var stream = quickstart.listen(quickstart.initialize());
        var files = "resources:\n- server.yaml\n- tools.yaml\n- prompts-and-resources.yaml\n";
        Files.writeString(quickstart.file("kustomization.yaml"), files + "- gone.yaml\n");
        awaitNotified("kustomization.yaml:5:3: error: gone.yaml does not exist");
        Files.writeString(quickstart.file("kustomization.yaml"), "resources: [\n");
        quickstart.edit("tools.yaml", "the details of one order", "Every item of an order");
        awaitNotified("still serving the last good version of");
        assertThat(text(quickstart.execute(Optional.empty(), "low-stock", "{}")))
                .contains("Moka pot");
        Files.writeString(quickstart.file("kustomization.yaml"), files);
        awaitLine(stream, TOOLS_CHANGED);
    }

    /** What the API server would refuse is kept as well as what the compiler refuses. */
    @Test
    void aManifestThatIsRefusedIsAnnouncedAsKept() throws Exception {
        var stream = quickstart.listen(quickstart.initialize());
        quickstart.edit("tools.yaml", "name: low-stock", "name: low-stock\n  annotations: 7");
        quickstart.edit("tools.yaml", "the details of one order", "Every item of an order");
        awaitLine(stream, TOOLS_CHANGED);
        awaitNotified("last good version of Tool default/low-stock");
    }

    @Test
    void aDeletedServerIsAnnouncedAsKeptAndItsReturnAsFixed() throws Exception {
        var server = quickstart.file("server.yaml");
        var text = Files.readString(server);
        Files.delete(server);
        awaitNotified("still serving the last good version: no HyperterseServer found here");
        Files.writeString(server, text);
        awaitNotified("all problems are fixed");
    }

    @Test
    void aDeletedToolIsGone() throws Exception {
        var stream = quickstart.listen(quickstart.initialize());
        Files.delete(quickstart.file("tools.yaml"));
        awaitLine(stream, TOOLS_CHANGED);
        assertThat(Quickstart.failure(quickstart.execute(Optional.empty(), "low-stock", "{}")))
                .startsWith("Unknown tool: low-stock");
    }

    @Test
    void aSessionOutlivesARestart() {
        var session = quickstart.initialize();
        quickstart = quickstart.restart(cache);
        assertThat(text(quickstart.execute(Optional.of(session), "low-stock", "{}")))
                .contains("Moka pot");
    }

    @Test
    void anotherUsersKeysDoNotOpenASession() {
        var session = quickstart.initialize();
        quickstart = quickstart.restart(folder.resolve("another-cache"));
        assertThat(quickstart
                        .post("{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"ping\"}", Optional.of(session))
                        .statusCode())
                .isEqualTo(404);
    }

    @Test
    void aTakenPortIsNamed() throws IOException {
        try (var taken = new ServerSocket(0, 1, InetAddress.getByName("127.0.0.1"))) {
            assertThatExceptionOfType(PortTaken.class)
                    .isThrownBy(() -> LoopbackPort.open(replica(), LocalPages.NONE, taken.getLocalPort()))
                    .satisfies(failure -> assertThat(failure.port()).isEqualTo(taken.getLocalPort()));
        }
    }

    @Test
    void withoutAServerThereIsAnExample() throws IOException {
        var empty = Files.createDirectory(folder.resolve("empty"));
        var compilation = new Project(empty, new ServerChoice(Optional.empty()), "e").compile();
        assertThat(compilation)
                .isInstanceOfSatisfying(Compilation.Nothing.class, nothing -> assertThat(nothing.explanation())
                        .contains("kind: HyperterseServer"));
    }

    @Test
    void ofSeveralServersOneMustBeNamed() throws IOException {
        var server = Files.readString(quickstart.file("server.yaml"));
        Files.writeString(
                quickstart.file("second.yaml"),
                server.substring(0, server.indexOf("---")).replace("name: shop\nspec", "name: other\nspec"));
        var directory = quickstart.file(".").normalize();
        assertThat(new Project(directory, new ServerChoice(Optional.empty()), "e").compile())
                .isInstanceOfSatisfying(Compilation.Nothing.class, nothing -> assertThat(nothing.explanation())
                        .contains("default/other, default/shop")
                        .contains("--server default/"));
        assertThat(new Project(directory, new ServerChoice(Optional.of("default/shop")), "e").compile())
                .isInstanceOf(Compilation.Compiled.class);
        assertThat(new Project(directory, new ServerChoice(Optional.of("nobody")), "e").compile())
                .isInstanceOfSatisfying(Compilation.Nothing.class, nothing -> assertThat(nothing.explanation())
                        .contains("HyperterseServer nobody not found"));
    }

    /** Clients hear of a reload before its report is printed. */
    private void awaitNotified(String wanted) {
        while (!quickstart.told().contains(wanted)) {
            LockSupport.parkNanos(1_000_000);
        }
    }

    private Replica replica() {
        return quickstart.replica();
    }

    private static String text(JsonNode answer) {
        return answer.path("result").path("content").path(0).path("text").asString("");
    }

    private static void awaitLine(BlockingQueue<String> stream, String wanted) throws InterruptedException {
        for (var line = stream.poll(60, TimeUnit.SECONDS); line != null; line = stream.poll(60, TimeUnit.SECONDS)) {
            if (line.contains(wanted)) {
                return;
            }
        }
        throw new AssertionError(wanted + " was not told");
    }
}
