package dev.hyperterse.calls.binding;

import dev.hyperterse.calls.adapter.Binder;
import dev.hyperterse.calls.adapter.OperationKind;
import dev.hyperterse.calls.adapter.Sample;
import dev.hyperterse.calls.binding.SqlVariant.Bind;
import dev.hyperterse.calls.memory.Reservation;
import dev.hyperterse.catalog.Action;
import dev.hyperterse.catalog.input.Input;
import dev.hyperterse.catalog.statement.Dialect;
import dev.hyperterse.catalog.statement.ParameterType;
import dev.hyperterse.catalog.values.ValueSet;
import java.util.List;
import java.util.Optional;

/** Converts values to the parameters of a SQL engine; one object for each dialect. The defaults are those of JDBC. */
@FunctionalInterface
public interface ParameterRules extends OperationKind<BoundStatement> {
    /** The statements that the engine understands. */
    Dialect dialect();

    @Override
    default Optional<Binder<BoundStatement>> binder(Action action, List<Input> inputs, ValueSet values) {
        return switch (action) {
            case Action.RunSql(var adapter, var statement, var text)
            when statement.dialect() == dialect() -> Optional.of(new StatementBinder(statement, inputs, values, this));
            case Action.RunAdHocSql adHoc
            when adHoc.dialect() == dialect() -> Optional.of(new AdHocBinder(adHoc, inputs, values));
            case Action.RunSql _,
                    Action.RunAdHocSql _,
                    Action.RunDocument _,
                    Action.RunCommand _,
                    Action.RunRequest _,
                    Action.OnServer _,
                    Action.RunScript _,
                    Action.Compose _ -> Optional.empty();
        };
    }

    @Override
    default Optional<String> sql(BoundStatement statement) {
        var variant = statement.variant();
        return variant.isOfCaller() ? Optional.empty() : Optional.of(variant.sql());
    }

    /** SQLite runs in this process, so its statements need no comment. */
    @Override
    default BoundStatement commented(BoundStatement statement, String usual, String instead) {
        return dialect() == Dialect.SQLITE ? statement : statement.commented(usual, instead);
    }

    @Override
    default Optional<Sample<BoundStatement>> sample(Action action, ValueSet values) {
        return switch (action) {
            case Action.RunSql(var adapter, var statement, var text)
            when statement.dialect() == dialect() -> StatementSample.of(statement, text, values, this);
            case Action.RunSql _,
                    Action.RunAdHocSql _,
                    Action.RunDocument _,
                    Action.RunCommand _,
                    Action.RunRequest _,
                    Action.OnServer _,
                    Action.RunScript _,
                    Action.Compose _ -> Optional.empty();
        };
    }

    /** The usual placeholder of a value, also for NULL. */
    default Placeholder one(ParameterType type) {
        return Placeholder.jdbc(type);
    }

    /** The placeholder for a value: the usual one if possible, because another one results in another text. */
    default Placeholder one(ParameterType type, Object value) {
        return one(type);
    }

    /** The rules for lists; empty if the engine does not accept a list in one parameter. */
    default Optional<Arrays> arrays() {
        return Optional.empty();
    }

    /** A datetime in the spelling of the engine; unchanged where the engine has no types for moments. */
    default String datetime(String text) {
        return text;
    }

    /** The text for a value in the statement, and the driver's type. */
    record Placeholder(String sql, Bind bind) {
        private static final Placeholder UNTYPED = new Placeholder("?", Bind.UNTYPED);
        private static final Placeholder INT8 = new Placeholder("?", Bind.INT8);
        private static final Placeholder DECIMAL = new Placeholder("?", Bind.DECIMAL);
        private static final Placeholder BOOLEAN = new Placeholder("?", Bind.BOOLEAN);

        static Placeholder jdbc(ParameterType type) {
            return switch (type) {
                case TEXT, JSON -> UNTYPED;
                case INTEGER -> INT8;
                case DECIMAL -> DECIMAL;
                case BOOLEAN -> BOOLEAN;
            };
        }
    }

    /** Converts a list to one parameter. */
    interface Arrays {
        /** The usual placeholder of a list, also for NULL. */
        Placeholder array(ParameterType items);

        Placeholder array(ParameterType items, List<?> list);

        /** The literal of a list, which takes memory of the call as it grows. */
        String literal(List<?> list, Reservation memory);
    }
}
