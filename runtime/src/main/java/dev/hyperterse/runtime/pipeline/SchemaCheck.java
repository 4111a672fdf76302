package dev.hyperterse.runtime.pipeline;

import com.google.re2j.Pattern;
import com.networknt.schema.Error;
import com.networknt.schema.Schema;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SchemaRegistryConfig;
import com.networknt.schema.SpecificationVersion;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.cfg.JsonNodeFeature;
import tools.jackson.databind.json.JsonMapper;

/** A tool's own JSON Schema. Each has a registry of its own: a shared one would hand one tenant's {@code $id} to another. */
final class SchemaCheck {
    private static final JsonMapper EXACT = JsonMapper.builder(JsonText.FACTORY)
            .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
            .enable(DeserializationFeature.USE_BIG_INTEGER_FOR_INTS)
            .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
            .disable(JsonNodeFeature.STRIP_TRAILING_BIGDECIMAL_ZEROES)
            .build();

    private final Schema schema;

    SchemaCheck(JsonNode schema) {
        var settings = SchemaRegistryConfig.builder()
                // Linear time, whatever the pattern.
                .regularExpressionFactory(pattern -> {
                    var compiled = Pattern.compile(pattern);
                    return text -> compiled.matcher(text).find();
                })
                .formatAssertionsEnabled(true)
                .failFast(true)
                .build();
        this.schema = SchemaRegistry.withDefaultDialect(
                        SpecificationVersion.DRAFT_2020_12, registry -> registry.schemaRegistryConfig(settings))
                .getSchema(schema);
    }

    void validate(JsonSpan arguments) {
        var tree = tree(arguments);
        var errors = schema.validate(tree);
        if (!errors.isEmpty()) {
            throw failure(errors.getFirst());
        }
    }

    private static JsonNode tree(JsonSpan arguments) {
        try {
            return EXACT.readTree(arguments.bytes(), arguments.from(), arguments.length());
        } catch (JacksonException malformed) {
            throw Invalid.arguments(Invalid.shown(malformed.getOriginalMessage()));
        }
    }

    private static CallFailure failure(Error error) {
        var path = error.getInstanceLocation();
        var why = Invalid.shown(error.getMessage());
        return path.getNameCount() == 0
                ? Invalid.arguments(why)
                : Invalid.field(path.getElement(0).toString(), why);
    }
}
