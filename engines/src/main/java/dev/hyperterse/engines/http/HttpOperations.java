package dev.hyperterse.engines.http;

import dev.hyperterse.calls.adapter.Binder;
import dev.hyperterse.calls.adapter.OperationKind;
import dev.hyperterse.catalog.Action;
import dev.hyperterse.catalog.Input;
import dev.hyperterse.catalog.values.ValueSet;
import java.util.List;
import java.util.Optional;

/** Requests to an HTTP API. */
enum HttpOperations implements OperationKind<BoundRequest> {
    REQUESTS;

    @Override
    public Optional<Binder<BoundRequest>> binder(Action action, List<Input> inputs, ValueSet values) {
        return switch (action) {
            case Action.RunRequest(var adapter, var request, var text) ->
                Optional.of(new RequestBinder(request, inputs, values));
            case Action.RunSql _,
                    Action.RunAdHocSql _,
                    Action.RunDocument _,
                    Action.RunCommand _,
                    Action.CallTool _,
                    Action.RunScript _ -> Optional.empty();
        };
    }
}
