package dev.hyperterse.runtime.sharedstate;

import dev.hyperterse.catalog.Action;
import dev.hyperterse.catalog.input.Input;
import dev.hyperterse.catalog.input.InputType;
import dev.hyperterse.catalog.server.ServerSettings;
import dev.hyperterse.catalog.statement.Command;
import dev.hyperterse.catalog.statement.Reference;
import dev.hyperterse.catalog.statement.Value;
import dev.hyperterse.catalog.statement.Word;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;

/**
 * A script that Redis runs, as an action on the adapter of the shared state. It is atomic, because Redis runs one script at
 * a time.
 *
 * @param name of what it keeps, in logs
 * @param meanwhile what happens while it does not run
 * @param inputs the first of which is the key
 * @param longestReply in bytes
 * @param probe tells whether the Redis runs it again
 */
record SharedScript(String name, String meanwhile, Action action, List<Input> inputs, int longestReply, Probe probe) {
    /**
     * A run that changes nothing for anybody.
     *
     * @param answered whether the script can return that
     */
    record Probe(List<Object> values, Predicate<JsonNode> answered) {}

    /** One with short replies. */
    static SharedScript of(String name, String meanwhile, String text, List<String> inputs, Probe probe) {
        return of(name, meanwhile, text, inputs, 1024, probe);
    }

    /** The key is the third argument of the command, which selects the node in a cluster. */
    static SharedScript of(
            String name, String meanwhile, String text, List<String> inputs, int longestReply, Probe probe) {
        var command = new Command(
                Stream.<Word>concat(
                                Stream.of("EVAL", text, "1").map(Word.Fixed::new),
                                inputs.stream()
                                        .map(input -> new Word.Bound(new Value.Whole(new Reference.Input(input)))))
                        .toList(),
                Optional.of(3));
        return new SharedScript(
                name,
                meanwhile,
                new Action.RunCommand(ServerSettings.SHARED_STATE, command, "EVAL"),
                inputs.stream()
                        .map(input -> Input.of(input, InputType.STRING, false))
                        .toList(),
                longestReply,
                probe);
    }
}
