package dev.hyperterse.compiler.statement;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hyperterse.calls.Principal;
import dev.hyperterse.catalog.server.adapter.Adapter.Access;
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

/**
 * Statements with the role of their caller, on one connection that all calls share. The login of the adapter may read
 * nothing by itself.
 */
@Timeout(value = 120, unit = TimeUnit.SECONDS, threadMode = ThreadMode.SEPARATE_THREAD)
@ExtendWith(Postgres.class)
class RoleOnPostgresIT {
    private static final String MINE = "SELECT id FROM owned ORDER BY id";
    private static final String OF_ALICE = "[{\"id\":1},{\"id\":3}]";
    private static final String OF_BOB = "[{\"id\":2}]";
    private static final String NO_RIGHTS = "execution: permission denied for table owned (SQLSTATE 42501)";

    private static String prefix;
    private static String login;
    private static PostgresUnderTest engine;
    private static StatementRunner reading;
    private static StatementRunner writing;

    @BeforeAll
    static void connect(PostgresDatabase database) {
        engine = new PostgresUnderTest(database);
        prefix = database.name() + "_";
        login = "gateway_" + database.name();
        engine.execute("CREATE ROLE " + login + " LOGIN NOINHERIT PASSWORD 'gateway'");
        engine.execute("CREATE TABLE owned (id int, owner text)");
        engine.execute("ALTER TABLE owned ENABLE ROW LEVEL SECURITY");
        engine.execute("CREATE POLICY own ON owned USING (owner = current_user) WITH CHECK (owner = current_user)");
        for (var tenant : List.of("alice", "bob", "Odd.Name@x-y", "outsider")) {
            var role = quoted(tenant);
            engine.execute("CREATE ROLE " + role);
            engine.execute("CREATE SCHEMA " + role + " AUTHORIZATION " + role);
            engine.execute("CREATE TABLE " + role + ".note AS SELECT '" + tenant + "' AS of");
            engine.execute("ALTER TABLE " + role + ".note OWNER TO " + role);
            engine.execute("GRANT SELECT, INSERT, DELETE ON owned TO " + role);
            if (!tenant.equals("outsider")) {
                engine.execute("GRANT " + role + " TO " + login);
            }
        }
        engine.execute("INSERT INTO owned VALUES (1, '%1$salice'), (2, '%1$sbob'), (3, '%1$salice'), (4, '%2$s')"
                .formatted(prefix, login));
        engine.execute("""
                CREATE PROCEDURE commits() LANGUAGE plpgsql AS $$
                BEGIN COMMIT; INSERT INTO owned VALUES (99, current_user); END $$""");
        reading = engine.readingAs(login, "gateway");
        writing = engine.writingAs(login, "gateway");
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
            assertThat(run(reading, tool, "Odd.Name@x-y")).isEqualTo("[]");
        }
    }

    @Test
    void callersAtTheSameTimeHaveTheirOwnRoles() throws Exception {
        var tool = tool(reading, MINE);
        var plain = plain(reading, MINE);
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
                assertThat(nobody.get(call).get()).isEqualTo(NO_RIGHTS);
            }
        }
    }

    /** A name without a schema is found in the schema of the role, also when another role has prepared the statement. */
    @Test
    void namesAreThoseOfTheRole() {
        var tool = tool(reading, "SELECT \"of\" FROM note");
        for (var round = 0; round < 5; round++) {
            assertThat(run(reading, tool, "alice")).isEqualTo("[{\"of\":\"alice\"}]");
            assertThat(run(reading, tool, "bob")).isEqualTo("[{\"of\":\"bob\"}]");
        }
    }

    @Test
    void roleThatIsNotOnTheListIsRefusedBeforeTheDatabase() {
        var tool = tool(reading, MINE);

        // Members of the list only, whatever the database would grant.
        for (var role : List.of("mallory", "x', true), set_config('a.b', 'c", "ALICE", "alice ")) {
            assertThat(run(reading, tool, role))
                    .startsWith("binding: ")
                    .endsWith("is not a role that the adapter lets statements take");
        }
        assertThat(run(reading, tool(reading, MINE, "\"{{ principal.claims.tenant }}\""), "none"))
                .isEqualTo("binding: 'none' is not a role that the adapter lets statements take");
        assertThat(reading.run(tool, Map.of(), Principal.ANONYMOUS))
                .isEqualTo("binding: the caller has no principal.claims.tenant");
    }

    @Test
    void roleThatTheLoginMayNotTakeFailsThatCallAlone() {
        var tool = tool(reading, MINE);

        for (var round = 0; round < 3; round++) {
            assertThat(run(reading, tool, "outsider"))
                    .isEqualTo("execution: permission denied to set role \"%soutsider\" (SQLSTATE 42501)"
                            .formatted(prefix));
            assertThat(run(reading, tool, "bob")).isEqualTo(OF_BOB);
        }
    }

    @Test
    void noRoleIsLeftAfterAnError() {
        var failing = tool(reading, "SELECT 1 / (id - id) AS x FROM owned");

        assertThat(run(reading, failing, "alice")).startsWith("execution: ").contains("division by zero");

        assertThat(run(reading, plain(reading, MINE), "alice")).isEqualTo(NO_RIGHTS);
        assertThat(run(reading, plain(reading, "SELECT current_user AS me"), "alice"))
                .isEqualTo("[{\"me\":\"%s\"}]".formatted(login));
        assertThat(run(reading, tool(reading, MINE), "bob")).isEqualTo(OF_BOB);
    }

    @Test
    void noRoleIsLeftAfterATimeout() {
        var slow = tool(reading, "SELECT id FROM owned, pg_sleep(60)", role(), "timeout: 300ms");

        assertThat(run(reading, slow, "alice")).startsWith("timeout: ");

        assertThat(run(reading, plain(reading, "SELECT current_user AS me"), "alice"))
                .isEqualTo("[{\"me\":\"%s\"}]".formatted(login));
        assertThat(run(reading, tool(reading, MINE), "bob")).isEqualTo(OF_BOB);
    }

    @Test
    void writesHaveTheRightsOfTheRole() {
        var insert = tool(writing, "INSERT INTO owned VALUES (10, {{ inputs.owner }})");

        assertThat(writing.run(insert, Map.of("owner", prefix + "bob"), StatementRunner.principal("alice")))
                .startsWith("execution: ")
                .contains("row-level security");
        assertThat(writing.run(insert, Map.of("owner", prefix + "bob"), StatementRunner.principal("bob")))
                .isEqualTo("[{\"affected\":1}]");
        assertThat(run(writing, tool(writing, "DELETE FROM owned WHERE id = 10"), "alice"))
                .isEqualTo("[{\"affected\":0}]");
        assertThat(run(writing, tool(writing, "DELETE FROM owned WHERE id = 10"), "bob"))
                .isEqualTo("[{\"affected\":1}]");
    }

    @Test
    void settingsAndRoleAreOfOneTransaction() {
        var tool = tool(
                reading,
                "SELECT current_setting('app.user', true) AS who, current_user AS me",
                role(),
                "timeout: 60s",
                "session: {app.user: \"{{ principal.subject }}\"}");

        assertThat(run(reading, tool, "bob")).isEqualTo("[{\"who\":\"bob\",\"me\":\"%sbob\"}]".formatted(prefix));
    }

    @Test
    void procedureThatCommitsRunsNothingWithTheRightsOfTheLogin() {
        assertThat(run(writing, tool(writing, "CALL commits()"), "alice"))
                .isEqualTo("execution: invalid transaction termination (SQLSTATE 2D000)");
    }

    private static String quoted(String tenant) {
        return "\"" + prefix + tenant + "\"";
    }

    private static String role() {
        return "\"" + prefix + "{{ principal.claims.tenant }}\"";
    }

    private static String run(StatementRunner runner, LinkedTool tool, String caller) {
        return runner.run(tool, Map.of(), StatementRunner.principal(caller));
    }

    /** One that runs with the rights of the login. */
    private static LinkedTool plain(StatementRunner runner, String text) {
        return compiled(runner, text, "timeout: 60s");
    }

    private static LinkedTool tool(StatementRunner runner, String text) {
        return tool(runner, text, role());
    }

    private static LinkedTool tool(StatementRunner runner, String text, String role) {
        return tool(runner, text, role, "timeout: 60s");
    }

    private static LinkedTool tool(StatementRunner runner, String text, String role, String more) {
        return tool(runner, text, role, more, "session: {}");
    }

    private static LinkedTool tool(StatementRunner runner, String text, String role, String more, String session) {
        return compiled(runner, text, more, session, "role: " + role);
    }

    private static LinkedTool compiled(StatementRunner runner, String text, String more, String... ofTransaction) {
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
                    %s
                    text:
                      inline: |
                        %s
                """.formatted(more, String.join("\n    ", ofTransaction), text);
        var access = runner == writing ? Access.ReadWrite : Access.ReadOnly;
        var roles = List.of(prefix + "alice", prefix + "bob", prefix + "Odd.Name@x-y", prefix + "outsider");
        return runner.link(ToolOnAdapter.compiled(
                manifest, ToolOnAdapter.adapter(engine.dialect(), access, false, roles), Set.of("REGION")));
    }
}
