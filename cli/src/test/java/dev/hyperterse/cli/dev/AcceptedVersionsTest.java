package dev.hyperterse.cli.dev;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hyperterse.catalog.ToolLeaf;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.Optional;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** Edits that a database refuses, of a tool on a table that tests can change. */
@Timeout(120)
class AcceptedVersionsTest {
    private static final String KEPT =
            "still serving the version that the database accepted of Tool default/count-orders";

    @TempDir
    private Path folder;

    private Quickstart shop;

    @BeforeEach
    void start() throws Exception {
        execute("CREATE TABLE orders (id INTEGER)");
        execute("INSERT INTO orders VALUES (1), (2)");
        Files.writeString(folder.resolve("server.yaml"), """
                apiVersion: hyperterse.dev/v1alpha1
                kind: HyperterseServer
                metadata: {name: shop}
                spec:
                  auth: {mode: Anonymous}
                  adapters:
                    - {name: db, access: ReadOnly, engine: Sqlite, url: shop.db}
                """);
        Files.writeString(folder.resolve("tools.yaml"), """
                apiVersion: hyperterse.dev/v1alpha1
                kind: Tool
                metadata: {name: count-orders}
                spec:
                  serverRefs: [{name: shop}]
                  description: How many orders have a larger number
                  inputs: [{name: above, type: int}]
                  statement: {adapter: db, text: {inline: "SELECT count(*) AS n FROM orders WHERE id > {{ inputs.above }}"}}
                """);
        shop = Quickstart.serve(folder, folder.resolve("cache"));
        await(() -> !shop.replica().checks().results().accepted().isEmpty());
    }

    @AfterEach
    void stop() {
        shop.close();
    }

    @Test
    void statementThatTheDatabaseRefusesLeavesTheAcceptedOneInService() {
        shop.edit("tools.yaml", "WHERE id >", "WHERE ident >");
        awaitTold(KEPT);
        assertThat(shop.told()).contains("no such column: ident");
        assertThat(counted()).contains("\"n\":1");
        // Neither is the refused version the last good one of a definition that does not compile any more.
        shop.edit("tools.yaml", "{{ inputs.above }}", "{{ inputs.nope }}");
        awaitTold("last good version of Tool default/count-orders");
        assertThat(counted()).contains("\"n\":1");
    }

    @Test
    void refusedStatementIsServedWhenTheDatabaseAcceptsIt() throws SQLException {
        shop.edit("tools.yaml", "count(*) AS n FROM orders", "count(*) AS later FROM purchases");
        awaitTold(KEPT);
        execute("CREATE TABLE purchases (id INTEGER)");
        awaitTold("every statement is accepted by its database");
        assertThat(counted()).contains("\"later\":0");
    }

    @Test
    void acceptedVersionAsksForTheSameConfirmation() {
        shop.edit("tools.yaml", "  inputs:", "  hints: {destructive: true}\n  confirm: true\n  inputs:");
        await(() -> shop.replica().checks().results().accepted().stream()
                .anyMatch(leaf ->
                        leaf instanceof ToolLeaf tool && tool.hints().confirm().isPresent()));
        shop.edit("tools.yaml", "WHERE id >", "WHERE ident >");
        awaitTold(KEPT);
        assertThat(count().toString()).contains("confirm").doesNotContain("ident");
    }

    @Test
    void acceptedVersionIsNotServedWithoutTheConfirmationOfTheRefusedOne() {
        shop.edit(
                "tools.yaml",
                "  inputs: [{name: above, type: int}]\n  statement: {adapter: db, text: {inline: \"SELECT count(*) AS n FROM orders WHERE id >",
                "  hints: {destructive: true}\n  confirm: true\n  inputs: [{name: above, type: int}]\n"
                        + "  statement: {adapter: db, text: {inline: \"SELECT count(*) AS n FROM orders WHERE ident >");
        awaitTold("no such column: ident");
        assertThat(count().toString()).contains("confirm").doesNotContain("\"n\"");
        assertThat(shop.told()).doesNotContain(KEPT);
    }

    /** The definition itself is not edited then. */
    @Test
    void textInAConfigMapThatTheDatabaseRefusesLeavesTheAcceptedOneInService() throws IOException {
        Files.writeString(folder.resolve("text.yaml"), """
                apiVersion: v1
                kind: ConfigMap
                metadata: {name: texts, labels: {hyperterse.dev/readable: "true"}}
                data: {count: "SELECT count(*) AS n FROM orders WHERE id > {{ inputs.above }}"}
                """);
        var inline = shop.replica().checks().results().accepted();
        shop.edit(
                "tools.yaml",
                "{inline: \"SELECT count(*) AS n FROM orders WHERE id > {{ inputs.above }}\"}",
                "{configMapKeyRef: {name: texts, key: count}}");
        await(() -> !shop.replica().checks().results().accepted().equals(inline));
        shop.edit("text.yaml", "WHERE id >", "WHERE ident >");
        awaitTold(KEPT);
        assertThat(counted()).contains("\"n\":1");
    }

    @Test
    void acceptedVersionIsNotServedUnderItsFormerName() {
        shop.edit("tools.yaml", "  description:", "  name: orders-above\n  description:");
        shop.edit("tools.yaml", "WHERE id >", "WHERE ident >");
        awaitTold("no such column: ident");
        assertThat(Quickstart.failure(count())).startsWith("Unknown tool");
        assertThat(shop.told()).doesNotContain(KEPT);
    }

    private JsonNode count() {
        return shop.execute(Optional.empty(), "count-orders", "{\"above\": 1}");
    }

    private String counted() {
        return count().at("/result/content/0/text").asString("");
    }

    private void awaitTold(String wanted) {
        await(() -> shop.told().contains(wanted));
    }

    /** Until the limit of the test interrupts it. */
    private void await(BooleanSupplier condition) {
        while (!condition.getAsBoolean()) {
            if (Thread.interrupted()) {
                throw new AssertionError("never happened; told was: " + shop.told());
            }
            LockSupport.parkNanos(1_000_000);
        }
    }

    private void execute(String sql) throws SQLException {
        try (var connection = DriverManager.getConnection("jdbc:sqlite:" + folder.resolve("shop.db"));
                var statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }
}
