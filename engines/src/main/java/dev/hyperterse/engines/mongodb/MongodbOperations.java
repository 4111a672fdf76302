package dev.hyperterse.engines.mongodb;

import dev.hyperterse.calls.adapter.Binder;
import dev.hyperterse.calls.adapter.OperationKind;
import dev.hyperterse.catalog.Action;
import dev.hyperterse.catalog.input.Input;
import dev.hyperterse.catalog.values.ValueSet;
import java.util.List;
import java.util.Optional;

/** Commands of a document database. */
enum MongodbOperations implements OperationKind<BoundDocument> {
    DOCUMENTS;

    @Override
    public Optional<Binder<BoundDocument>> binder(Action action, List<Input> inputs, ValueSet values) {
        return switch (action) {
            case Action.RunDocument(var adapter, var command, var text) ->
                Optional.of(new DocumentBinder(command, inputs, values));
            case Action.RunSql _,
                    Action.RunAdHocSql _,
                    Action.RunCommand _,
                    Action.RunRequest _,
                    Action.OnServer _,
                    Action.RunScript _,
                    Action.Compose _ -> Optional.empty();
        };
    }
}
