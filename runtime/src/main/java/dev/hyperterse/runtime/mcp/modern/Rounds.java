package dev.hyperterse.runtime.mcp.modern;

import dev.hyperterse.calls.JsonSpan;
import dev.hyperterse.calls.memory.BufferBudget;
import dev.hyperterse.runtime.mcp.DeclaredCapabilities;
import dev.hyperterse.runtime.mcp.call.Caller;
import dev.hyperterse.runtime.mcp.call.RpcError;
import dev.hyperterse.runtime.mcp.message.Member;
import dev.hyperterse.runtime.mcp.message.PostedMessage;
import dev.hyperterse.runtime.mcp.seal.RequestSeal;
import dev.hyperterse.runtime.round.Round;
import dev.hyperterse.runtime.round.RoundState;
import dev.hyperterse.runtime.round.RoundStates;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/**
 * The rounds of calls. The state of earlier rounds is sealed in {@code requestState}, the answers of the client are in
 * {@code inputResponses}. The replica stores nothing, so any other one can answer the next round.
 */
public final class Rounds {
    /** The time within which a client must answer. */
    static final Duration LIFETIME = Duration.ofMinutes(15);

    /** The maximum of responses in a request, more than a round has questions. */
    private static final int MOST_RESPONSES = 64;

    private final RequestSeal seal;
    private final BufferBudget budget;
    private final InstantSource clock;

    public Rounds(RequestSeal seal, BufferBudget budget, InstantSource clock) {
        this.seal = seal;
        this.budget = budget;
        this.clock = clock;
    }

    /**
     * The round of a request.
     *
     * @param fault why the round must not run
     */
    record Begun(Round round, Optional<RpcError> fault) {}

    Begun begin(PostedMessage message, Caller caller) {
        var responses = responses(message);
        if (responses.isEmpty()) {
            return refused(message, malformedResponses());
        }
        var state = message.has(Member.REQUEST_STATE)
                ? opened(message, caller)
                : Optional.of(RoundState.first(clock.instant()));
        return state.map(known -> new Begun(round(known, responses.get(), message), Optional.empty()))
                .orElseGet(() -> refused(
                        message,
                        RpcError.invalidParams("'requestState' does not belong to this request, or has expired;"
                                + " send the request again without it, and without 'inputResponses'")));
    }

    static RpcError malformedResponses() {
        return RpcError.invalidParams(
                "'inputResponses' must be an object of at most %d objects".formatted(MOST_RESPONSES));
    }

    private Begun refused(PostedMessage message, RpcError fault) {
        return new Begun(round(RoundState.first(clock.instant()), Map.of(), message), Optional.of(fault));
    }

    private Round round(RoundState before, Map<String, JsonSpan> responses, PostedMessage message) {
        return new Round(
                before,
                responses,
                () -> DeclaredCapabilities.of(message.object(Member.CLIENT_CAPABILITIES)),
                budget.reservation());
    }

    /** The responses; empty if they are malformed. */
    static Optional<Map<String, JsonSpan>> responses(PostedMessage message) {
        if (!message.has(Member.INPUT_RESPONSES)) {
            return Optional.of(Map.of());
        }
        if (!message.isObject(Member.INPUT_RESPONSES)) {
            return Optional.empty();
        }
        return message.object(Member.INPUT_RESPONSES)
                .members(MOST_RESPONSES)
                .filter(members -> members.values().stream().allMatch(it -> it.isObject()))
                .map(members -> {
                    var spans = new HashMap<String, JsonSpan>();
                    members.forEach((key, response) -> spans.put(key, response.span()));
                    return spans;
                });
    }

    private Optional<RoundState> opened(PostedMessage message, Caller caller) {
        if (!message.isString(Member.REQUEST_STATE)) {
            return Optional.empty();
        }
        return message.text(Member.REQUEST_STATE, RequestSeal.LONGEST)
                .flatMap(text -> seal.open(text, RequestBinding.of(message, caller)))
                .flatMap(RoundStates::read)
                .filter(state -> state.until()
                        .filter(until -> clock.instant().isBefore(until))
                        .isPresent());
    }

    /** The time until which the client may answer. */
    Instant until() {
        return clock.instant().plus(LIFETIME);
    }

    /** The sealed state for the next round of that request. */
    String sealed(RoundState after, PostedMessage message, Caller caller) {
        return seal.seal(RoundStates.write(after), RequestBinding.of(message, caller))
                .orElseThrow(Round::full);
    }
}
