package dev.hyperterse.calls.validation;

import com.networknt.schema.Error;
import com.networknt.schema.Schema;
import com.networknt.schema.SchemaException;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SchemaRegistryConfig;
import com.networknt.schema.dialect.Dialect;
import com.networknt.schema.dialect.Dialects;
import com.networknt.schema.keyword.KeywordType;
import dev.hyperterse.calls.CallFailure;
import dev.hyperterse.calls.JsonSpan;
import dev.hyperterse.calls.memory.Reservation;
import java.util.HashMap;
import java.util.List;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.cfg.JsonNodeFeature;
import tools.jackson.databind.json.JsonMapper;

/**
 * Validates with a tool's own JSON Schema. Each has a separate registry: a shared one would resolve one tenant's {@code
 * $id} for another.
 */
final class SchemaCheck {
    private static final JsonMapper EXACT = JsonMapper.builder(JsonText.FACTORY)
            .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
            .enable(DeserializationFeature.USE_BIG_INTEGER_FOR_INTS)
            .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
            .disable(JsonNodeFeature.STRIP_TRAILING_BIGDECIMAL_ZEROES)
            .build();

    private static final Dialect METERED = metered(Dialects.getDraft202012());
    /** A number with its digits, or an object with its table; and the state of the validation. */
    private static final long NODE = 160;

    private final Schema schema;

    SchemaCheck(JsonNode schema, TextPatterns patterns) {
        var settings = SchemaRegistryConfig.builder()
                .regularExpressionFactory(pattern -> {
                    var compiled = patterns.compile(pattern);
                    return text ->
                            compiled.occursIn(text, SchemaEvaluation.current().work());
                })
                .formatAssertionsEnabled(true)
                .failFast(true)
                .build();
        try {
            this.schema = SchemaRegistry.withDialect(METERED, registry -> registry.schemaRegistryConfig(settings))
                    .getSchema(schema);
        } catch (SchemaException unusable) {
            // The validator wraps the exception of a refused pattern.
            throw unusable.getCause() instanceof IllegalArgumentException refused ? refused : unusable;
        }
    }

    /** JSON Schema 2020-12 in which every keyword is paid for. */
    private static Dialect metered(Dialect standard) {
        var keywords = new HashMap<>(standard.getKeywords());
        // The validator creates this keyword itself, from the formats.
        keywords.remove(KeywordType.FORMAT.getValue());
        return Dialect.builder(standard.getId(), standard)
                .keywords(keywords.values().stream().map(MeteredKeyword::new).toList())
                .formats(formats -> {
                    formats.clear();
                    TextFormat.all().forEach((name, holds) -> formats.put(name, new FormatKeyword(name, holds)));
                })
                .build();
    }

    /** Validates arguments. Memory for the tree is reserved from the call meanwhile. */
    void validate(JsonSpan arguments, ValidationWork work, Reservation memory) {
        var size = NODE * arguments.marks();
        memory.take(size);
        var errors = errors(arguments, work, memory);
        if (!errors.isEmpty()) {
            throw failure(errors.getFirst());
        }
        memory.giveBack(size);
    }

    List<Error> errors(JsonSpan arguments, ValidationWork work, Reservation memory) {
        var tree = tree(arguments);
        return SchemaEvaluation.within(work, memory, () -> schema.validate(tree));
    }

    private static JsonNode tree(JsonSpan arguments) {
        try {
            return EXACT.readTree(arguments.bytes(), arguments.from(), arguments.length());
        } catch (JacksonException malformed) {
            throw ValidationFailures.arguments(ValidationFailures.shown(malformed.getOriginalMessage()));
        }
    }

    private static CallFailure failure(Error error) {
        var path = error.getInstanceLocation();
        var why = ValidationFailures.shown(error.getMessage());
        if (path.getNameCount() == 0) {
            return ValidationFailures.arguments(why);
        }
        var field = new StringBuilder();
        for (var index = 0; index < path.getNameCount(); index++) {
            switch (path.getElement(index)) {
                case Integer item -> field.append('[').append(item).append(']');
                case Object member -> field.append(field.isEmpty() ? "" : ".").append(member);
            }
        }
        return ValidationFailures.field(field.toString(), why);
    }
}
