package dev.hyperterse.engines.mcp;

import dev.hyperterse.calls.adapter.Binder;
import dev.hyperterse.calls.adapter.OperationKind;
import dev.hyperterse.calls.adapter.Sample;
import dev.hyperterse.calls.binding.ValueSource;
import dev.hyperterse.calls.context.CallContext;
import dev.hyperterse.catalog.Action;
import dev.hyperterse.catalog.input.Input;
import dev.hyperterse.catalog.values.ValueSet;
import dev.hyperterse.engines.http.JsonBody;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;

/** Calls of tools of another server. */
enum McpOperations implements OperationKind<UpstreamCall> {
    CALLS;

    @Override
    public Optional<Binder<UpstreamCall>> binder(Action action, List<Input> inputs, ValueSet values) {
        return switch (action) {
            case Action.CallTool call -> Optional.of(binder(call, inputs, values));
            case Action.GetPrompt _,
                    Action.ReadResource _,
                    Action.RunSql _,
                    Action.RunAdHocSql _,
                    Action.RunDocument _,
                    Action.RunCommand _,
                    Action.RunRequest _,
                    Action.RunScript _ -> Optional.empty();
        };
    }

    private static Binder<UpstreamCall> binder(Action.CallTool call, List<Input> inputs, ValueSet values) {
        var arguments = call.arguments()
                .map(it -> new JsonBody(it, new ValueSource.Finder(inputs, values, UnaryOperator.identity())));
        return (slots, principal, memory) -> new UpstreamCall(
                call,
                new UpstreamRequest.Tool(call.tool(), arguments.flatMap(it -> it.text(slots, principal, memory))),
                CallOrigin.NONE,
                Optional.of(memory));
    }

    @Override
    public UpstreamCall within(UpstreamCall bound, CallContext context, Supplier<String> inputs) {
        var request = bound.request() instanceof UpstreamRequest.Tool(var tool, var arguments) && arguments.isEmpty()
                ? new UpstreamRequest.Tool(tool, Optional.of(inputs.get()))
                : bound.request();
        return new UpstreamCall(bound.action(), request, CallOrigin.of(context), bound.memory());
    }

    /** Only the definition is checked. */
    @Override
    public Optional<Sample<UpstreamCall>> sample(Action action, ValueSet values) {
        return action instanceof Action.OnServer onServer
                ? Optional.of(new Sample<>(
                        new UpstreamCall(
                                onServer,
                                new UpstreamRequest.Tool(onServer.named(), Optional.empty()),
                                CallOrigin.NONE,
                                Optional.empty()),
                        _ -> OptionalInt.empty()))
                : Optional.empty();
    }
}
