package dev.hyperterse.compiler.admission;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hyperterse.compiler.admission.schema.CustomResourceSchemas;
import dev.hyperterse.compiler.admission.schema.Schema;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Every rule of the committed CRDs is checked here, none is skipped. */
class CommittedRulesTest {
    /** Read and checked. A format is of a status alone, and anyOf is of an integer or text alone: neither decides anything. */
    private static final Set<String> READ = Set.of(
            "additionalProperties",
            "anyOf",
            "description",
            "enum",
            "format",
            "items",
            "maxItems",
            "maxLength",
            "maxProperties",
            "maximum",
            "minItems",
            "minLength",
            "minProperties",
            "minimum",
            "pattern",
            "properties",
            "required",
            "rule.message",
            "rule.rule",
            "type",
            "x-kubernetes-int-or-string",
            "x-kubernetes-list-map-keys",
            "x-kubernetes-list-type",
            "x-kubernetes-map-type",
            "x-kubernetes-preserve-unknown-fields",
            "x-kubernetes-validations");

    @ParameterizedTest
    @ValueSource(strings = {"HyperterseServer", "Tool", "Prompt", "Resource"})
    void everyRuleCompiles(String kind) {
        var programs = new CelPrograms();
        var rules = new ArrayList<Schema.Rule>();
        everySchemaBelow(CustomResourceSchemas.committed().of(kind)).forEach(schema -> rules.addAll(schema.rules()));
        assertThat(rules).isNotEmpty().allSatisfy(rule -> programs.compile(rule.expression()));
    }

    @ParameterizedTest
    @ValueSource(strings = {"HyperterseServer", "Tool", "Prompt", "Resource"})
    void everyKeywordIsRead(String kind) {
        assertThat(keywordsBelow(CustomResourceSchemas.openApi(kind))).isSubsetOf(READ);
    }

    private static Set<String> keywordsBelow(Object node) {
        var keywords = new TreeSet<String>();
        if (node instanceof Map<?, ?> schema) {
            schema.forEach((keyword, value) -> {
                keywords.add(keyword.toString());
                switch (keyword.toString()) {
                    case "properties" ->
                        ((Map<?, ?>) value).values().forEach(below -> keywords.addAll(keywordsBelow(below)));
                    case "items", "additionalProperties" -> keywords.addAll(keywordsBelow(value));
                    case "x-kubernetes-validations" ->
                        ((List<?>) value)
                                .forEach(rule ->
                                        ((Map<?, ?>) rule).keySet().forEach(member -> keywords.add("rule." + member)));
                    default -> {}
                }
            });
        }
        return keywords;
    }

    private static List<Schema> everySchemaBelow(Schema schema) {
        var schemas = new ArrayList<>(List.of(schema));
        schema.fields().named().values().forEach(it -> schemas.addAll(everySchemaBelow(it)));
        schema.fields().others().ifPresent(it -> schemas.addAll(everySchemaBelow(it)));
        schema.items().schema().ifPresent(it -> schemas.addAll(everySchemaBelow(it)));
        return schemas;
    }
}
