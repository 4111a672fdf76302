package dev.hyperterse.runtime.tool;

import dev.hyperterse.calls.CallFailure;
import dev.hyperterse.calls.CallRounds;
import dev.hyperterse.calls.JsonSpan;
import dev.hyperterse.calls.Outcome.Ended;
import dev.hyperterse.calls.Places;
import dev.hyperterse.calls.Stage;
import dev.hyperterse.calls.context.CallContext;
import dev.hyperterse.calls.turn.Permits;
import dev.hyperterse.calls.validation.ArgumentReader;
import dev.hyperterse.catalog.Digest;
import dev.hyperterse.catalog.input.BoundInput;
import dev.hyperterse.catalog.input.Input;
import dev.hyperterse.catalog.input.Inputs;
import dev.hyperterse.catalog.statement.BoundSource;
import dev.hyperterse.catalog.statement.Reference;
import dev.hyperterse.runtime.tool.call.Step;
import dev.hyperterse.runtime.tool.call.ToolCall;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.JsonNodeFactory;

/**
 * Appends the values that the server binds to those of the caller. They are validated like arguments, but messages name
 * the source of the value, because clients must not see the name of such an input.
 */
final class BindCaller implements Step {
    private static final String BOUND = Places.ofStage("bound");

    private final List<Source> sources;

    BindCaller(List<BoundInput> bound, Permits longValidations) {
        this.sources = bound.stream()
                .map(it -> new Source(
                        it.input(),
                        it.source(),
                        new ArgumentReader(new Inputs.Declared(List.of(it.input())), longValidations)))
                .toList();
    }

    private record Source(Input input, BoundSource from, ArgumentReader reader) {}

    @Override
    public Ended take(ToolCall call) {
        var sent = call.inputs();
        var all = Arrays.copyOf(sent, sent.length + sources.size());
        var known = new byte[sources.size()][];
        for (var index = 0; index < sources.size(); index++) {
            known[index] = known(sources.get(index), call);
            all[sent.length + index] = value(sources.get(index), known[index], call);
        }
        call.inputs(all);
        call.context().client().rounds().ifPresent(rounds -> requireTheSame(rounds, known));
        return Ended.COMPLETED;
    }

    /**
     * Stored values and confirmations of earlier rounds apply only to the bound values of that time, which may be those
     * of another tenant.
     */
    private static void requireTheSame(CallRounds rounds, byte[][] known) {
        var digest = Digest.of(
                String.join("\n", Arrays.stream(known).map(BindCaller::text).toList()));
        if (rounds.kept(BOUND).filter(before -> !before.equals(digest)).isPresent()) {
            throw refused(
                    "the values that the server binds have changed since the client was asked; call the tool again"
                            + " from the beginning, without 'requestState' and 'inputResponses'");
        }
        rounds.keep(BOUND, digest);
    }

    private static String text(byte[] json) {
        return new String(json, StandardCharsets.UTF_8);
    }

    private static byte[] known(Source source, ToolCall call) {
        var known = known(source.from(), call.context())
                .filter(value -> !value.isNull())
                .orElseThrow(() -> refused(missing(source.from())));
        return JsonMapper.shared().writeValueAsBytes(Map.of(source.input().name(), known));
    }

    private static Object value(Source source, byte[] json, ToolCall call) {
        try {
            return source.reader()
                    .read(new JsonSpan(json, 0, json.length), call.context().scope(), call.memory())[0];
        } catch (CallFailure failure) {
            throw failure.stage() == Stage.VALIDATION ? ofAnotherKind(source) : failure;
        }
    }

    private static Optional<JsonNode> known(BoundSource from, CallContext context) {
        return switch (from) {
            case Reference.PrincipalPlugin() -> context.principal().plugin().map(JsonNodeFactory.instance::stringNode);
            case Reference.PrincipalSubject() ->
                context.principal().subject().map(JsonNodeFactory.instance::stringNode);
            case Reference.PrincipalClaim(var name) -> context.principal().claim(name);
            // With two values it is ambiguous which of them the proxy has set.
            case BoundSource.Header(var name) ->
                Optional.of(context.headers().all(name))
                        .filter(sent -> sent.size() == 1)
                        .map(sent -> JsonNodeFactory.instance.stringNode(sent.getFirst()));
            case BoundSource.Path(var name) -> context.segments().value(name).map(JsonNodeFactory.instance::stringNode);
        };
    }

    private static String missing(BoundSource from) {
        return switch (from) {
            case Reference.OfPrincipal known -> "the caller has no " + known.display();
            case BoundSource.Header(var name) -> "the request has no header '%s', or several".formatted(name);
            case BoundSource.Path(var name) -> "the URL of the request has no segment '%s'".formatted(name);
        };
    }

    private static String display(BoundSource from) {
        return switch (from) {
            case Reference.OfPrincipal known -> known.display() + " of the caller";
            case BoundSource.Header(var name) -> "header '%s' of the request".formatted(name);
            case BoundSource.Path(var name) -> "segment '%s' of the URL".formatted(name);
        };
    }

    private static CallFailure ofAnotherKind(Source source) {
        return refused("the %s is not a value that this tool takes, which is of type %s"
                .formatted(display(source.from()), source.input().type().spelling()));
    }

    private static CallFailure refused(String why) {
        return new CallFailure(Stage.BINDING, why);
    }
}
