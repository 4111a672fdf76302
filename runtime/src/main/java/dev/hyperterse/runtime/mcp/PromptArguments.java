package dev.hyperterse.runtime.mcp;

import dev.hyperterse.catalog.Argument;
import dev.hyperterse.runtime.mcp.message.JsonStrings;
import dev.hyperterse.runtime.mcp.message.Member;
import dev.hyperterse.runtime.mcp.message.PostedMessage;
import dev.hyperterse.runtime.memory.Reservation;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The arguments of a prompt, as sent by a client. Undeclared arguments are ignored if they are texts.
 *
 * @param fault the reason why they are invalid
 */
record PromptArguments(Map<String, String> values, Optional<String> fault) {
    /** The bytes per character while a text is decoded: the source, the builder and the result, two bytes each. */
    private static final long BYTE = 6;

    static PromptArguments read(PostedMessage message, List<Argument> declared, Reservation memory) {
        var values = new HashMap<String, String>();
        var fault = notText(message);
        for (var argument : declared) {
            var given = message.object(Member.ARGUMENTS).find(argument.name());
            if (fault.isEmpty() && given.isPresent()) {
                memory.take(BYTE * given.get().length());
                values.put(argument.name(), given.get().decoded());
            } else if (fault.isEmpty() && argument.required()) {
                fault = Optional.of("missing required argument '" + argument.name() + "'");
            }
        }
        return new PromptArguments(values, fault);
    }

    private static Optional<String> notText(PostedMessage message) {
        var bytes = message.bytes();
        var first = new StringBuilder();
        message.object(Member.ARGUMENTS).forEach((nameFrom, nameTo, from, to) -> {
            if (bytes[from] != '"' && first.isEmpty()) {
                first.append("argument '")
                        .append(JsonStrings.shown(bytes, nameFrom, nameTo))
                        .append("' must be a string");
            }
        });
        return first.isEmpty() ? Optional.empty() : Optional.of(first.toString());
    }
}
