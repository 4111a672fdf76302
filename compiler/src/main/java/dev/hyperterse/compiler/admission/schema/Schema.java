package dev.hyperterse.compiler.admission.schema;

import com.google.re2j.Pattern;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.Set;

/**
 * One node of a structural schema, as far as our CRDs use it.
 *
 * @param type empty where any will do
 * @param description for people; empty without one
 * @param open whether fields that the schema does not name are kept
 */
public record Schema(
        String type,
        String description,
        boolean integerOrText,
        boolean open,
        List<Object> choices,
        Fields fields,
        Items items,
        Text text,
        Range range,
        List<Rule> rules) {
    /** Whether it is of texts such as 5s; CRDs have no format for them. */
    public boolean isDuration() {
        return text.pattern().filter(it -> it.pattern().contains("(ms|s|m|h)")).isPresent();
    }

    /** The schema of what a list or a map holds, however deep; of anything else its own. */
    public Schema element() {
        return items.schema().or(fields::others).map(Schema::element).orElse(this);
    }

    /** Of a map. {@code others} is the schema of fields that are not named. */
    public record Fields(
            Map<String, Schema> named,
            Optional<Schema> others,
            Set<String> required,
            OptionalInt least,
            OptionalInt most) {
        public Optional<Schema> of(String name) {
            return Optional.ofNullable(named.get(name)).or(() -> others);
        }
    }

    /** Of a list. */
    public record Items(
            Optional<Schema> schema, OptionalInt least, OptionalInt most, ListType listType, List<String> keys) {}

    /** The keys that may not occur twice in a list. */
    public enum ListType {
        ATOMIC,
        SET,
        MAP
    }

    /** Of a text. */
    public record Text(OptionalInt least, OptionalInt most, Optional<Pattern> pattern) {}

    /** Of a number. */
    public record Range(OptionalDouble minimum, OptionalDouble maximum) {}

    /** A CEL rule. */
    public record Rule(String expression, String message) {}

    /** {@code integer,string} where both will do. */
    public String typeName() {
        return integerOrText ? "integer,string" : type;
    }
}
