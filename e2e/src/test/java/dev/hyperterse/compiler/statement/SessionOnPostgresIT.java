package dev.hyperterse.compiler.statement;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hyperterse.calls.Principal;
import dev.hyperterse.catalog.server.adapter.Adapter.Access;
import dev.hyperterse.catalog.statement.Dialect;
import dev.hyperterse.catalog.statement.Segment;
import dev.hyperterse.catalog.statement.SqlStatement;
import dev.hyperterse.runtime.tool.call.LinkedTool;
import dev.hyperterse.testbed.sql.Postgres;
import dev.hyperterse.testbed.sql.PostgresDatabase;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.Timeout.ThreadMode;
import org.junit.jupiter.api.extension.ExtendWith;

/** Settings of a transaction against policies of row-level security, on one connection that all calls share. */
@Timeout(value = 120, unit = TimeUnit.SECONDS, threadMode = ThreadMode.SEPARATE_THREAD)
@ExtendWith(Postgres.class)
class SessionOnPostgresIT {
    private static final String MINE = "SELECT id FROM guarded ORDER BY id";
    private static final String OF_ALICE = "[{\"id\":1},{\"id\":3}]";
    private static final String OF_BOB = "[{\"id\":2}]";

    private static PostgresUnderTest engine;
    private static StatementRunner reading;
    private static StatementRunner writing;

    @BeforeAll
    static void connect(PostgresDatabase database) {
        engine = new PostgresUnderTest(database);
        var role = "tenants_" + database.name();
        engine.execute("CREATE ROLE " + role + " LOGIN PASSWORD 'tenants'");
        engine.execute("CREATE TABLE guarded (id int, owner text)");
        engine.execute("INSERT INTO guarded VALUES (1, 'alice'), (2, 'bob'), (3, 'alice'), (4, 'o''clock; --')");
        engine.execute("ALTER TABLE guarded ENABLE ROW LEVEL SECURITY");
        engine.execute("CREATE POLICY own ON guarded USING (owner = current_setting('app.user', true))"
                + " WITH CHECK (owner = current_setting('app.user', true))");
        engine.execute("GRANT SELECT, INSERT, DELETE ON guarded TO " + role);
        reading = engine.readingAs(role, "tenants");
        writing = engine.writingAs(role, "tenants");
    }

    @AfterAll
    static void disconnect() {
        if (engine != null) {
            engine.close();
            reading.close();
            writing.close();
        }
    }

    @Test
    void eachCallerSeesItsRowsByOneToolOnOneConnection() {
        var tool = tool(reading, MINE);
        for (var round = 0; round < 20; round++) {
            assertThat(run(reading, tool, "alice")).isEqualTo(OF_ALICE);
            assertThat(run(reading, tool, "bob")).isEqualTo(OF_BOB);
            assertThat(run(reading, tool, "carol")).isEqualTo("[]");
        }
    }

    @Test
    void callersAtTheSameTimeSeeTheirOwnRows() throws Exception {
        var tool = tool(reading, MINE);
        var plain = plain(reading);
        try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            List<Future<String>> alice = new ArrayList<>();
            List<Future<String>> bob = new ArrayList<>();
            List<Future<String>> nobody = new ArrayList<>();
            for (var call = 0; call < 60; call++) {
                alice.add(threads.submit(() -> run(reading, tool, "alice")));
                bob.add(threads.submit(() -> run(reading, tool, "bob")));
                nobody.add(threads.submit(() -> run(reading, plain, "alice")));
            }
            for (var call = 0; call < 60; call++) {
                assertThat(alice.get(call).get()).isEqualTo(OF_ALICE);
                assertThat(bob.get(call).get()).isEqualTo(OF_BOB);
                assertThat(nobody.get(call).get()).isEqualTo("[]");
            }
        }
    }

    @Test
    void valueIsATextRegardlessOfItsContent() {
        var tool = tool(reading, MINE);

        assertThat(run(reading, tool, "o'clock; --")).isEqualTo("[{\"id\":4}]");
        assertThat(run(reading, tool, "x', false), set_config('app.user', 'alice"))
                .isEqualTo("[]");
        assertThat(run(reading, tool, "' OR owner = 'alice")).isEqualTo("[]");
        assertThat(run(reading, tool, "")).isEqualTo("[]");
    }

    @Test
    void nothingIsLeftAfterAnError() {
        var failing = tool(reading, "SELECT 1 / (id - id) AS x FROM guarded");

        assertThat(run(reading, failing, "alice")).startsWith("execution: ").contains("division by zero");

        assertThat(run(reading, plain(reading), "alice")).isEqualTo("[]");
        assertThat(run(reading, failing, "carol")).isEqualTo("[]");
        assertThat(run(reading, tool(reading, MINE), "bob")).isEqualTo(OF_BOB);
    }

    @Test
    void nothingIsLeftAfterATimeout() {
        var slow = tool(reading, "SELECT id FROM guarded, pg_sleep(60)", "timeout: 300ms");

        assertThat(run(reading, slow, "alice")).startsWith("timeout: ");

        assertThat(run(reading, plain(reading), "alice")).isEqualTo("[]");
        assertThat(run(reading, tool(reading, MINE), "bob")).isEqualTo(OF_BOB);
    }

    @Test
    void writesAreCheckedByThePolicyAndLastOnlyWhenTheySucceed() {
        var insert = tool(writing, "INSERT INTO guarded VALUES (10, {{ inputs.owner }})");
        var failing =
                tool(writing, "WITH gone AS (DELETE FROM guarded RETURNING id) SELECT 1 / (id - id) AS x FROM gone");

        assertThat(writing.run(insert, Map.of("owner", "bob"), StatementRunner.principal("alice")))
                .startsWith("execution: ")
                .contains("row-level security");
        assertThat(run(writing, failing, "alice")).contains("division by zero");
        assertThat(run(reading, tool(reading, MINE), "alice")).isEqualTo(OF_ALICE);

        assertThat(writing.run(insert, Map.of("owner", "dora"), StatementRunner.principal("dora")))
                .isEqualTo("[{\"affected\":1}]");
        assertThat(run(reading, tool(reading, MINE), "dora")).isEqualTo("[{\"id\":10}]");
        assertThat(run(writing, tool(writing, "DELETE FROM guarded WHERE id = 10"), "alice"))
                .isEqualTo("[{\"affected\":0}]");
        assertThat(run(writing, tool(writing, "DELETE FROM guarded WHERE id = 10"), "dora"))
                .isEqualTo("[{\"affected\":1}]");
    }

    @Test
    void callerWithoutTheClaimIsRefusedBeforeTheDatabase() {
        assertThat(reading.run(tool(reading, MINE), Map.of(), Principal.ANONYMOUS))
                .isEqualTo("binding: the caller has no principal.claims.tenant");
    }

    /** No policy admits a statement without settings, also right behind one that had them. */
    private static LinkedTool plain(StatementRunner runner) {
        return runner.link(new SqlStatement(Dialect.POSTGRES, List.of(new Segment.Text(MINE))), MINE, List.of());
    }

    private static String run(StatementRunner runner, LinkedTool tool, String caller) {
        return runner.run(tool, Map.of(), StatementRunner.principal(caller));
    }

    private static LinkedTool tool(StatementRunner runner, String text) {
        return tool(runner, text, "timeout: 60s");
    }

    private static LinkedTool tool(StatementRunner runner, String text, String more) {
        var manifest = """
                apiVersion: hyperterse.dev/v1alpha1
                kind: Tool
                metadata: {name: mine, namespace: default}
                spec:
                  serverRefs: [{name: shop}]
                  inputs: [{name: owner, type: string, optional: true}]
                  %s
                  statement:
                    adapter: db
                    session: {app.user: "{{ principal.claims.tenant }}", app.region: "eu-{{ env.REGION }}"}
                    text:
                      inline: |
                        %s
                """.formatted(more, text);
        var access = runner == writing ? Access.ReadWrite : Access.ReadOnly;
        return runner.link(
                ToolOnAdapter.compiled(manifest, ToolOnAdapter.adapter(engine.dialect(), access), Set.of("REGION")));
    }
}
