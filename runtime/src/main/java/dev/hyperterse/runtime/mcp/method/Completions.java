package dev.hyperterse.runtime.mcp.method;

import dev.hyperterse.calls.CallFailure;
import dev.hyperterse.calls.JsonSpan;
import dev.hyperterse.catalog.Leaf;
import dev.hyperterse.catalog.PromptLeaf;
import dev.hyperterse.catalog.ResourceLeaf;
import dev.hyperterse.catalog.input.Argument;
import dev.hyperterse.catalog.input.Input;
import dev.hyperterse.runtime.live.CatalogView;
import dev.hyperterse.runtime.live.definition.LivePrompt;
import dev.hyperterse.runtime.live.definition.LiveResource;
import dev.hyperterse.runtime.mcp.call.Answer;
import dev.hyperterse.runtime.mcp.call.Call;
import dev.hyperterse.runtime.mcp.call.CallReports;
import dev.hyperterse.runtime.mcp.call.RpcError;
import dev.hyperterse.runtime.mcp.message.PostedObject;
import dev.hyperterse.runtime.mcp.result.CompletionResult;
import dev.hyperterse.runtime.tool.call.LinkedTool;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import tools.jackson.databind.json.JsonMapper;

/**
 * {@code completion/complete}: the values with the typed prefix, in alphabetical order. Where the author names none, the other
 * server of a prompt or template is asked, and that counts as a call.
 */
public final class Completions {
    private final Results results;
    private final ToolRun run;
    private final CallReports reports;

    Completions(Results results, ToolRun run, CallReports reports) {
        this.results = results;
        this.run = run;
        this.reports = reports;
    }

    public Answer answer(Call call) {
        var params = call.params();
        var argument = params.object("argument").text("name");
        var typed = params.object("argument").text("value");
        if (argument.isEmpty() || typed.isEmpty()) {
            return call.failed(RpcError.invalidParams("field 'argument' must hold the strings 'name' and 'value'"));
        }
        var named = referenced(call.seen(), params.object("ref"));
        if (named.isEmpty()) {
            return call.failed(
                    RpcError.invalidParams("field 'ref' must name a prompt, a resource or a template of this server"));
        }
        var declared = named.get().values(argument.get());
        var other = named.get().other().filter(it -> declared.isEmpty() && it.has(argument.get()));
        return other.map(it -> asked(call, it, argument.get(), typed.get()))
                .orElseGet(() -> written(call, matching(declared, typed.get())));
    }

    /**
     * A prompt, template or resource that is completed. The other server is not asked where rules or a decision point decide
     * about calls: they decide about arguments, which the user has not chosen yet.
     */
    private record Referenced(List<Argument> arguments, Optional<OfOther> other) {
        static Referenced of(LivePrompt prompt) {
            var leaf = prompt.leaf();
            var inputs = leaf.computed().map(PromptLeaf.Computed::inputs).orElse(List.of());
            return new Referenced(
                    leaf.arguments(),
                    prompt.completed()
                            .filter(_ -> prompt.rules().isEmpty())
                            .map(it -> new OfOther(leaf, leaf.name(), inputs, it)));
        }

        static Referenced of(LiveResource template) {
            var leaf = template.leaf();
            var inputs =
                    leaf.body() instanceof ResourceLeaf.Body.Computed computed ? computed.inputs() : List.<Input>of();
            return new Referenced(
                    leaf.arguments(),
                    template.completed()
                            .filter(_ -> template.rules().isEmpty())
                            .map(it -> new OfOther(leaf, leaf.name(), inputs, it)));
        }

        /** Those that its author offers. */
        List<String> values(String argument) {
            return arguments.stream()
                    .filter(it -> it.name().equals(argument))
                    .flatMap(it -> it.completion().stream())
                    .toList();
        }
    }

    /** A prompt or template of another server. @param name in reports */
    private record OfOther(Leaf leaf, String name, List<Input> inputs, LinkedTool completed) {
        boolean has(String argument) {
            return inputs.stream().anyMatch(input -> input.name().equals(argument));
        }
    }

    /** The referenced prompt or template; empty if it does not exist. */
    private static Optional<Referenced> referenced(CatalogView seen, PostedObject reference) {
        return switch (reference.text("type").orElse("")) {
            case "ref/prompt" -> reference.text("name").flatMap(seen::prompt).map(Referenced::of);
            case "ref/resource" ->
                reference.text("uri").flatMap(uri -> seen.template(uri)
                        .map(Referenced::of)
                        .or(() -> seen.isFixed(uri)
                                ? Optional.of(new Referenced(List.of(), Optional.empty()))
                                : Optional.empty()));
            default -> Optional.empty();
        };
    }

    private static List<String> matching(List<String> values, String typed) {
        var beginning = typed.strip().toLowerCase(Locale.ROOT);
        return values.stream()
                .filter(value -> value.toLowerCase(Locale.ROOT).startsWith(beginning))
                .distinct()
                .sorted()
                .toList();
    }

    private Answer written(Call call, List<String> matching) {
        return results.written(call, out -> {
            var result = new CompletionResult(out, call.frame());
            result.values(matching);
            result.end();
        });
    }

    private Answer asked(Call call, OfOther other, String argument, String typed) {
        return reports.of(call, _ -> {
            reports.found(call, other.name(), Optional.of(other.leaf()));
            var before = before(call, other, argument);
            try {
                return run.run(
                                call,
                                other.leaf(),
                                other.completed(),
                                request(argument, typed, before),
                                out -> new CompletionResult(out, call.frame()))
                        .answer();
            } catch (CallFailure failed) {
                // While a user types, nothing to choose from is better than an error; the report has it.
                return written(call, List.of());
            } finally {
                before.put(argument, typed);
                call.report().calledWith(() -> JsonSpan.of(before));
            }
        });
    }

    /** The arguments that the user has chosen already. */
    private static Map<String, String> before(Call call, OfOther other, String argument) {
        var sent = call.params().object("context").object("arguments");
        var values = new TreeMap<String, String>();
        other.inputs().stream()
                .map(Input::name)
                .filter(name -> !name.equals(argument))
                .forEach(name -> sent.text(name).ifPresent(value -> values.put(name, value)));
        return values;
    }

    private static JsonSpan request(String argument, String typed, Map<String, String> before) {
        var members = JsonMapper.shared().createObjectNode();
        members.putObject("argument").put("name", argument).put("value", typed);
        if (!before.isEmpty()) {
            members.putObject("context").putPOJO("arguments", before);
        }
        var bytes = JsonMapper.shared().writeValueAsBytes(members);
        return new JsonSpan(bytes, 0, bytes.length);
    }
}
