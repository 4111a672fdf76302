package dev.hyperterse.runtime.mcp;

import dev.hyperterse.catalog.Content;
import dev.hyperterse.catalog.ResourceLeaf.Body;
import dev.hyperterse.catalog.Template;
import dev.hyperterse.runtime.call.CallFailure;
import dev.hyperterse.runtime.call.JsonSpan;
import dev.hyperterse.runtime.live.ResourceDirectory.Found;
import dev.hyperterse.runtime.memory.ResultBuffer;
import dev.hyperterse.runtime.result.ResultWriter;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/** {@code resources/read}. */
public final class Resources {
    private final Results results;
    private final ToolRun run;
    private final RateCheck rates;
    private final AuditedCalls audited;

    Resources(Results results, ToolRun run, RateCheck rates, AuditedCalls audited) {
        this.results = results;
        this.run = run;
        this.rates = rates;
        this.audited = audited;
    }

    public Answer read(Call call) {
        return rates.refuse(call).orElseGet(() -> taken(call));
    }

    private Answer taken(Call call) {
        return withUri(call, uri -> call.seen()
                .resource(uri)
                .map(found -> refused(call, found).orElseGet(() -> read(call, uri, found)))
                .orElseGet(() -> notFound(call, uri)));
    }

    /** The answer to a reader that the rules of the resource do not admit. */
    public Optional<Answer> refused(Call call, Found found) {
        try {
            call.check(found.resource().rules(), found.variables());
            return Optional.empty();
        } catch (CallFailure denied) {
            var leaf = found.resource().leaf();
            audited.denied(call, leaf.name(), leaf, denied);
            return Optional.of(failed(call, denied));
        }
    }

    private static Answer failed(Call call, CallFailure failure) {
        return call.failed(failure)
                .orElseGet(() ->
                        call.failed(call.errors().callFailed("reading failed: " + failure.getMessage())));
    }

    private Answer read(Call call, String uri, Found found) {
        var mimeType = found.resource().leaf().mimeType();
        return switch (found.resource().leaf().body()) {
            case Body.Text(var text) -> fixed(call, uri, mimeType, new Content.Text(text), found.variables());
            case Body.Blob(var blob) -> {
                var content = new Content.EmbeddedBlob(Template.literal(uri), Optional.of(mimeType), blob);
                yield fixed(call, uri, mimeType, content, found.variables());
            }
            case Body.Computed computed -> computed(call, uri, found);
        };
    }

    private Answer fixed(Call call, String uri, String mimeType, Content content, Map<String, String> variables) {
        return results.written(call, out -> {
            var result = new ResourceResult(out, uri, mimeType, true, call.frame());
            result.content(content, variables);
            result.end();
        });
    }

    private Answer computed(Call call, String uri, Found found) {
        var leaf = found.resource().leaf();
        var linked = found.resource().computed().orElseThrow();
        Function<ResultBuffer, ResultWriter> writer = out -> new ResourceResult(out, uri, leaf.mimeType(), false, call.frame());
        try {
            // By its name: the URI of a template has values of the caller.
            return run.run(call, leaf, leaf.name(), linked, JsonSpan.of(found.variables()), writer)
                    .answer();
        } catch (CallFailure failure) {
            return failed(call, failure);
        }
    }

    public static Answer withUri(Call call, Function<String, Answer> answer) {
        Optional<String> uri = call.params().text("uri").filter(text -> !text.isEmpty());
        return uri.map(answer)
                .orElseGet(() -> call.failed(RpcError.invalidParams("field 'uri' must be a non-empty string")));
    }

    public Answer notFound(Call call, String uri) {
        audited.resourceNotFound(call, uri);
        return call.failed(call.errors().unknownResource(uri));
    }
}
