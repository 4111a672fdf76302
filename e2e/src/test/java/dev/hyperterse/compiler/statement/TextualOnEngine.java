package dev.hyperterse.compiler.statement;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hyperterse.catalog.input.Input;
import dev.hyperterse.catalog.input.InputType;
import dev.hyperterse.catalog.server.adapter.Adapter.Access;
import dev.hyperterse.catalog.statement.SqlStatement;
import dev.hyperterse.statement.sql.StatementCompilation;
import dev.hyperterse.statement.sql.StatementCompiler;
import dev.hyperterse.statement.sql.StatementSource;
import dev.hyperterse.statement.sql.TextualCompiler;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What textual substitution promises on a real engine, and what it cannot promise. */
abstract class TextualOnEngine {
    private static final String ORDINARY = "SELECT id FROM canary WHERE id = 1";
    private static final List<String> SECOND_STATEMENTS = List.of(
            "1 = 1; DROP TABLE canary",
            "1 = 1; DELETE FROM canary; --",
            "1 = 1;/**/UPDATE canary SET secret = 'changed'",
            "1 = 1 ; INSERT INTO canary VALUES (3, 'third') ; SELECT 1",
            "1 = 1;\n\nTRUNCATE TABLE canary");
    private static final List<String> WRITES = List.of(
            "INSERT INTO canary VALUES (3, 'third')",
            "UPDATE canary SET secret = 'changed'",
            "DELETE FROM canary",
            "CREATE TABLE planted (id int)",
            "DROP TABLE canary");

    abstract EngineUnderTest engine();

    /** Statements that change what a session may do or how it reads, as far as they last. */
    abstract List<String> changesOfTheSession();

    /** Single statements that allow writes and then write. */
    abstract List<String> writesThatAllowThemselves();

    @BeforeEach
    void fill() {
        engine().fillCorpus(List.of());
        engine().restoreItems();
    }

    @Test
    void fragmentBecomesAPartOfTheStatement() {
        assertThat(paste(
                        engine().reading(), "SELECT id FROM canary WHERE {{ inputs.sql }} ORDER BY id", "id IN (2, 1)"))
                .isEqualTo("[{\"id\":1},{\"id\":2}]");
        assertThat(paste(engine().reading(), "SELECT '{{ inputs.sql }}{{{{' AS a", "o''clock"))
                .isEqualTo("[{\"a\":\"o'clock{{\"}]");
    }

    @Test
    void onlyOneStatementRuns() {
        var before = engine().fingerprint();
        for (var payload : SECOND_STATEMENTS) {
            paste(engine().writing(), "SELECT id FROM canary WHERE {{ inputs.sql }}", payload);
            assertThat(engine().fingerprint()).as(payload).isEqualTo(before);
        }
    }

    @Test
    void adapterThatReadsStaysSo() {
        var before = engine().fingerprint();
        for (var payload : WRITES) {
            assertThat(paste(engine().reading(), "{{ inputs.sql }}", payload))
                    .as(payload)
                    .startsWith("execution: ");
            assertThat(engine().fingerprint()).as(payload).isEqualTo(before);
        }
    }

    @Test
    void statementOfSeveralStepsCannotAllowItselfToWrite() {
        var before = engine().fingerprint();
        for (var payload : writesThatAllowThemselves()) {
            assertThat(paste(engine().reading(), "{{ inputs.sql }}", payload))
                    .as(payload)
                    .startsWith("execution: ");
            assertThat(engine().fingerprint()).as(payload).isEqualTo(before);
        }
    }

    @Test
    void nextCallHasAnUnchangedConnection() {
        var before = engine().fingerprint();
        for (var change : changesOfTheSession()) {
            paste(engine().reading(), "{{ inputs.sql }}", change);
            assertThat(paste(engine().reading(), "{{ inputs.sql }}", "INSERT INTO canary VALUES (3, 'third')"))
                    .as(change)
                    .startsWith("execution: ");
            assertThat(ordinary()).as(change).isEqualTo("[{\"id\":1}]");
            assertThat(engine().fingerprint()).as(change).isEqualTo(before);
        }
    }

    @Test
    void refusedTextLeavesTheAdapterAtWork() {
        for (var payload :
                List.of("'", "\"", "/*", "--", "$$", "SELEC", "?", "(", "\\", ";", "{fn now()}", "COMMIT", "")) {
            paste(engine().reading(), "SELECT {{ inputs.sql }}", payload);
            assertThat(ordinary()).as(payload).isEqualTo("[{\"id\":1}]");
        }
    }

    /** Why the owner of the adapter has to allow it: this is what a caller of such a tool may do. */
    @Test
    void callerReadsWhateverTheRoleMayRead() {
        assertThat(paste(
                        engine().reading(),
                        "SELECT name FROM item WHERE name = '{{ inputs.sql }}'",
                        "' UNION ALL SELECT secret FROM canary WHERE id = 1 AND '' = '"))
                .contains("canary-secret");
    }

    @Test
    void valueThatIsAbsentFailsTheCall() {
        var runner = engine().reading();
        assertThat(runner.run(
                        runner.link(compiled("SELECT {{ inputs.more }}"), "", inputs()),
                        Map.of("sql", "1"),
                        StatementRunner.principal("alice")))
                .isEqualTo("binding: input 'more' has no value to put into the statement");
    }

    /** A statement that binds, on the same adapter. */
    private String ordinary() {
        var source = new StatementSource(ORDINARY, engine().dialect(), Access.ReadOnly, inputs(), Set.of());
        var bound = (StatementCompilation.Compiled) new StatementCompiler().compile(source);
        var runner = engine().reading();
        return runner.run(
                runner.link(bound.statement(), ORDINARY, inputs()), Map.of(), StatementRunner.principal("alice"));
    }

    private String paste(StatementRunner runner, String text, String sql) {
        return runner.run(
                runner.link(compiled(text), text, inputs()), Map.of("sql", sql), StatementRunner.principal("alice"));
    }

    private SqlStatement compiled(String text) {
        var source = new StatementSource(text, engine().dialect(), Access.ReadOnly, inputs(), Set.of());
        return ((StatementCompilation.Compiled) new TextualCompiler().compile(source)).statement();
    }

    private static List<Input> inputs() {
        return Stream.of("sql", "more").map(TextualOnEngine::text).toList();
    }

    private static Input text(String name) {
        return new Input(
                name,
                InputType.STRING,
                Optional.empty(),
                Optional.empty(),
                true,
                Optional.empty(),
                List.of(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty());
    }
}
