package dev.hyperterse.runtime.mcp.method;

import dev.hyperterse.calls.memory.ResultBuffer;
import dev.hyperterse.catalog.input.Argument;
import dev.hyperterse.runtime.live.CatalogView;
import dev.hyperterse.runtime.mcp.call.Answer;
import dev.hyperterse.runtime.mcp.call.Call;
import dev.hyperterse.runtime.mcp.call.RpcError;
import dev.hyperterse.runtime.mcp.message.PostedObject;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** {@code completion/complete}: the values with the typed prefix, in alphabetical order. */
public final class Completions {
    /** The limit of MCP for one response. */
    private static final int MAX_VALUES = 100;

    private final Results results;

    Completions(Results results) {
        this.results = results;
    }

    public Answer answer(Call call) {
        var params = call.params();
        var argument = params.object("argument").text("name");
        var typed = params.object("argument").text("value");
        if (argument.isEmpty() || typed.isEmpty()) {
            return call.failed(RpcError.invalidParams("field 'argument' must hold the strings 'name' and 'value'"));
        }
        var arguments = arguments(call.seen(), params.object("ref"));
        if (arguments.isEmpty()) {
            return call.failed(
                    RpcError.invalidParams("field 'ref' must name a prompt, a resource or a template of this server"));
        }
        var matching = matching(arguments.get(), argument.get(), typed.get());
        return results.written(call, out -> {
            write(matching, out);
            call.frame().end(out);
        });
    }

    /** The arguments of the referenced prompt or template; empty if it does not exist. */
    private static Optional<List<Argument>> arguments(CatalogView seen, PostedObject reference) {
        return switch (reference.text("type").orElse("")) {
            case "ref/prompt" ->
                reference.text("name").flatMap(seen::prompt).map(prompt -> prompt.leaf()
                        .arguments());
            case "ref/resource" ->
                reference.text("uri").flatMap(uri -> seen.template(uri)
                        .map(template -> template.leaf().arguments())
                        .or(() -> seen.isFixed(uri) ? Optional.of(List.of()) : Optional.empty()));
            default -> Optional.empty();
        };
    }

    private static List<String> matching(List<Argument> arguments, String name, String typed) {
        var beginning = typed.strip().toLowerCase(Locale.ROOT);
        return arguments.stream()
                .filter(argument -> argument.name().equals(name))
                .flatMap(argument -> argument.completion().stream())
                .filter(value -> value.toLowerCase(Locale.ROOT).startsWith(beginning))
                .distinct()
                .sorted()
                .toList();
    }

    private static void write(List<String> matching, ResultBuffer out) {
        int shown = Math.min(matching.size(), MAX_VALUES);
        out.ascii("\"completion\":{\"values\":[");
        for (int index = 0; index < shown; index++) {
            out.ascii(index == 0 ? "" : ",").quoted(matching.get(index));
        }
        out.ascii("],\"total\":").ascii(Integer.toString(matching.size()));
        out.ascii(",\"hasMore\":")
                .ascii(Boolean.toString(matching.size() > shown))
                .ascii("}");
    }
}
