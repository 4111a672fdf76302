package dev.hyperterse.runtime.round;

import dev.hyperterse.runtime.round.RoundState.Given;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Encodes states. The caller has authenticated the bytes; another build may have written them. */
public final class RoundStates {
    private static final JsonMapper JSON = JsonMapper.shared();
    private static final int FORMAT = 2;

    private RoundStates() {}

    /** Encodes the state of a call with questions. */
    public static byte[] write(RoundState state) {
        var json = JSON.createObjectNode()
                .put("format", FORMAT)
                .put("asked", state.asked())
                .put("began", state.began().toEpochMilli())
                .put("until", state.until().orElseThrow().toEpochMilli())
                .put("key", state.requestKey().orElseThrow());
        var definitions = json.putObject("definitions");
        state.definitions().forEach(definitions::put);
        var open = json.putObject("open");
        state.open().forEach(open::put);
        var answers = json.putObject("answers");
        state.answers()
                .forEach((key, given) ->
                        answers.putObject(key).put("to", given.fingerprint()).put("json", given.json()));
        var kept = json.putObject("kept");
        state.kept().forEach(kept::put);
        return JSON.writeValueAsBytes(json);
    }

    /** Decodes a state; empty if it has the format of another build. */
    public static Optional<RoundState> read(byte[] bytes) {
        try {
            var json = JSON.readTree(bytes);
            return json.path("format").asInt(0) == FORMAT ? Optional.of(state(json)) : Optional.empty();
        } catch (JacksonException other) {
            return Optional.empty();
        }
    }

    private static RoundState state(JsonNode json) {
        return new RoundState(
                json.required("asked").asInt(),
                Instant.ofEpochMilli(json.required("began").asLong()),
                Optional.of(Instant.ofEpochMilli(json.required("until").asLong())),
                Optional.of(json.required("key").asString()),
                members(json.required("definitions"), JsonNode::asString),
                members(json.required("open"), JsonNode::asString),
                members(
                        json.required("answers"),
                        given -> new Given(
                                given.required("to").asString(),
                                given.required("json").asString())),
                members(json.required("kept"), JsonNode::asString));
    }

    private static <V> Map<String, V> members(JsonNode object, Function<JsonNode, V> value) {
        var members = new HashMap<String, V>();
        object.properties().forEach(member -> members.put(member.getKey(), value.apply(member.getValue())));
        return members;
    }
}
