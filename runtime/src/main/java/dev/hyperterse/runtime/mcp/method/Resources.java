package dev.hyperterse.runtime.mcp.method;

import dev.hyperterse.calls.CallFailure;
import dev.hyperterse.calls.JsonSpan;
import dev.hyperterse.calls.Outcome.Ended;
import dev.hyperterse.calls.Stage;
import dev.hyperterse.calls.memory.ResultBuffer;
import dev.hyperterse.calls.result.ResultWriter;
import dev.hyperterse.catalog.Action;
import dev.hyperterse.catalog.Content;
import dev.hyperterse.catalog.ResourceLeaf;
import dev.hyperterse.catalog.ResourceLeaf.Body;
import dev.hyperterse.catalog.Template;
import dev.hyperterse.runtime.live.definition.LiveSkill;
import dev.hyperterse.runtime.live.definition.ResourceDirectory.Found;
import dev.hyperterse.runtime.mcp.call.Answer;
import dev.hyperterse.runtime.mcp.call.Call;
import dev.hyperterse.runtime.mcp.call.CallReports;
import dev.hyperterse.runtime.mcp.call.RpcError;
import dev.hyperterse.runtime.mcp.result.ResourceResult;
import java.util.Map;
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.function.BooleanSupplier;
import java.util.function.Function;
import java.util.function.Supplier;

/** {@code resources/read}. */
public final class Resources {
    private final Results results;
    private final ToolRun run;
    private final RateCheck rates;
    private final CallReports reports;

    Resources(Results results, ToolRun run, RateCheck rates, CallReports reports) {
        this.results = results;
        this.run = run;
        this.rates = rates;
        this.reports = reports;
    }

    public Answer read(Call call) {
        return found(call, (uri, found) -> read(call, uri, found));
    }

    /**
     * Answers a subscription to a resource that the caller may read.
     *
     * @param remember stores the URI, or returns the refusal
     */
    public Answer subscribe(Call call, Function<String, Optional<Refusal>> remember) {
        return found(
                call,
                (uri, found) -> admitted(call, found, () -> {
                    call.report().calledWith(() -> JsonSpan.of(found.variables()));
                    var refused = remember.apply(uri);
                    if (refused.isPresent()) {
                        call.report().failed(refused.get().stage());
                        return call.failed(refused.get().error());
                    }
                    var answer = results.empty(call);
                    call.report().completed();
                    return answer;
                }));
    }

    public record Refusal(Stage stage, RpcError error) {}

    /**
     * Whether the caller may subscribe to one of several resources that its request names; each is recorded as a call.
     *
     * @param remember stores the URI; false if the memory is exhausted
     */
    public boolean subscribes(Call naming, String uri, BooleanSupplier remember) {
        var call = naming.reportedApart();
        reports.of(call, _ -> rates.refuse(call)
                .orElseGet(() -> about(
                        call,
                        uri,
                        (_, found) -> admitted(call, found, () -> {
                            call.report().calledWith(() -> JsonSpan.of(found.variables()));
                            if (remember.getAsBoolean()) {
                                call.report().completed();
                            } else {
                                call.report().failed(Stage.BUSY);
                            }
                            return new Answer.Nothing();
                        }))));
        return call.report().outcome() == Ended.COMPLETED;
    }

    /** Answers with a resource; recorded as one call. */
    private Answer found(Call call, BiFunction<String, Found, Answer> answer) {
        return reports.of(
                call, _ -> rates.refuse(call).orElseGet(() -> withUri(call, uri -> about(call, uri, answer))));
    }

    private Answer about(Call call, String uri, BiFunction<String, Found, Answer> answer) {
        return call.seen()
                .resource(uri)
                .map(found -> {
                    var leaf = found.resource().leaf();
                    // Reports the name: the URI of a template contains values of the caller.
                    reports.found(call, leaf.name(), Optional.of(leaf));
                    return answer.apply(uri, found);
                })
                .orElseGet(() -> notFound(call, uri));
    }

    /** Answers without a run, if the rules of the resource admit the caller. */
    private Answer admitted(Call call, Found found, Supplier<Answer> answer) {
        try {
            return run.admits(call, found.resource().rules(), found.variables()) ? answer.get() : new Answer.Nothing();
        } catch (CallFailure failure) {
            call.report().failed(failure);
            return failed(call, failure);
        }
    }

    private static Answer failed(Call call, CallFailure failure) {
        return call.failed(failure)
                .orElseGet(() -> call.failed(call.errors().callFailed("reading failed: " + failure.getMessage())));
    }

    private Answer read(Call call, String uri, Found found) {
        var leaf = found.resource().leaf();
        return switch (leaf.body()) {
            case Body.Fixed fixed ->
                admitted(call, found, () -> fixed(call, uri, mimeType(leaf), fixed, found.variables()));
            case Body.Skill skill -> {
                var file = LiveSkill.file(leaf, skill, uri);
                yield admitted(
                        call,
                        found,
                        () -> fixed(call, uri, file.mimeType(), file.content(), Map.of("path", file.path())));
            }
            case Body.Computed _ -> computed(call, uri, found);
        };
    }

    private Answer fixed(Call call, String uri, String mimeType, Body.Fixed body, Map<String, String> variables) {
        Content content =
                switch (body) {
                    case Body.Text(var text) -> new Content.Text(text);
                    case Body.Blob(var blob) ->
                        new Content.EmbeddedBlob(Template.literal(uri), Optional.of(mimeType), blob);
                };
        call.report().calledWith(() -> JsonSpan.of(variables));
        var answer = results.written(call, out -> {
            var result = new ResourceResult(out, uri, mimeType, true, call.frame());
            result.content(content, variables);
            result.end();
        });
        call.report().completed();
        return answer;
    }

    private Answer computed(Call call, String uri, Found found) {
        var leaf = found.resource().leaf();
        var rules = found.resource().rules();
        var linked = found.resource().computed().orElseThrow();
        Function<ResultBuffer, ResultWriter> writer =
                out -> new ResourceResult(out, uri, mimeType(leaf), false, call.frame());
        try {
            return run.run(call, leaf, rules, found.variables(), linked, writer).answer();
        } catch (CallFailure failure) {
            if (!isGone(leaf, failure)) {
                return failed(call, failure);
            }
            reports.resourceGone(call);
            return call.failed(call.errors().unknownResource(uri));
        }
    }

    /** Whether the other server of the resource does not have it any more, or not of these variables. */
    private static boolean isGone(ResourceLeaf leaf, CallFailure failure) {
        return failure.stage() == Stage.RESOLVE
                && leaf.asked().filter(Action.ReadResource.class::isInstance).isPresent();
    }

    /** Only a resource of another server may have none, and its contents say what they are. */
    private static String mimeType(ResourceLeaf leaf) {
        return leaf.mimeType().orElse("application/octet-stream");
    }

    public static Answer withUri(Call call, Function<String, Answer> answer) {
        Optional<String> uri = call.params().text("uri").filter(text -> !text.isEmpty());
        return uri.map(answer).orElseGet(() -> call.failed(call.malformed("field 'uri' must be a non-empty string")));
    }

    private Answer notFound(Call call, String uri) {
        reports.resourceNotFound(call, uri);
        return call.failed(call.errors().unknownResource(uri));
    }
}
