package dev.hyperterse.engines.postgres;

import dev.hyperterse.calls.binding.GrowingText;
import dev.hyperterse.calls.binding.ParameterRules;
import dev.hyperterse.calls.binding.SqlVariant.Bind;
import dev.hyperterse.calls.binding.ValueSource;
import dev.hyperterse.calls.memory.Reservation;
import dev.hyperterse.calls.validation.Datetime;
import dev.hyperterse.catalog.statement.Dialect;
import dev.hyperterse.catalog.statement.ParameterType;
import java.util.List;
import java.util.Optional;

/**
 * Sends values to Postgres. int4 resolves functions and operators that int8 does not, so int8 is used only for integers
 * that need it; a list is sent as an array literal.
 */
public final class PostgresParameters implements ParameterRules, ParameterRules.Arrays {
    public static final PostgresParameters RULES = new PostgresParameters();

    private static final Placeholder INT4 = new Placeholder("?", Bind.INT4);
    private static final Placeholder INT8 = new Placeholder("?::int8", Bind.INT8);
    private static final Placeholder TEXTS = new Placeholder("?", Bind.UNTYPED);
    private static final Placeholder INT4_ARRAY = new Placeholder("?::int4[]", Bind.UNTYPED);
    private static final Placeholder INT8_ARRAY = new Placeholder("?::int8[]", Bind.UNTYPED);
    private static final Placeholder DECIMAL_ARRAY = new Placeholder("?::numeric[]", Bind.UNTYPED);
    private static final Placeholder BOOLEAN_ARRAY = new Placeholder("?::bool[]", Bind.UNTYPED);

    /** An empty array that is not valid JSON: every document of a jsonb column contains {@code {}}. */
    private static final String EMPTY = "{\f}";

    private PostgresParameters() {}

    @Override
    public Dialect dialect() {
        return Dialect.POSTGRES;
    }

    @Override
    public Placeholder one(ParameterType type) {
        return type == ParameterType.INTEGER ? INT4 : ParameterRules.super.one(type);
    }

    @Override
    public Placeholder one(ParameterType type, Object value) {
        return type == ParameterType.INTEGER && value != null && !fitsInt4(value) ? INT8 : one(type);
    }

    @Override
    public Optional<Arrays> arrays() {
        return Optional.of(this);
    }

    @Override
    public String datetime(String text) {
        return Datetime.inUtc(text);
    }

    @Override
    public Placeholder array(ParameterType items) {
        return switch (items) {
            case TEXT, JSON -> TEXTS;
            case INTEGER -> INT4_ARRAY;
            case DECIMAL -> DECIMAL_ARRAY;
            case BOOLEAN -> BOOLEAN_ARRAY;
        };
    }

    @Override
    public Placeholder array(ParameterType items, List<?> list) {
        var wide = items == ParameterType.INTEGER && !list.stream().allMatch(PostgresParameters::fitsInt4);
        return wide ? INT8_ARRAY : array(items);
    }

    private static boolean fitsInt4(Object value) {
        return value instanceof Long number && number == number.intValue();
    }

    /** <code>{"a","b"}</code>: every item is quoted, so that none is read as NULL, a brace or a comma. */
    @Override
    public String literal(List<?> list, Reservation memory) {
        if (list.isEmpty()) {
            return EMPTY;
        }
        var literal = new GrowingText(memory).append('{');
        for (var index = 0; index < list.size(); index++) {
            literal.append(index == 0 ? "\"" : ",\"");
            var text = ValueSource.text(list.get(index), memory);
            var from = 0;
            for (var at = 0; at < text.length(); at++) {
                if (text.charAt(at) == '"' || text.charAt(at) == '\\') {
                    literal.append(text, from, at).append('\\');
                    from = at;
                }
            }
            literal.append(text, from, text.length()).append('"');
        }
        return literal.append('}').toString();
    }
}
