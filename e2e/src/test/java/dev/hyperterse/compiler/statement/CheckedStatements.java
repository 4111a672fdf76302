package dev.hyperterse.compiler.statement;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hyperterse.calls.adapter.StatementCheck;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;

/** What holds of statements that an engine prepares and does not execute. */
final class CheckedStatements {
    private CheckedStatements() {}

    static Stream<DynamicTest> accepted(EngineUnderTest engine) {
        return StatementCase.accepted()
                .filter(example -> example.dialect() == engine.dialect())
                .map(example -> DynamicTest.dynamicTest(example.toString(), () -> {
                    var before = engine.fingerprint();
                    assertThat(engine.writing().check(example.text())).isEqualTo(new StatementCheck.Accepted());
                    assertThat(engine.fingerprint()).isEqualTo(before);
                }));
    }

    /** The arrow stands in front of what the engine has to complain of. */
    static Stream<DynamicTest> mistakes(EngineUnderTest engine) {
        return Stream.of(
                        "SELECT id, →nmae FROM item",
                        "SELECT id FROM →itme WHERE id = {{ inputs.i }}",
                        "SELECT id\nFROM item\nWHERE id = {{ inputs.i }}\n  AND →nmae = '<{{ inputs.s }}>'",
                        "SELECT 'name' FROM item WHERE name LIKE '%{{ inputs.s | like }}%' AND id IN ({{ inputs.ids }})"
                                + " AND →namee IS NULL ORDER BY {{ inputs.column | identifier }} LIMIT {{ inputs.n }}",
                        "UPDATE item SET name = '{{ inputs.s }} and {{ inputs.u }}', →prize = {{ inputs.f }}"
                                + " WHERE id = {{ inputs.i }}",
                        "SELECT id FROM item WHERE name = {{ inputs.s }} →ODER BY id")
                .map(marked -> DynamicTest.dynamicTest(marked, () -> {
                    var refused = (StatementCheck.Refused) engine.writing().check(marked.replace("→", ""));
                    assertThat(refused.offset()).as(refused.toString()).hasValue(marked.indexOf('→'));
                }));
    }

    static void repaired(EngineUnderTest engine) {
        var text = "SELECT late FROM later WHERE late = {{ inputs.s }}";
        assertThat(engine.reading().check(text)).isInstanceOf(StatementCheck.Refused.class);
        engine.execute("CREATE TABLE later (late VARCHAR(10))");
        try {
            assertThat(engine.reading().check(text)).isEqualTo(new StatementCheck.Accepted());
        } finally {
            engine.execute("DROP TABLE later");
        }
    }
}
