package dev.hyperterse.calls.validation;

import dev.hyperterse.calls.CallFailure;
import dev.hyperterse.calls.JsonSpan;
import dev.hyperterse.calls.deadline.CallScope;
import dev.hyperterse.calls.memory.Reservation;
import dev.hyperterse.calls.turn.Permits;
import dev.hyperterse.catalog.input.Input;
import dev.hyperterse.catalog.input.Inputs;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.exc.StreamConstraintsException;

/**
 * Validates and coerces the arguments of a call in one pass over their bytes, token by token into one slot for each
 * input. A tree is built only for the validator of a tool with its own JSON Schema.
 */
public final class ArgumentReader {
    /**
     * The heap bytes for each byte of arguments while it is parsed: the parser collects a long text in pieces of two
     * bytes per character, joins them, and copies the result.
     */
    private static final long WHILE_READ = 6;

    /** The heap bytes for each byte afterwards, as a character of a text. */
    private static final long AFTERWARDS = 2;

    /** The heap bytes of an item of a list, or of a name that is stored to detect duplicates. */
    private static final long OBJECT = 64;

    /** Marks an absent argument; null is a value: NULL. */
    private static final Object NOT_SEEN = new Object();

    private final FieldRule[] rules;
    private final Map<String, FieldRule> byName;
    private final Optional<SchemaCheck> schema;
    private final Permits longValidations;

    /**
     * @param longValidations shared by all tools of a replica
     */
    public ArgumentReader(Inputs inputs, Permits longValidations) {
        this.longValidations = longValidations;
        var patterns = new TextPatterns();
        this.schema = switch (inputs) {
            case Inputs.Declared declared -> Optional.empty();
            case Inputs.BySchema bySchema -> Optional.of(new SchemaCheck(bySchema.schema(), patterns));
        };
        this.rules = rules(inputs.fields(), schema.isPresent(), patterns);
        this.byName = new HashMap<>();
        for (var rule : rules) {
            byName.put(rule.name(), rule);
        }
    }

    /** Returns the values by slot; null is NULL. Memory for parsing and values is reserved from the call. */
    public Object[] read(JsonSpan arguments, CallScope scope, Reservation memory) {
        try (var work = new ValidationWork(scope, longValidations)) {
            // Before memory is reserved: long arguments that wait for a permit hold only their request.
            work.spend(arguments.length() / ValidationWork.BYTES);
            memory.take((WHILE_READ + AFTERWARDS) * arguments.length() + OBJECT * arguments.marks());
            schema.ifPresent(check -> check.validate(arguments, work, memory));
            var slots = slots(arguments, work);
            memory.giveBack(WHILE_READ * arguments.length());
            return slots;
        }
    }

    private Object[] slots(JsonSpan arguments, ValidationWork work) {
        var slots = new Object[rules.length];
        var faults = new ArgumentFaults();
        for (var slot = 0; slot < slots.length; slot++) {
            slots[slot] = NOT_SEEN;
        }
        try (var parser = JsonText.parser(arguments)) {
            read(parser, slots, faults, work);
        } catch (StreamConstraintsException beyond) {
            throw unreadable(
                    faults, "nested deeper than " + JsonText.DEEPEST + " levels, or with a name that is too long");
        } catch (JacksonException malformed) {
            throw unreadable(faults, ValidationFailures.shown(malformed.getOriginalMessage()));
        }
        for (var rule : rules) {
            if (slots[rule.slot()] == NOT_SEEN) {
                slots[rule.slot()] = valueOr(faults, rule::absent);
            }
        }
        if (!faults.isEmpty()) {
            throw ValidationFailures.fields(faults.text().orElseThrow());
        }
        return slots;
    }

    private void read(JsonParser parser, Object[] slots, ArgumentFaults faults, ValidationWork work) {
        if (parser.nextToken() != JsonToken.START_OBJECT) {
            throw ValidationFailures.arguments("not a JSON object");
        }
        var arguments = parser.streamReadContext();
        for (var name = parser.nextName(); name != null; name = parser.nextName()) {
            parser.nextToken();
            var rule = byName.get(name);
            if (rule != null) {
                slots[rule.slot()] = valueOr(faults, () -> rule.read(parser, work));
            } else if (schema.isEmpty()) {
                var shown = ValidationFailures.shown(name);
                faults.add("field '%s': unknown input field '%s'", shown, shown);
            }
            // Of an invalid value, or of one without a rule: the schema has decided whether others are allowed.
            while (parser.streamReadContext() != arguments) {
                parser.nextToken();
            }
        }
        if (parser.currentToken() != JsonToken.END_OBJECT || parser.nextToken() != null) {
            throw ValidationFailures.arguments("not one JSON object");
        }
    }

    /** The failure of arguments that cannot be read to their end, with the faults before that. */
    private static CallFailure unreadable(ArgumentFaults faults, String why) {
        if (faults.isEmpty()) {
            return ValidationFailures.arguments(why);
        }
        faults.add("%s", why);
        return ValidationFailures.fields(faults.text().orElseThrow());
    }

    /** A value; NULL, and a fault, if it is invalid. */
    private static Object valueOr(ArgumentFaults faults, Supplier<Object> value) {
        try {
            return value.get();
        } catch (InvalidField invalid) {
            faults.add("%s", invalid.described());
            return null;
        }
    }

    private static FieldRule[] rules(List<Input> fields, boolean bySchema, TextPatterns patterns) {
        var rules = new FieldRule[fields.size()];
        for (var slot = 0; slot < rules.length; slot++) {
            rules[slot] = new FieldRule(fields.get(slot), slot, bySchema, patterns);
        }
        return rules;
    }
}
