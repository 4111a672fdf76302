package dev.hyperterse.engines.mcp;

import dev.hyperterse.calls.adapter.Binder;
import dev.hyperterse.calls.adapter.OperationKind;
import dev.hyperterse.calls.adapter.Sample;
import dev.hyperterse.calls.binding.ValueSource;
import dev.hyperterse.calls.context.CallContext;
import dev.hyperterse.catalog.Action;
import dev.hyperterse.catalog.ResourceLeaf;
import dev.hyperterse.catalog.input.Input;
import dev.hyperterse.catalog.values.ValueSet;
import dev.hyperterse.engines.http.JsonBody;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;

/**
 * Operations of another MCP server: calls of tools, prompts and resources.
 *
 * @param ofCallers whether they have a token of their caller
 * @param asking whether the server may ask the users of its tools
 */
record McpOperations(boolean ofCallers, boolean asking) implements OperationKind<UpstreamCall> {
    @Override
    public Optional<Binder<UpstreamCall>> binder(Action action, List<Input> inputs, ValueSet values) {
        var sources = new ValueSource.Finder(inputs, values, UnaryOperator.identity());
        return switch (action) {
            case Action.CallTool call -> {
                var arguments = call.arguments().map(it -> new JsonBody(it, sources));
                yield Optional.of(binder(
                        call,
                        (slots, principal, memory) -> new UpstreamRequest.Tool(
                                call.tool(),
                                arguments.flatMap(it -> it.text(slots, principal, memory)),
                                call.mirrored())));
            }
            case Action.GetPrompt get ->
                Optional.of(binder(get, (_, _, _) -> new UpstreamRequest.Prompt(get.prompt(), "{}")));
            case Action.ReadResource read -> Optional.of(binder(read, resource(read.address(), sources)));
            case Action.CompleteArgument complete ->
                Optional.of(binder(complete, (_, _, _) -> new UpstreamRequest.Completion(complete.of(), "{}")));
            case Action.RunSql _,
                    Action.RunAdHocSql _,
                    Action.RunDocument _,
                    Action.RunCommand _,
                    Action.RunRequest _,
                    Action.RunScript _,
                    Action.Compose _ -> Optional.empty();
        };
    }

    private static Binder<UpstreamRequest> resource(ResourceLeaf.Address address, ValueSource.Finder sources) {
        return switch (address) {
            case ResourceLeaf.Address.Fixed(var uri) -> (_, _, _) -> new UpstreamRequest.Resource(uri);
            case ResourceLeaf.Address.Templated(var template) -> {
                var expansion = new UriExpansion(template, sources);
                yield (slots, principal, memory) ->
                        new UpstreamRequest.Resource(expansion.uri(slots, principal, memory));
            }
        };
    }

    private static Binder<UpstreamCall> binder(Action.OnServer action, Binder<UpstreamRequest> request) {
        return (slots, principal, memory) ->
                new UpstreamCall(action, request.bind(slots, principal, memory), CallOrigin.NONE, Optional.of(memory));
    }

    @Override
    public UpstreamCall within(UpstreamCall bound, CallContext context, Supplier<String> inputs) {
        var request = bound.request().with(inputs);
        var questions = Optional.of(request)
                .filter(it -> asking && it instanceof UpstreamRequest.Tool)
                .map(tool -> new UserQuestions(context, tool.params()));
        return new UpstreamCall(bound.action(), request, CallOrigin.of(context, questions), bound.memory());
    }

    @Override
    public boolean dependsOnCaller() {
        return ofCallers || asking;
    }

    @Override
    public boolean isInputRequired(UpstreamCall run) {
        return run.origin().questions().filter(UserQuestions::isNextRound).isPresent();
    }

    /** Only the definition is checked. A server that wants a token of a caller shows nothing to a check, which has none. */
    @Override
    public Optional<Sample<UpstreamCall>> sample(Action action, ValueSet values) {
        return action instanceof Action.OnServer onServer && !ofCallers
                ? Optional.of(new Sample<>(
                        new UpstreamCall(
                                onServer,
                                new UpstreamRequest.Tool(onServer.named(), Optional.empty(), List.of()),
                                CallOrigin.NONE,
                                Optional.empty()),
                        _ -> OptionalInt.empty()))
                : Optional.empty();
    }
}
