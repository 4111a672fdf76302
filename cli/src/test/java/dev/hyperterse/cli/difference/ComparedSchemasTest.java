package dev.hyperterse.cli.difference;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Comparator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

class ComparedSchemasTest {
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            {}                                          | {}                                            | NOTHING
            {type: string}                              | {type: [string, "null"]}                      | COMPATIBLE
            {type: [string, "null"]}                    | {type: string}                                | BREAKING
            {type: integer}                             | {type: number}                                | COMPATIBLE
            {type: number}                              | {type: integer}                               | BREAKING
            {type: string}                              | {}                                            | COMPATIBLE
            {}                                          | {type: string}                                | BREAKING
            {enum: [a, b]}                              | {enum: [b, a]}                                | NOTHING
            {enum: [a]}                                 | {enum: [a, b]}                                | COMPATIBLE
            {enum: [a, b]}                              | {enum: [a]}                                   | BREAKING
            {enum: [a]}                                 | {const: a}                                    | NOTHING
            {enum: [a]}                                 | {}                                            | COMPATIBLE
            {}                                          | {enum: [a]}                                   | BREAKING
            {minimum: 1}                                | {minimum: 2}                                  | BREAKING
            {minimum: 1}                                | {minimum: 1.0}                                | NOTHING
            {minimum: 2}                                | {minimum: 1}                                  | COMPATIBLE
            {maximum: 2}                                | {maximum: 1}                                  | BREAKING
            {maximum: 1}                                | {}                                            | COMPATIBLE
            {}                                          | {minLength: 0}                                | NOTHING
            {}                                          | {minLength: 1}                                | BREAKING
            {}                                          | {maxItems: 0}                                 | BREAKING
            {pattern: a}                                | {pattern: b}                                  | BREAKING
            {pattern: a}                                | {}                                            | COMPATIBLE
            {}                                          | {uniqueItems: false}                          | NOTHING
            {}                                          | {uniqueItems: true}                           | BREAKING
            {items: {type: string}}                     | {items: {type: integer}}                      | BREAKING
            {}                                          | {items: {type: integer}}                      | BREAKING
            {default: 1}                                | {default: 2}                                  | BEHAVIOUR
            {description: a}                            | {description: b}                              | COMPATIBLE
            {properties: {a: {}}}                       | {properties: {a: {}}, required: [a]}          | BREAKING
            {properties: {a: {}}, required: [a]}        | {properties: {a: {}}}                         | COMPATIBLE
            {required: [a]}                             | {required: [a, b]}                            | BREAKING
            {properties: {a: {}}}                       | {properties: {a: false}}                      | BREAKING
            {properties: {a: false}}                    | {properties: {a: true}}                       | COMPATIBLE
            {properties: {a: {}}}                       | {}                                            | COMPATIBLE
            {properties: {a: {}}}                       | {additionalProperties: false}                 | BREAKING
            {additionalProperties: false}               | {}                                            | COMPATIBLE
            {additionalProperties: {type: string}}      | {additionalProperties: {type: integer}}       | BREAKING
            {oneOf: [{type: string}]}                   | {oneOf: [{type: integer}]}                    | BREAKING
            {not: {type: string}}                       | {not: {type: integer}}                        | BREAKING
            {$ref: "#/$defs/a", $defs: {a: {minimum: 1}}} | {minimum: 1}                                | NOTHING
            {properties: {p: {$ref: "#/$defs/a"}}, $defs: {a: {minimum: 1}}} | {properties: {p: {$ref: "#/$defs/a"}}, $defs: {a: {minimum: 2}}} | BREAKING
            {properties: {p: {$ref: "#/$defs/a"}}, $defs: {a: {minimum: 1}}} | {properties: {p: {$ref: "#/$defs/b"}}, $defs: {b: {minimum: 1}}} | NOTHING
            {$ref: "#a", $defs: {a: {$anchor: a, minimum: 1}}} | {$ref: "#a", $defs: {a: {$anchor: a, minimum: 2}}} | BREAKING
            {$ref: "#a", $defs: {a: {$anchor: a}}}      | {$ref: "#a", $defs: {a: {$anchor: a}}}        | NOTHING
            {$ref: "#/$defs/a", maximum: 9, $defs: {a: {minimum: 1}}} | {$ref: "#/$defs/a", maximum: 9, $defs: {a: {minimum: 2}}} | BREAKING
            {$ref: "#/$defs/a", maximum: 9, $defs: {a: {minimum: 1}}} | {$ref: "#/$defs/a", maximum: 9, $defs: {a: {minimum: 1}, b: {}}} | NOTHING
            {anyOf: [{$ref: "#/$defs/a"}], $defs: {a: {minimum: 1}}} | {anyOf: [{$ref: "#/$defs/a"}], $defs: {a: {minimum: 2}}} | BREAKING
            {anyOf: [{$ref: "#/$defs/a"}], $defs: {a: {title: b}}} | {anyOf: [{$ref: "#/$defs/a"}], $defs: {a: {title: c}}} | COMPATIBLE
            {anyOf: [{type: string, description: a}]}   | {anyOf: [{type: string, description: b}]}     | COMPATIBLE
            {anyOf: [{properties: {default: {title: a}}}]} | {anyOf: [{properties: {default: {title: b}}}]} | COMPATIBLE
            {oneOf: [{properties: {const: {title: a}}}]} | {oneOf: [{properties: {const: {title: b}}}]} | COMPATIBLE
            {allOf: [{$defs: {enum: {title: a}}}]}      | {allOf: [{$defs: {enum: {title: b}}}]}        | COMPATIBLE
            {not: {patternProperties: {enum: {title: a}}}} | {not: {patternProperties: {enum: {title: b}}}} | COMPATIBLE
            {not: {dependentSchemas: {enum: {title: a}}}} | {not: {dependentSchemas: {enum: {title: b}}}} | COMPATIBLE
            {patternProperties: {enum: {title: a}}}     | {patternProperties: {enum: {title: b}}}       | COMPATIBLE
            {not: {properties: {enum: {const: {title: a}}}}} | {not: {properties: {enum: {const: {title: b}}}}} | BREAKING
            {not: {properties: {properties: {const: {title: a}}}}} | {not: {properties: {properties: {const: {title: b}}}}} | BREAKING
            {not: {properties: {default: {minimum: 1}}}} | {not: {properties: {default: {minimum: 2}}}} | BREAKING
            {anyOf: [{$ref: "#/$defs/enum"}], $defs: {enum: {title: b}}} | {anyOf: [{$ref: "#/$defs/enum"}], $defs: {enum: {title: c}}} | COMPATIBLE
            {not: {const: {title: a}}}                  | {not: {const: {title: b}}}                    | BREAKING
            {not: {properties: {title: {minimum: 1}}}}  | {not: {properties: {title: {minimum: 2}}}}    | BREAKING
            {not: {$ref: "#/$defs/a"}, $defs: {a: {$ref: "#/$defs/b"}, b: {minimum: 1}}} | {not: {$ref: "#/$defs/a"}, $defs: {a: {$ref: "#/$defs/b"}, b: {minimum: 2}}} | BREAKING
            {$ref: "#/%24defs/a", $defs: {a: {minimum: 1}}} | {$ref: "#/%24defs/a", $defs: {a: {minimum: 2}}} | BREAKING
            {$dynamicRef: "#a", $defs: {a: {$dynamicAnchor: a, minimum: 1}}} | {$dynamicRef: "#a", $defs: {a: {$dynamicAnchor: a, minimum: 2}}} | BREAKING
            {$ref: "#/%zz"}                             | {$ref: "#/%zz"}                               | NOTHING
            """)
    void saysWhetherWhatWasAcceptedStillIs(String before, String after, String impact) {
        var worst = ComparedSchemas.between(schema(before), schema(after)).stream()
                .map(SchemaChange::impact)
                .min(Comparator.naturalOrder())
                .map(Enum::name)
                .orElse("NOTHING");
        assertThat(worst).isEqualTo(impact);
    }

    /** Two references in each level would be compared 2 to the power of 64 times. */
    @Test
    void aSchemaThatRefersToItselfIsComparedOnce() {
        var tree = "{$ref: '#/$defs/node', $defs: {node: {properties: {left: {$ref: '#/$defs/node'},"
                + " right: {$ref: '#/$defs/node'}, value: {minimum: %d}}}}}";
        var changes = ComparedSchemas.between(schema(tree.formatted(1)), schema(tree.formatted(2)));
        assertThat(changes).singleElement().satisfies(change -> assertThat(change.property())
                .containsExactly("value"));
    }

    @Test
    void aReferenceToItselfEnds() {
        assertThat(ComparedSchemas.between(schema("{$ref: '#'}"), schema("{type: string}")))
                .isNotEmpty();
    }

    private static JsonNode schema(String relaxed) {
        var quoted =
                relaxed.replace('\'', '"').replaceAll("(?<=[{\\[,:] ?)([a-zA-Z$][a-zA-Z$]*)(?=[:,\\]}])", "\"$1\"");
        return JsonMapper.shared().readTree(quoted.replaceAll("\"(true|false)\"", "$1"));
    }
}
