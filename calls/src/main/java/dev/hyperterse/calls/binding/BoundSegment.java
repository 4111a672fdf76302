package dev.hyperterse.calls.binding;

import dev.hyperterse.calls.CallFailure;
import dev.hyperterse.calls.Principal;
import dev.hyperterse.calls.Stage;
import dev.hyperterse.calls.binding.ParameterRules.Placeholder;
import dev.hyperterse.calls.binding.StatementBinder.Values;
import dev.hyperterse.calls.validation.ValidationFailures;
import dev.hyperterse.catalog.statement.ParameterType;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.StringJoiner;
import java.util.stream.Collectors;

/** A segment of a statement with its sources found. */
sealed interface BoundSegment {
    void bind(Object[] slots, Principal principal, Values values);

    /** Its text, unless that depends on the call; integers count as fitting 32 bits. */
    default Optional<String> usualText() {
        return usualPlaceholder().map(Placeholder::sql);
    }

    /** The placeholder of its only parameter, unless it has none or several. */
    default Optional<Placeholder> usualPlaceholder() {
        return Optional.empty();
    }

    /** Text that is the same in every call. */
    record Fixed(String sql) implements BoundSegment {
        @Override
        public void bind(Object[] slots, Principal principal, Values values) {
            values.usual(sql);
        }

        @Override
        public Optional<String> usualText() {
            return Optional.of(sql);
        }
    }

    /** Something that the server's settings lack; every call fails with it. */
    record Failing(String why) implements BoundSegment {
        @Override
        public void bind(Object[] slots, Principal principal, Values values) {
            throw new CallFailure(Stage.BINDING, why);
        }
    }

    record Single(ValueReader reader, ParameterRules rules) implements BoundSegment {
        @Override
        public void bind(Object[] slots, Principal principal, Values values) {
            var value = reader.read(slots, principal, values.memory());
            values.value(value, rules.one(reader.type(), value), rules.one(reader.type()));
        }

        @Override
        public Optional<Placeholder> usualPlaceholder() {
            return Optional.of(rules.one(reader.type()));
        }
    }

    record WholeList(ValueSource list, ParameterType items, ParameterRules.Arrays arrays) implements BoundSegment {
        @Override
        public void bind(Object[] slots, Principal principal, Values values) {
            var list = ValueReader.items(this.list.value(slots, principal), items, values.memory());
            if (list == null) {
                values.value(null, arrays.array(items), arrays.array(items));
            } else {
                values.value(arrays.literal(list, values.memory()), arrays.array(items, list), arrays.array(items));
            }
        }

        @Override
        public Optional<Placeholder> usualPlaceholder() {
            return Optional.of(arrays.array(items));
        }
    }

    /** A list with a parameter for each item; its length is padded, so that few texts serve every length. */
    record PaddedList(ValueSource list, ParameterType items) implements BoundSegment {
        private static final String NO_ITEMS = "(SELECT NULL FROM (SELECT 1) t WHERE 1=0)";

        @Override
        public void bind(Object[] slots, Principal principal, Values values) {
            var list = ValueReader.items(this.list.value(slots, principal), items, values.memory());
            if (list == null) {
                // Neither IN (NULL) nor NOT IN (NULL) is ever true, like any comparison with NULL.
                values.unusual("(NULL)");
                return;
            }
            if (list.isEmpty()) {
                values.unusual(NO_ITEMS);
                return;
            }
            var padded = list.size() == 1 ? 1 : Integer.highestOneBit(list.size() - 1) << 1;
            values.unusual("(" + String.join(",", Collections.nCopies(padded, "?")) + ")");
            for (var index = 0; index < padded; index++) {
                values.value(
                        list.get(Math.min(index, list.size() - 1)),
                        Placeholder.jdbc(items).bind());
            }
        }
    }

    /** A value that becomes SQL. */
    record Pasted(ValueSource source, String name) implements BoundSegment {
        @Override
        public void bind(Object[] slots, Principal principal, Values values) {
            var value = source.value(slots, principal);
            if (value == null) {
                throw new CallFailure(Stage.BINDING, "%s has no value to put into the statement".formatted(name));
            }
            values.unusual(ValueSource.text(value, values.memory()));
        }
    }

    /** The role that the statement runs with. A role that is not allowed never reaches the engine. */
    record Role(ValueReader reader, Set<String> allowed, ParameterRules rules) implements BoundSegment {
        @Override
        public void bind(Object[] slots, Principal principal, Values values) {
            var role = String.valueOf(reader.read(slots, principal, values.memory()));
            if (!allowed.contains(role)) {
                throw new CallFailure(
                        Stage.BINDING,
                        "'%s' is not a role that the adapter lets statements take"
                                .formatted(ValidationFailures.shown(role)));
            }
            values.role(role);
            values.value(role, rules.one(reader.type(), role), rules.one(reader.type()));
        }

        @Override
        public Optional<Placeholder> usualPlaceholder() {
            return Optional.of(rules.one(reader.type()));
        }
    }

    /** A name of a call. Inputs hold no zero character, which alone could end it. */
    record Named(List<ValueSource> parts, String quote) implements BoundSegment {
        @Override
        public void bind(Object[] slots, Principal principal, Values values) {
            var name = new StringJoiner(".");
            for (var part : parts) {
                var value = part.value(slots, principal);
                if (value != null) {
                    name.add(quoted(ValueSource.text(value, values.memory())));
                }
            }
            values.unusual(name.toString());
        }

        private String quoted(String text) {
            return quote + text.replace(quote, quote + quote) + quote;
        }
    }

    /** SQL that the compiler rendered, chosen by a value. */
    record Chosen(ValueSource source, Map<String, String> renderings) implements BoundSegment {
        @Override
        public void bind(Object[] slots, Principal principal, Values values) {
            var value = source.value(slots, principal);
            if (value == null) {
                throw new CallFailure(Stage.BINDING, "an input that names a column or keyword is absent");
            }
            values.unusual(rendered(value, renderings, values));
        }

        private static String rendered(Object value, Map<String, String> renderings, Values values) {
            var text = ValueSource.text(value, values.memory());
            var rendering = renderings.get(text);
            if (rendering == null) {
                throw new CallFailure(
                        Stage.BINDING,
                        "'%s' is none of: %s"
                                .formatted(ValidationFailures.shown(text), String.join(", ", renderings.keySet())));
            }
            return rendering;
        }
    }

    /** As {@link Chosen}, for one or more values; engines refuse most lists in which a name is twice. */
    record ChosenList(ValueSource list, Map<String, String> renderings) implements BoundSegment {
        @Override
        public void bind(Object[] slots, Principal principal, Values values) {
            if (!(list.value(slots, principal) instanceof List<?> names) || names.isEmpty()) {
                throw new CallFailure(Stage.BINDING, "an input that lists columns or tables names none");
            }
            values.unusual(names.stream()
                    .map(name -> Chosen.rendered(name, renderings, values))
                    .distinct()
                    .collect(Collectors.joining(", ")));
        }
    }
}
