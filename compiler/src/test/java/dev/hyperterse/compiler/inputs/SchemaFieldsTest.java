package dev.hyperterse.compiler.inputs;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hyperterse.catalog.input.Input;
import dev.hyperterse.catalog.input.InputType;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.json.JsonMapper;

/** What statements can be told of a property of a schema. */
class SchemaFieldsTest {
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                // property | required | type | may be NULL
                "{'type': 'integer'}                  | 'f' | INT    | false",
                "{'type': 'integer'}                  |     | INT    | true",
                "{'type': ['integer', 'null']}        | 'f' | INT    | true",
                "{'type': ['null', 'string']}         | 'f' | STRING | true",
                "{'type': ['integer', 'string']}      | 'f' | OBJECT | false",
                "{'$ref': '#/$defs/g'}                | 'f' | INT    | true",
            })
    void aPropertyOfOneTypeIsAnInputThatIsNullWhereItMayBe(
            String property, String required, InputType type, boolean optional) {
        var text = """
                {'type': 'object', 'properties': {'f': %s}, 'required': [%s], '$defs': {'g': {'type': ['integer', 'null']}}}
                """.formatted(property, required == null ? "" : required);
        assertThat(SchemaFields.of(JsonMapper.shared().readTree(text.replace('\'', '"'))))
                .singleElement()
                .extracting(Input::type, Input::optional)
                .containsExactly(type, optional);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "{'type': 'array', 'items': {'type': 'integer'}}              | INT",
                "{'type': 'array', 'items': {'type': 'object'}}               | OBJECT",
                "{'type': 'array', 'items': {'$ref': '#/$defs/word'}}         | STRING",
                "{'type': 'array'}                                            |",
                "{'type': 'array', 'items': {'type': ['integer', 'boolean']}} |",
            })
    void anArrayIsAListWhereTheTypeOfItsItemsIsKnown(String property, InputType items) {
        var text = "{'properties': {'f': %s}, '$defs': {'word': {'type': 'string'}}}".formatted(property);
        assertThat(SchemaFields.of(JsonMapper.shared().readTree(text.replace('\'', '"'))))
                .singleElement()
                .extracting(Input::type, input -> input.items().orElse(null))
                .containsExactly(InputType.ARRAY, items);
    }
}
