package dev.hyperterse.compiler.admission;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hyperterse.compiler.admission.schema.CustomResourceSchemas;
import dev.hyperterse.compiler.admission.schema.Schema;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Every rule of the committed CRDs is checked here, none is skipped. */
class CommittedRulesTest {
    @ParameterizedTest
    @ValueSource(strings = {"HyperterseServer", "Tool", "Prompt", "Resource"})
    void everyRuleCompiles(String kind) {
        var programs = new CelPrograms();
        var rules = new ArrayList<Schema.Rule>();
        everySchemaBelow(CustomResourceSchemas.committed().of(kind)).forEach(schema -> rules.addAll(schema.rules()));
        assertThat(rules).isNotEmpty().allSatisfy(rule -> {
            programs.program(rule.expression());
            rule.messageExpression().ifPresent(programs::program);
        });
    }

    @ParameterizedTest
    @ValueSource(strings = {"HyperterseServer", "Tool", "Prompt", "Resource"})
    void everyFormatIsDecided(String kind) {
        assertThat(everySchemaBelow(CustomResourceSchemas.committed().of(kind)))
                .map(schema -> schema.text().format())
                .allMatch(format -> format.isEmpty() || TextFormats.isDecided(format));
    }

    private static List<Schema> everySchemaBelow(Schema schema) {
        var schemas = new ArrayList<>(List.of(schema));
        schema.fields().named().values().forEach(it -> schemas.addAll(everySchemaBelow(it)));
        schema.fields().others().ifPresent(it -> schemas.addAll(everySchemaBelow(it)));
        schema.items().schema().ifPresent(it -> schemas.addAll(everySchemaBelow(it)));
        schema.combination().all().forEach(it -> schemas.addAll(everySchemaBelow(it)));
        return schemas;
    }
}
