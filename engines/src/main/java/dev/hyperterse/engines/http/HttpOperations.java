package dev.hyperterse.engines.http;

import dev.hyperterse.calls.adapter.Binder;
import dev.hyperterse.calls.adapter.OperationKind;
import dev.hyperterse.calls.adapter.Sample;
import dev.hyperterse.calls.context.CallContext;
import dev.hyperterse.catalog.Action;
import dev.hyperterse.catalog.input.Input;
import dev.hyperterse.catalog.values.ValueSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.Supplier;

/** Requests to an HTTP API. */
enum HttpOperations implements OperationKind<BoundRequest> {
    REQUESTS,
    /** Those with a token of the caller. */
    REQUESTS_OF_CALLERS;

    @Override
    public BoundRequest within(BoundRequest request, CallContext context, Supplier<String> inputs) {
        return dependsOnCaller() ? request.by(context) : request;
    }

    @Override
    public boolean dependsOnCaller() {
        return this == REQUESTS_OF_CALLERS;
    }

    @Override
    public Optional<Binder<BoundRequest>> binder(Action action, List<Input> inputs, ValueSet values) {
        return switch (action) {
            case Action.RunRequest run -> Optional.of(new RequestBinder(run.request(), inputs, values));
            case Action.RunSql _,
                    Action.RunAdHocSql _,
                    Action.RunDocument _,
                    Action.RunCommand _,
                    Action.OnServer _,
                    Action.RunScript _,
                    Action.Compose _ -> Optional.empty();
        };
    }

    /** Only the document is checked, not with a token of a caller: a check has none. */
    @Override
    public Optional<Sample<BoundRequest>> sample(Action action, ValueSet values) {
        return action instanceof Action.RunRequest run && !dependsOnCaller()
                ? run.published().map(it -> new Sample<>(BoundRequest.of(it), _ -> OptionalInt.empty()))
                : Optional.empty();
    }
}
