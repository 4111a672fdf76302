package dev.hyperterse.runtime.mcp.modern.header;

import dev.hyperterse.catalog.input.MirroredInput;
import dev.hyperterse.runtime.live.definition.LiveTool;
import dev.hyperterse.runtime.mcp.call.Call;
import dev.hyperterse.runtime.mcp.call.RpcError;
import dev.hyperterse.runtime.mcp.message.Member;
import dev.hyperterse.runtime.mcp.message.PostedObject;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** {@code Mcp-Param-*}: headers that repeat arguments of a call, as the schema of its tool requires. */
public final class ParameterHeaders {
    private static final String PREFIX = "Mcp-Param-";

    private ParameterHeaders() {}

    /**
     * The fault of these headers in a direct call. A client that has not seen the schema of the tool, because its list
     * has the entry tools, may leave them out; one that is sent has to agree, because gateways go by it.
     */
    public static Optional<RpcError> fault(Call call, LiveTool tool) {
        if (tool.mirrored().isEmpty() || call.caller().pipe().isPresent()) {
            return Optional.empty();
        }
        var arguments = call.message().object(Member.ARGUMENTS);
        return tool.mirrored().stream()
                .filter(input -> !isSame(value(arguments, input.path()), sent(call, input)))
                .filter(input ->
                        !sent(call, input).isEmpty() || call.seen().listings().ownTools())
                .findFirst()
                .map(input -> RpcError.headerMismatch("%s%s must equal the argument '%s', and must be absent without it"
                        .formatted(PREFIX, input.name(), String.join(".", input.path()))));
    }

    private static List<String> sent(Call call, MirroredInput input) {
        return call.caller().headers().all((PREFIX + input.name()).toLowerCase(Locale.ROOT));
    }

    private static Optional<PostedObject> value(PostedObject arguments, List<String> path) {
        var holder = arguments;
        for (var member : path.subList(0, path.size() - 1)) {
            holder = holder.object(member);
        }
        return holder.find(path.getLast()).filter(value -> !value.isSpelled("null"));
    }

    private static boolean isSame(Optional<PostedObject> value, List<String> sent) {
        if (value.isEmpty()) {
            return sent.isEmpty();
        }
        if (sent.size() != 1) {
            return false;
        }
        var header = HeaderText.of(sent.getFirst());
        return value.get().isText()
                ? header.filter(value.get().decoded()::equals).isPresent()
                : header.filter(text -> isSameJson(value.get(), text)).isPresent();
    }

    private static boolean isSameJson(PostedObject value, String header) {
        var json = new String(value.raw(), StandardCharsets.UTF_8);
        return json.equals(header) || isSameNumber(json, header);
    }

    private static boolean isSameNumber(String json, String header) {
        if (json.length() > MirroredInput.MOST_DIGITS || header.length() > MirroredInput.MOST_DIGITS) {
            return false;
        }
        try {
            return new BigDecimal(json).compareTo(new BigDecimal(header)) == 0;
        } catch (NumberFormatException notNumbers) {
            return false;
        }
    }
}
