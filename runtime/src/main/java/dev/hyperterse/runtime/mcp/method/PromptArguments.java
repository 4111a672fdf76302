package dev.hyperterse.runtime.mcp.method;

import dev.hyperterse.calls.memory.Reservation;
import dev.hyperterse.calls.validation.ArgumentFaults;
import dev.hyperterse.calls.validation.ValidationFailures;
import dev.hyperterse.catalog.input.Argument;
import dev.hyperterse.runtime.mcp.message.JsonStrings;
import dev.hyperterse.runtime.mcp.message.Member;
import dev.hyperterse.runtime.mcp.message.PostedMessage;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * The arguments of a prompt, as sent by a client.
 *
 * @param fault the reasons why they are invalid
 */
record PromptArguments(Map<String, String> values, Optional<String> fault) {
    /** The bytes per character while a text is decoded: the source, the builder and the result, two bytes each. */
    private static final long BYTE = 6;

    static PromptArguments read(PostedMessage message, List<Argument> declared, Reservation memory) {
        var faults = new ArgumentFaults();
        addSent(message, declared.stream().map(Argument::name).collect(Collectors.toSet()), faults);
        var values = new HashMap<String, String>();
        for (var argument : declared) {
            var given = message.object(Member.ARGUMENTS).find(argument.name());
            if (given.isEmpty() && argument.required()) {
                faults.add("missing required argument '%s'", argument.name());
            } else if (given.isPresent() && faults.isEmpty()) {
                memory.take(BYTE * given.get().length());
                values.put(argument.name(), given.get().decoded());
            }
        }
        return new PromptArguments(values, faults.text());
    }

    private static void addSent(PostedMessage message, Set<String> declared, ArgumentFaults faults) {
        var bytes = message.bytes();
        message.object(Member.ARGUMENTS).forEach((nameFrom, nameTo, from, _) -> {
            var name = JsonStrings.shown(bytes, nameFrom, nameTo);
            if (!declared.contains(name)) {
                faults.add("unknown argument '%s'", ValidationFailures.shown(name));
            } else if (bytes[from] != '"') {
                faults.add("argument '%s' must be a string", name);
            }
        });
    }
}
