package dev.hyperterse.runtime.round;

import dev.hyperterse.calls.CallFailure;
import dev.hyperterse.calls.CallRounds;
import dev.hyperterse.calls.JsonSpan;
import dev.hyperterse.calls.Places;
import dev.hyperterse.calls.Stage;
import dev.hyperterse.calls.context.ClientReply;
import dev.hyperterse.calls.context.ClientRequest;
import dev.hyperterse.calls.memory.Reservation;
import dev.hyperterse.runtime.round.RoundState.Given;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.function.Supplier;

/**
 * One round of a call: finds the answers of the client so far, and collects the questions for it. Safe for concurrent
 * scripts of the call.
 */
public final class Round implements CallRounds, AutoCloseable {
    /** The maximum of rounds with questions. */
    public static final int MOST = 8;

    /** The maximum of questions in one round; further questions are asked in the next. */
    public static final int MOST_QUESTIONS = 8;

    /** The maximum of stored characters of a call, which the client must carry. */
    public static final int MOST_KEPT = 32 * 1024;

    private static final String FULL =
            "what the call needs for its next round is larger than %d bytes: the answers of the client so far, and the results of ctx.once; return less from ctx.once"
                    .formatted(MOST_KEPT);

    /** The heap bytes for each byte of an answer while it is validated. */
    private static final long AS_TREE = 8;

    private final RoundState before;
    private final Map<String, JsonSpan> responses;
    private final Supplier<Set<String>> declared;
    private final Reservation memory;
    private final Map<String, Given> answers;
    private final Map<String, String> kept;
    private final Map<String, Open> open = new LinkedHashMap<>();

    /** Made for the first that asks: most calls need none, and random numbers cost a twentieth of a call. */
    private Optional<String> requestKey;

    private long size;
    private boolean closed;

    /**
     * @param responses to the questions of the former round, by key
     * @param declared the capabilities of the client
     * @param memory of the call, for answers and questions; closed with this
     */
    public Round(
            RoundState before, Map<String, JsonSpan> responses, Supplier<Set<String>> declared, Reservation memory) {
        this.before = before;
        this.responses = responses;
        this.declared = declared;
        this.memory = memory;
        this.answers = new HashMap<>(before.answers());
        this.kept = new HashMap<>(before.kept());
        this.requestKey = before.requestKey();
    }

    private record Open(String fingerprint, byte[] json) {}

    /** The reply to a question: an earlier answer, or {@code NextRound} if the client must be asked. */
    public synchronized ClientReply ask(String key, ClientRequest request) {
        return known(key, request).orElseGet(() -> open(key, request));
    }

    /** The reply that needs no question: an earlier answer, or that the client cannot be asked. */
    public synchronized Optional<ClientReply> known(String key, ClientRequest request) {
        var fingerprint = Fingerprint.of(request);
        var given = Optional.ofNullable(answers.get(key))
                .filter(it -> it.fingerprint().equals(fingerprint));
        if (given.isPresent()) {
            return Optional.of(new ClientReply.Answered(given.get().json().getBytes(StandardCharsets.UTF_8)));
        }
        try {
            if (responses.containsKey(key) && counts(key, fingerprint)) {
                return Optional.of(answered(key, fingerprint, responses.get(key)));
            }
        } catch (CallFailure busy) {
            return Optional.of(new ClientReply.Failed(busy.getMessage()));
        }
        return declared.get().contains(request.method().capability())
                ? Optional.empty()
                : Optional.of(new ClientReply.Undeclared(request.method()));
    }

    private ClientReply open(String key, ClientRequest request) {
        try {
            if (!closed && open.size() < MOST_QUESTIONS) {
                open.put(key, new Open(Fingerprint.of(request), json(request)));
            }
            return new ClientReply.NextRound();
        } catch (CallFailure busy) {
            return new ClientReply.Failed(busy.getMessage());
        }
    }

    /**
     * A question as JSON, for a client that is asked while the call runs.
     *
     * @throws CallFailure where there is no memory for it
     */
    public synchronized byte[] question(ClientRequest request) {
        return json(request);
    }

    /**
     * Copies the response to such a question out of its message; empty when the round has ended.
     *
     * @throws CallFailure where there is no memory for it
     */
    public synchronized Optional<byte[]> received(JsonSpan response) {
        if (closed) {
            return Optional.empty();
        }
        memory.take(AS_TREE * response.length());
        return Optional.of(Arrays.copyOfRange(response.bytes(), response.from(), response.to()));
    }

    /**
     * Only the sealed state proves that a question was asked, and a confirmation needs the proof. The question of a script may
     * be answered by the first request already, as clients of MCP may do.
     */
    private boolean counts(String key, String fingerprint) {
        return fingerprint.equals(before.open().get(key)) || before.begins() && Places.isOfAuthor(key);
    }

    private ClientReply answered(String key, String fingerprint, JsonSpan response) {
        memory.take(AS_TREE * response.length());
        var json = new String(response.bytes(), response.from(), response.length(), StandardCharsets.UTF_8);
        size += json.length();
        answers.put(key, new Given(fingerprint, json));
        return new ClientReply.Answered(json.getBytes(StandardCharsets.UTF_8));
    }

    private byte[] json(ClientRequest request) {
        var params = request.params().map(Object::toString).orElse("{}").getBytes(StandardCharsets.UTF_8);
        memory.take(params.length);
        var before = "{\"method\":\"%s\",\"params\":".formatted(request.method().spelling());
        return (before + new String(params, StandardCharsets.UTF_8) + "}").getBytes(StandardCharsets.UTF_8);
    }

    @Override
    public Instant began() {
        return before.began();
    }

    @Override
    public String requestKey(String place) {
        return place.isEmpty()
                ? requestKey()
                : UUID.nameUUIDFromBytes((requestKey() + place).getBytes(StandardCharsets.UTF_8))
                        .toString();
    }

    private synchronized String requestKey() {
        var key = requestKey.orElseGet(() -> UUID.randomUUID().toString());
        requestKey = Optional.of(key);
        return key;
    }

    @Override
    public synchronized Optional<String> kept(String key) {
        return Optional.ofNullable(kept.get(key));
    }

    /** A text beyond the limit is not stored; {@link #after} fails then, if there are questions. */
    @Override
    public synchronized void keep(String key, String text) {
        size += key.length() + text.length();
        if (size <= MOST_KEPT) {
            kept.put(key, text);
        }
    }

    /** The digest of a definition that an earlier round ran. */
    public Optional<String> definition(String name) {
        return Optional.ofNullable(before.definitions().get(name));
    }

    /** The questions for the client by key, each a request as JSON. */
    public synchronized Map<String, byte[]> questions() {
        var questions = new LinkedHashMap<String, byte[]>();
        open.forEach((key, question) -> questions.put(key, question.json()));
        return questions;
    }

    /**
     * The state for the next round.
     *
     * @param ran the definitions that this round ran, as a digest by name
     * @throws CallFailure if there must be no next round
     */
    public synchronized RoundState after(Map<String, String> ran, Instant until) {
        if (before.asked() == MOST) {
            throw failed("the call has asked its client in %d rounds, and needs another; a call has no more"
                    .formatted(MOST));
        }
        if (size > MOST_KEPT) {
            throw full();
        }
        var definitions = new HashMap<>(before.definitions());
        definitions.putAll(ran);
        var fingerprints = new HashMap<String, String>();
        open.forEach((key, question) -> fingerprints.put(key, question.fingerprint()));
        return new RoundState(
                before.asked() + 1,
                before.began(),
                Optional.of(until),
                Optional.of(requestKey()),
                definitions,
                fingerprints,
                answers,
                kept);
    }

    /** The failure of a call whose state is too large for the client to carry. */
    public static CallFailure full() {
        return failed(FULL);
    }

    private static CallFailure failed(String why) {
        return new CallFailure(Stage.EXECUTION, why);
    }

    /** Ends the round; later questions are ignored. */
    @Override
    public synchronized void close() {
        closed = true;
        memory.close();
    }
}
