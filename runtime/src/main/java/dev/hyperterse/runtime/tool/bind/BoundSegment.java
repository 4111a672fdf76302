package dev.hyperterse.runtime.tool.bind;

import dev.hyperterse.catalog.statement.Dialect;
import dev.hyperterse.catalog.statement.ParameterType;
import dev.hyperterse.runtime.call.CallFailure;
import dev.hyperterse.runtime.call.Principal;
import dev.hyperterse.runtime.call.Stage;
import dev.hyperterse.runtime.tool.bind.SqlVariant.Bind;
import dev.hyperterse.runtime.tool.bind.StatementBinder.Values;
import dev.hyperterse.runtime.tool.validate.Invalid;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** A segment of a statement with its sources found. */
sealed interface BoundSegment {
    void bind(Object[] slots, Principal principal, Values values);

    /** Its text, unless that depends on the call; integers count as fitting 32 bits. */
    default Optional<String> usualText() {
        return Optional.empty();
    }

    default Optional<Bind> usualBind() {
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

    /** What the server's settings lack; every call fails with it. */
    record Failing(String why) implements BoundSegment {
        @Override
        public void bind(Object[] slots, Principal principal, Values values) {
            throw new CallFailure(Stage.BINDING, why);
        }
    }

    /** One parameter. */
    record Single(ValueReader reader, Dialect dialect) implements BoundSegment {
        @Override
        public void bind(Object[] slots, Principal principal, Values values) {
            var value = reader.read(slots, principal, values.memory());
            var wide = dialect == Dialect.POSTGRES
                    && reader.type() == ParameterType.INTEGER
                    && value instanceof Long number
                    && number != number.intValue();
            if (wide) {
                // int4 resolves functions and operators that int8 does not, so int8 is said only where it is needed.
                values.unusual("?::int8");
                values.value(value, Bind.INT8);
            } else {
                values.usual("?");
                values.value(value, bind());
            }
        }

        @Override
        public Optional<String> usualText() {
            return Optional.of("?");
        }

        @Override
        public Optional<Bind> usualBind() {
            return Optional.of(bind());
        }

        private Bind bind() {
            return switch (reader.type()) {
                case TEXT, JSON -> Bind.UNTYPED;
                case INTEGER -> dialect == Dialect.POSTGRES ? Bind.INT4 : Bind.INT8;
                case DECIMAL -> Bind.DECIMAL;
                case BOOLEAN -> Bind.BOOLEAN;
            };
        }
    }

    /** A whole list in one parameter, as an array literal of Postgres. */
    record WholeList(Source list, ParameterType items, String name) implements BoundSegment {
        @Override
        public void bind(Object[] slots, Principal principal, Values values) {
            var list = ValueReader.items(this.list.value(slots, principal), items, values.memory());
            var wide = list != null
                    && items == ParameterType.INTEGER
                    && !list.stream().allMatch(WholeList::fits);
            if (wide) {
                values.unusual("?::int8[]");
            } else {
                values.usual(text());
            }
            values.value(list == null ? null : JsonList.postgresArray(list, values.memory()), Bind.UNTYPED);
        }

        @Override
        public Optional<String> usualText() {
            return Optional.of(text());
        }

        @Override
        public Optional<Bind> usualBind() {
            return Optional.of(Bind.UNTYPED);
        }

        private String text() {
            return switch (items) {
                case TEXT, JSON -> "?";
                case INTEGER -> "?::int4[]";
                case DECIMAL -> "?::numeric[]";
                case BOOLEAN -> "?::bool[]";
            };
        }

        private static boolean fits(Object item) {
            return item instanceof Long number && number == number.intValue();
        }
    }

    /** A list with a parameter for each item; its length is padded, so that few texts serve every length. */
    record PaddedList(Source list, ParameterType items, Dialect dialect) implements BoundSegment {
        private static final String NO_ITEMS = "(SELECT NULL FROM (SELECT 1) t WHERE 1=0)";

        @Override
        public void bind(Object[] slots, Principal principal, Values values) {
            var list = ValueReader.items(this.list.value(slots, principal), items, values.memory());
            if (list == null) {
                // IN (NULL) is never true, and neither is NOT IN (NULL): what comparing with NULL means everywhere.
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
                values.value(list.get(Math.min(index, list.size() - 1)), bind());
            }
        }

        private Bind bind() {
            return switch (items) {
                case TEXT, JSON -> Bind.UNTYPED;
                case INTEGER -> Bind.INT8;
                case DECIMAL -> Bind.DECIMAL;
                case BOOLEAN -> Bind.BOOLEAN;
            };
        }
    }

    /** SQL that the compiler rendered, chosen by a value. */
    record Chosen(Source source, Map<String, String> renderings) implements BoundSegment {
        @Override
        public void bind(Object[] slots, Principal principal, Values values) {
            var value = source.value(slots, principal);
            var rendering = value == null ? null : renderings.get(Source.text(value, values.memory()));
            if (rendering == null) {
                throw new CallFailure(
                        Stage.BINDING,
                        value == null
                                ? "an input that names a column or keyword is absent"
                                : "'%s' is none of: %s"
                                        .formatted(
                                                Invalid.shown(Source.text(value, values.memory())),
                                                String.join(", ", List.copyOf(renderings.keySet()))));
            }
            values.unusual(rendering);
        }
    }
}
