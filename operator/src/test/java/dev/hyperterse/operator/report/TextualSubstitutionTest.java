package dev.hyperterse.operator.report;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hyperterse.compiler.resolve.ServerKey;
import dev.hyperterse.crds.v1alpha1.shared.Condition;
import dev.hyperterse.crds.v1alpha1.shared.Condition.Status;
import dev.hyperterse.operator.model.LeafKey;
import dev.hyperterse.operator.report.condition.Conditions;
import dev.hyperterse.operator.report.definition.LeafOnServer.NamedServer;
import dev.hyperterse.operator.report.definition.LeafReport;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** The status of a tool says that its callers may write SQL. */
class TextualSubstitutionTest {
    private static final Instant NOON = Instant.parse("2026-01-01T12:00:00Z");
    private static final String SERVER =
            "{auth: {mode: Anonymous}, adapters: [{name: demo, textual: %s, engine: Sqlite, url: \":memory:\"}]}";

    @Test
    void servedStatementHasTheCondition() {
        assertThat(condition("Allowed", "Textual")).hasValueSatisfying(condition -> {
            assertThat(condition.status()).isEqualTo(Status.True);
            assertThat(condition.reason()).isEqualTo("TextualSubstitution");
        });
    }

    @Test
    void boundStatementHasNone() {
        assertThat(condition("Allowed", "Bound")).isEmpty();
    }

    @Test
    void refusedStatementHasNone() {
        assertThat(condition("Forbidden", "Textual")).isEmpty();
    }

    private static Optional<Condition> condition(String textual, String substitution) {
        var shop = Shop.of(SERVER.formatted(textual), """
                apiVersion: hyperterse.dev/v1alpha1
                kind: Tool
                metadata: {name: pasted}
                spec:
                  serverRefs: [{name: shop}]
                  inputs: [{name: x, type: string}]
                  statement: {adapter: demo, text: {inline: "SELECT {{ inputs.x }}"}, substitution: %s}
                """.formatted(substitution));
        var inputs = new StatusInputs(() -> NOON, new StatusInputs.Listener() {
            @Override
            public void leafAffected(LeafKey leaf) {}

            @Override
            public void serverAffected(ServerKey server) {}

            @Override
            public void leavesUnevaluated(ServerKey server) {}
        });
        inputs.evaluated(shop.evaluation(Shop.revision(1)));
        var leaf = shop.leaves().getFirst();
        var server = new NamedServer(Shop.KEY, true, inputs.of(Shop.KEY));
        var status = LeafReport.of(leaf, List.of(server), Shop.trusted(leaf.status()), NOON.plusSeconds(60))
                .status();
        return status.flatMap(it -> Conditions.find(it.conditions(), "TextualSubstitution"));
    }
}
