package dev.hyperterse.runtime.check;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hyperterse.calls.adapter.Adapters;
import dev.hyperterse.calls.adapter.Handover;
import dev.hyperterse.calls.deadline.DeadlineTimer;
import dev.hyperterse.calls.retry.Backoff;
import dev.hyperterse.catalog.Leaf;
import dev.hyperterse.catalog.server.adapter.Adapter.Access;
import dev.hyperterse.catalog.values.ValueSet;
import dev.hyperterse.engines.EngineConnectors;
import dev.hyperterse.engines.TestAdapters;
import dev.hyperterse.runtime.live.Leaves;
import dev.hyperterse.runtime.tool.LinkSettings;
import dev.hyperterse.runtime.tool.TestCalls;
import java.nio.file.Path;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Statements of a file of SQLite, checked beside calls. */
@Timeout(60)
class StatementChecksIT {
    /** Its statement reads a table of its name, which does not exist; the table of the other tool exists. */
    private static final Leaf ORDERS = Leaves.tool("orders", "Orders");

    private static final Leaf OTHER = Leaves.tool("other", "Others");

    @TempDir
    private Path data;

    private final DeadlineTimer deadlines = new DeadlineTimer();
    private final BlockingQueue<List<RefusedStatement>> passes = new LinkedBlockingQueue<>();
    private final StatementChecks checks =
            new StatementChecks(deadlines, new Backoff(Duration.ofMillis(5), Duration.ofMillis(20)));
    private Adapters adapters;
    private LinkSettings links;

    @BeforeEach
    void connect() throws SQLException {
        execute("CREATE TABLE other (id)");
        var handover = new Handover(
                Duration.ofMillis(5), Duration.ofMillis(5), Duration.ofMillis(50), RandomGenerator.getDefault());
        adapters = new Adapters(new EngineConnectors(data, data), handover);
        var values = new ValueSet("test", Map.of(TestAdapters.URL, "test.db", TestAdapters.INIT_SQL, ""));
        links = TestCalls.live(
                adapters,
                List.of(TestAdapters.sqlite(Access.ReadOnly)),
                values,
                TestCalls.limits(TestCalls.MAX_RESULT, 16));
        checks.listen(it -> passes.add(it.refused()));
    }

    @AfterEach
    void close() {
        checks.close();
        adapters.close();
        deadlines.close();
    }

    @Test
    void missingTableIsReportedUntilItExists() throws Exception {
        checks.follow(List.of(ORDERS, OTHER), links);
        assertThat(passes.take()).singleElement().satisfies(refused -> {
            assertThat(refused.definition().name()).isEqualTo("orders");
            assertThat(refused.refusal().message().line()).contains("no such table: orders");
            assertThat(refused.refusal().offset()).hasValue("SELECT * FROM ".length());
        });
        execute("CREATE TABLE orders (id)");
        await(List.of());
        assertThat(checks.results().refused()).isEmpty();
    }

    @Test
    void refusalIsRemovedWithItsDefinition() throws Exception {
        checks.follow(List.of(ORDERS), links);
        assertThat(passes.take()).hasSize(1);
        checks.follow(List.of(OTHER), links);
        await(List.of());
    }

    private void await(List<RefusedStatement> wanted) throws InterruptedException {
        List<RefusedStatement> seen;
        do {
            seen = passes.poll(60, TimeUnit.SECONDS);
            assertThat(seen).as("another pass").isNotNull();
        } while (!seen.equals(wanted));
    }

    private void execute(String sql) throws SQLException {
        try (var connection = DriverManager.getConnection("jdbc:sqlite:" + data.resolve("test.db"));
                var statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }
}
