package dev.hyperterse.calls.binding;

import dev.hyperterse.calls.CallFailure;
import dev.hyperterse.calls.Principal;
import dev.hyperterse.calls.Stage;
import dev.hyperterse.calls.memory.Reservation;
import dev.hyperterse.calls.validation.JsonText;
import dev.hyperterse.catalog.input.Input;
import dev.hyperterse.catalog.input.InputType;
import dev.hyperterse.catalog.statement.Reference;
import dev.hyperterse.catalog.values.ValueKey;
import dev.hyperterse.catalog.values.ValueSet;
import java.math.BigDecimal;
import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;
import tools.jackson.databind.JsonNode;

/** The source of a value that a call binds; null is NULL. */
@FunctionalInterface
public interface ValueSource {
    Object value(Object[] slots, Principal principal);

    /**
     * Finds the sources of one tool's references.
     *
     * @param datetimes converts a datetime to the format of the engine
     */
    record Finder(List<Input> inputs, ValueSet values, UnaryOperator<String> datetimes) {
        public ValueSource of(Reference reference) {
            return switch (reference) {
                case Reference.Input(var name) -> input(name);
                case Reference.Environment(var name) -> environment(name);
                case Reference.PrincipalPlugin() ->
                    (slots, principal) ->
                            principal.plugin().orElseThrow(() -> missing("the caller has no principal.plugin"));
                case Reference.PrincipalSubject() ->
                    (slots, principal) ->
                            principal.subject().orElseThrow(() -> missing("the caller has no principal.subject"));
                case Reference.PrincipalClaim(var name) -> (slots, principal) -> claim(principal, name);
            };
        }

        /** The text of a variable of the environment, or the failure of each call that needs it. */
        Optional<String> variable(String name) {
            return values.find(ValueKey.environment(name));
        }

        private ValueSource input(String name) {
            for (var slot = 0; slot < inputs.size(); slot++) {
                if (inputs.get(slot).name().equals(name)) {
                    return input(slot, inputs.get(slot));
                }
            }
            return (slots, principal) -> {
                throw missing("input '%s' is not declared".formatted(name));
            };
        }

        private ValueSource input(int slot, Input input) {
            if (isDatetime(input)) {
                return (slots, principal) -> datetime(slots[slot]);
            }
            return (slots, principal) -> slots[slot];
        }

        private static boolean isDatetime(Input input) {
            return input.type() == InputType.DATETIME || input.items().equals(Optional.of(InputType.DATETIME));
        }

        private Object datetime(Object value) {
            return switch (value) {
                case String text -> datetimes.apply(text);
                case List<?> list -> list.stream().map(this::datetime).toList();
                case null -> null;
                default -> value;
            };
        }

        private ValueSource environment(String name) {
            var value = variable(name);
            return (slots, principal) -> value.orElseThrow(() -> noVariable(name));
        }

        static CallFailure noVariable(String name) {
            return missing("environment variable '%s' not found".formatted(name));
        }

        private static Object claim(Principal principal, String name) {
            return principal
                    .claim(name)
                    .filter(claim -> !claim.isNull())
                    .map(Finder::claim)
                    .orElseThrow(() -> missing("the caller has no principal.claims." + name));
        }

        private static Object claim(JsonNode claim) {
            if (claim.isIntegralNumber() && claim.canConvertToLong()) {
                return claim.asLong();
            }
            if (claim.isNumber()) {
                return claim.decimalValue();
            }
            if (claim.isBoolean()) {
                return claim.booleanValue();
            }
            if (claim.isArray()) {
                return claim.valueStream().map(Finder::claim).toList();
            }
            return claim.isString() ? claim.stringValue() : new JsonText(claim.toString());
        }

        private static CallFailure missing(String what) {
            return new CallFailure(Stage.BINDING, what);
        }
    }

    /** A value as text, as a statement would spell it. */
    static String text(Object value, Reservation memory) {
        return switch (value) {
            case BigDecimal number -> {
                // 1e1999 has six characters, and two thousand when it is written out.
                memory.take(4 * (number.precision() + Math.abs((long) number.scale())));
                yield number.toPlainString();
            }
            case List<?> list -> JsonList.of(list, memory);
            default -> value.toString();
        };
    }
}
