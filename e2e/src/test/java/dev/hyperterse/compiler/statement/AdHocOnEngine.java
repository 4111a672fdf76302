package dev.hyperterse.compiler.statement;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hyperterse.calls.deadline.CallScope;
import dev.hyperterse.catalog.Action;
import dev.hyperterse.catalog.Action.RunAdHocSql.Mode;
import dev.hyperterse.catalog.ToolLeaf;
import dev.hyperterse.catalog.input.Input;
import dev.hyperterse.catalog.input.InputType;
import dev.hyperterse.catalog.server.adapter.Adapter.Access;
import dev.hyperterse.statement.sql.StatementCompilation;
import dev.hyperterse.statement.sql.StatementCompiler;
import dev.hyperterse.statement.sql.StatementSource;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.json.JsonMapper;

/** SQL of a caller, from the manifest of its tool to a real engine: what runs, and what does not. */
abstract class AdHocOnEngine {
    private static final String ORDINARY = "SELECT id FROM canary WHERE id = 1";

    /** Every engine refuses these, or we do. */
    private static final List<String> HOSTILE = List.of(
            "SELECT 1; DROP TABLE canary",
            "SELECT 1;/**/DELETE FROM canary",
            "SELECT 1 -- \n; DELETE FROM canary",
            "/* SELECT */ DELETE FROM canary",
            "INSERT INTO canary VALUES (3, 'third')",
            "UPDATE canary SET secret = 'changed'",
            "DELETE FROM canary",
            "WITH a AS (SELECT 1) DELETE FROM canary",
            "WITH a AS (DELETE FROM canary RETURNING id) SELECT * FROM a",
            "EXPLAIN ANALYZE DELETE FROM canary",
            "CREATE TABLE planted (id int)",
            "CREATE TABLE planted AS SELECT 1",
            "CREATE TEMPORARY TABLE canary (id int)",
            "DROP TABLE canary",
            "ALTER TABLE canary ADD COLUMN planted int",
            "SELECT * INTO planted FROM canary",
            "BEGIN",
            "COMMIT",
            "ROLLBACK",
            "SAVEPOINT s",
            "SELECT 'a",
            "SELECT \"a",
            "SELECT /* a",
            "SELECT 1 \0; DROP TABLE canary",
            "SELEC 1",
            "SELECT nothing FROM nowhere",
            ";",
            "");

    abstract EngineUnderTest engine();

    /** What only this engine would take. */
    abstract List<String> hostile();

    /** A statement that begins as one that reads, and writes. */
    abstract List<String> writesInDisguise();

    /** Runs for longer than any test does. */
    abstract String endless();

    @BeforeEach
    void fill() {
        engine().fillCorpus(List.of());
        engine().restoreItems();
    }

    @Test
    void rowsOfAStatementAreTheAnswer() {
        assertThat(execute("SELECT id, secret FROM canary ORDER BY id;"))
                .isEqualTo("[{\"id\":1,\"secret\":\"canary-secret\"},{\"id\":2,\"secret\":\"another canary-secret\"}]");
        assertThat(execute("SELECT '{{ inputs.sql }} ?' AS a")).isEqualTo("[{\"a\":\"{{ inputs.sql }} ?\"}]");
        assertThat(execute("SELECT id FROM canary WHERE id > 9")).isEqualTo("[]");
    }

    @Test
    void hostileTextChangesNothingForTheDatabaseAndTheNextCall() {
        var before = engine().fingerprint();
        for (var text : HOSTILE) {
            refusedWithoutEffect(text, before);
        }
        for (var text : hostile()) {
            refusedWithoutEffect(text, before);
        }
    }

    private void refusedWithoutEffect(String text, String before) {
        assertThat(execute(text)).as(text).doesNotStartWith("[").doesNotContain("internal", "unavailable");
        assertThat(engine().fingerprint()).as(text).isEqualTo(before);
        assertThat(explain(text)).as("plan of " + text).doesNotContain("internal", "unavailable");
        assertThat(engine().fingerprint()).as("plan of " + text).isEqualTo(before);
        assertThat(ordinary(engine().reading())).as("after " + text).isEqualTo("[{\"id\":1}]");
    }

    /** The second wall alone, on an adapter whose sessions may write. */
    @Test
    void engineRefusesToWriteInTheTransactionOfSuchACall() {
        var before = engine().fingerprint();
        for (var text : writesInDisguise()) {
            assertThat(run(engine().writing(), Mode.EXECUTE, text)).as(text).startsWith("execution: ");
            assertThat(engine().fingerprint()).as(text).isEqualTo(before);
            assertThat(ordinary(engine().writing())).as("after " + text).isEqualTo("[{\"id\":1}]");
        }
    }

    @Test
    void planIsShownAndTheStatementDoesNotRun() {
        var before = engine().fingerprint();
        assertThat(explain("SELECT id FROM canary WHERE id = 1"))
                .startsWith("[")
                .contains("canary");
        for (var text : writesInDisguise()) {
            run(engine().writing(), Mode.EXPLAIN, text);
            assertThat(engine().fingerprint()).as(text).isEqualTo(before);
        }
        assertThat(explain(endless())).doesNotContain("timeout");
    }

    @Test
    void statementEndsWhenItsTimeIsUp() {
        var tool = compiled("ExecuteSql", "timeout: 300ms");
        assertThat(run(engine().reading(), tool, endless())).startsWith("timeout: ");
        assertThat(ordinary(engine().reading())).isEqualTo("[{\"id\":1}]");
    }

    @Test
    void moreRowsThanAnAnswerHasAreLeftOutAndAnnounced() {
        engine().fillCorpus(Collections.nCopies(300, "x"));
        assertThat(execute("SELECT id FROM corpus"))
                .contains("truncated\\\":true")
                .contains("\\\"rows\\\":100");
        assertThat(run(
                        engine().reading(),
                        compiled("ExecuteSql", "result: {maxRows: 3, overflow: Fail}"),
                        "SELECT id FROM corpus"))
                .startsWith("result: ");
        assertThat(ordinary(engine().reading())).isEqualTo("[{\"id\":1}]");
    }

    /** For engines that estimate costs: 300 rows, joined with themselves to 8 thousand millions. */
    void aStatementOfTooHighCostDoesNotRun() {
        engine().fillCorpus(Collections.nCopies(300, "x"));
        var tool = compiled("ExecuteSql, maxCost: 1000", "timeout: 5s");
        var joined = "FROM corpus a, corpus b, corpus c, corpus d";
        assertThat(run(engine().reading(), tool, "SELECT count(*) AS n " + joined))
                .startsWith("validation: the database estimates a cost of ")
                .contains(" for this statement, and this tool allows 1000; ");
        assertThat(run(engine().reading(), tool, "SELECT 1 AS a UNION ALL SELECT (SELECT count(*) " + joined + ")"))
                .startsWith("validation: the database estimates a cost of ");
        assertThat(run(engine().reading(), tool, "SELECT id FROM canary WHERE id = 1"))
                .isEqualTo("[{\"id\":1}]");
        assertThat(run(engine().reading(), tool, "SELECT misspelt FROM canary")).startsWith("execution: ");
        assertThat(run(engine().reading(), tool, "DELETE FROM canary")).startsWith("validation: sql: ");
    }

    @Test
    void textIsBounded() {
        assertThat(execute("SELECT '" + "x".repeat(64 * 1024) + "'")).startsWith("validation: ");
        assertThat(execute("SELECT '" + "x".repeat(60 * 1024) + "' AS a")).startsWith("[");
    }

    @Test
    void refusalNamesTheRuleAndThePlace() {
        assertThat(execute("SELECT 1; DROP TABLE canary"))
                .isEqualTo("validation: sql: a second statement begins here (one-statement, at character 11)");
    }

    /** Its author is the caller, who reads what the engine says against it as for any other statement. */
    @Test
    void anUnknownNameHasTheMessageOfTheEngine() {
        assertThat(execute("SELECT misspelt FROM canary"))
                .startsWith("execution: ")
                .contains("misspelt");
    }

    String execute(String sql) {
        return run(engine().reading(), compiled("ExecuteSql", ""), sql);
    }

    /** @param begins gets the scope of the call */
    String execute(String sql, Consumer<CallScope> begins) {
        var runner = engine().reading();
        return runner.runJson(
                runner.link(compiled("ExecuteSql", "")),
                JsonMapper.shared().writeValueAsString(Map.of("sql", sql)),
                StatementRunner.principal("alice"),
                begins);
    }

    String explain(String sql) {
        return run(engine().reading(), compiled("Explain", ""), sql);
    }

    private static String run(StatementRunner runner, ToolLeaf tool, String sql) {
        return runner.run(runner.link(tool), Map.of("sql", sql), StatementRunner.principal("alice"));
    }

    /** As a catalog would say it that no operator has compiled. */
    private String run(StatementRunner runner, Mode mode, String sql) {
        var action = new Action.RunAdHocSql("db", engine().dialect(), mode, "sql");
        return runner.run(
                runner.link(action, List.of(Input.of("sql", InputType.STRING, false))),
                Map.of("sql", sql),
                StatementRunner.principal("alice"));
    }

    String ordinary(StatementRunner runner) {
        var source = new StatementSource(ORDINARY, engine().dialect(), Access.ReadOnly, List.of(), Set.of());
        var bound = (StatementCompilation.Compiled) new StatementCompiler().compile(source);
        return runner.run(
                runner.link(bound.statement(), ORDINARY, List.of()), Map.of(), StatementRunner.principal("alice"));
    }

    ToolLeaf compiled(String tool, String more) {
        var manifest = """
                apiVersion: hyperterse.dev/v1alpha1
                kind: Tool
                metadata: {name: sql, namespace: default}
                spec:
                  serverRefs: [{name: shop}]
                  builtin: {tool: %s, adapter: db}
                  %s
                """.formatted(tool, more);
        return ToolOnAdapter.compiled(
                manifest, ToolOnAdapter.adapter(engine().dialect(), Access.ReadOnly, true, List.of()), Set.of());
    }
}
