package dev.hyperterse.engines.mcp;

import dev.hyperterse.calls.CallFailure;
import dev.hyperterse.calls.HiddenValues;
import dev.hyperterse.calls.Places;
import dev.hyperterse.calls.Stage;
import dev.hyperterse.calls.context.CallContext;
import dev.hyperterse.calls.context.ClientReply;
import dev.hyperterse.calls.context.ClientRequest.Method;
import dev.hyperterse.calls.context.UndeclaredCapability;
import dev.hyperterse.calls.question.MalformedQuestion;
import dev.hyperterse.calls.question.Question;
import dev.hyperterse.calls.question.Questions;
import dev.hyperterse.catalog.Digest;
import dev.hyperterse.catalog.text.InvisibleCharacters;
import dev.hyperterse.engines.http.CallerEndpoint;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ArrayBlockingQueue;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/**
 * The questions of the other server to the user of one call. They are forms, in words that say where they come from; whatever
 * else a server may ask for is refused.
 */
final class UserQuestions {
    static final String METHOD = "elicitation/create";

    /** Of one call; those of a script have the same limit. */
    private static final int MOST = 8;

    private static final int LONGEST_MESSAGE = 2_000;
    private static final String PLACE = "mcp";
    private static final String STATE = Places.within(PLACE, "state");

    /** Members of a schema that say something of the form. */
    private static final List<String> OF_FORMS = List.of("type", "properties", "required");

    private final CallContext context;
    private final String call;
    private int asked;
    private boolean nextRound;
    private Optional<String> refusal = Optional.empty();

    /** @param call identifies the call in all of its rounds */
    UserQuestions(CallContext context, String call) {
        this.context = context;
        this.call = Digest.of(call);
    }

    /** The reply to a question of a server that waits for it. */
    sealed interface Reply {
        /** @param json a result of the method */
        record Answer(String json) implements Reply {}

        /** @param why for the other server */
        record Unasked(String why) implements Reply {}
    }

    /** Whether the client answers between two rounds of the call. */
    boolean isNextRound() {
        return nextRound;
    }

    /** Why the last question that was not passed on was not. */
    Optional<String> refusal() {
        return refusal;
    }

    String refuse(String why) {
        refusal = Optional.of(why);
        return why;
    }

    /** Asks for a server that waits with its call. @param params absent if they are too long */
    Reply inCall(Optional<String> params, CallerEndpoint endpoint) throws InterruptedException {
        var client = context.client();
        if (client.rounds().isPresent() && client.taskLimit().isEmpty()) {
            return new Reply.Unasked(refuse("the MCP server waits for the answer in its session, and the client answers"
                    + " between calls; it can be asked when it calls the tool as a task"));
        }
        try {
            var form = params.orElseThrow(() -> new CallFailure(Stage.EXECUTION, "the question is too long"));
            return switch (ask(question(form, endpoint))) {
                case ClientReply.Answered(var json) -> new Reply.Answer(new String(json, StandardCharsets.UTF_8));
                case ClientReply.Failed(var why) -> new Reply.Unasked(refuse(why));
                case ClientReply.Undeclared undeclared -> new Reply.Unasked(refuse(undeclared.why()));
                case ClientReply.NextRound _ ->
                    new Reply.Unasked(refuse("the client answers between calls, and not within them"));
            };
        } catch (MalformedQuestion | CallFailure refused) {
            return new Reply.Unasked(refuse(refused.getMessage()));
        }
    }

    /** The members with the answers to what an earlier round of the call has asked; empty if none has. */
    String resumed(CallerEndpoint endpoint) throws InterruptedException {
        var kept = context.client()
                .rounds()
                .flatMap(rounds -> rounds.kept(STATE))
                .map(JsonMapper.shared()::readTree)
                // A script may call the tool with other arguments in its next round.
                .filter(state -> state.path("call").asString("").equals(call));
        if (kept.isEmpty()) {
            return "";
        }
        asked = kept.get().path("before").asInt(0);
        return ask(kept.get().path("asked").asString("{}"), endpoint);
    }

    /**
     * Asks for a server that is called again with the answers.
     *
     * @param result the members of its result
     * @return the members of the next request; none if the client answers in the next round
     * @throws CallFailure if something is asked for that is not passed on, or the client cannot be asked
     */
    String ask(String result, CallerEndpoint endpoint) throws InterruptedException {
        var before = asked;
        var required = JsonMapper.shared().readTree(result);
        var answers = JsonMapper.shared().createObjectNode();
        for (var request : required.path("inputRequests").properties()) {
            answer(request.getValue(), endpoint).ifPresent(json -> answers.set(request.getKey(), json));
        }
        // One without questions wants to be called again, which has the same limit.
        if (asked == before) {
            count();
        }
        if (nextRound) {
            var state = JsonMapper.shared()
                    .createObjectNode()
                    .put("call", call)
                    .put("before", before)
                    .put("asked", result);
            context.client().rounds().ifPresent(rounds -> rounds.keep(STATE, state.toString()));
        }
        var state = required.path("requestState");
        return ",\"inputResponses\":" + answers + (state.isString() ? ",\"requestState\":" + state : "");
    }

    /** The answer to one question; empty if the client answers in the next round. */
    private Optional<JsonNode> answer(JsonNode request, CallerEndpoint endpoint) throws InterruptedException {
        if (!request.path("method").asString("").equals(METHOD)) {
            throw failure("it asks for something other than a form", endpoint);
        }
        try {
            return switch (ask(question(request.path("params").toString(), endpoint))) {
                case ClientReply.Answered(var json) ->
                    Optional.of(JsonMapper.shared().readTree(json));
                case ClientReply.NextRound _ -> {
                    nextRound = true;
                    yield Optional.empty();
                }
                case ClientReply.Failed(var why) -> throw failure(why, endpoint);
                case ClientReply.Undeclared undeclared ->
                    throw new UndeclaredCapability(
                            Stage.EXECUTION, words(undeclared.why(), endpoint), undeclared.method());
            };
        } catch (MalformedQuestion malformed) {
            throw failure(malformed.getMessage(), endpoint);
        }
    }

    private static CallFailure failure(String why, CallerEndpoint endpoint) {
        return new CallFailure(Stage.EXECUTION, words(why, endpoint));
    }

    private static String words(String why, CallerEndpoint endpoint) {
        return "the question of the MCP server of adapter %s was not passed on: %s".formatted(endpoint.adapter(), why);
    }

    private ClientReply ask(Question question) throws InterruptedException {
        count();
        var reply = new ArrayBlockingQueue<ClientReply>(1);
        try (var _ = context.ask(Places.within(PLACE, Integer.toString(asked)), question.request(), reply::add)) {
            return question.check(reply.take());
        }
    }

    private void count() {
        if (++asked > MOST) {
            throw new CallFailure(
                    Stage.EXECUTION, "the MCP server asks more than %d times within one call".formatted(MOST));
        }
    }

    /** A form as users may see it. */
    private static Question question(String params, CallerEndpoint endpoint) throws MalformedQuestion {
        var hidden = endpoint.hidden();
        var form = form(params);
        form.remove("_meta");
        if (form.path("requestedSchema") instanceof ObjectNode schema) {
            schema.retain(OF_FORMS);
        }
        var words = form.path("message");
        form.remove("message");
        requirePlain(form, hidden);
        if (words.isString()) {
            form.put("message", message(words.asString(), endpoint.adapter(), hidden));
        }
        return Questions.of(Method.ELICIT, form.toString());
    }

    private static ObjectNode form(String params) throws MalformedQuestion {
        try {
            if (JsonMapper.shared().readTree(params) instanceof ObjectNode form) {
                return form;
            }
        } catch (JacksonException malformed) {
            // As below.
        }
        throw new MalformedQuestion("it is not a JSON object");
    }

    /** Where it comes from stands first, because the words could say something else. */
    private static String message(String words, String adapter, HiddenValues hidden) throws MalformedQuestion {
        if (words.length() > LONGEST_MESSAGE) {
            throw new MalformedQuestion("'message' has more than %d characters".formatted(LONGEST_MESSAGE));
        }
        var shown = new StringBuilder();
        Failures.bounded(words, hidden).codePoints().forEach(it -> shown.appendCodePoint(isShown(it) ? it : ' '));
        return shown.toString().isBlank() ? "" : "Another server (adapter '%s') asks: %s".formatted(adapter, shown);
    }

    private static boolean isShown(int character) {
        return !Character.isISOControl(character) && !InvisibleCharacters.isInvisible(character);
    }

    /** The names and choices of a form go back to the server, so they stay as they are. An error may show any name. */
    private static void requirePlain(JsonNode part, HiddenValues hidden) throws MalformedQuestion {
        if (part.isString()) {
            requirePlain(part.asString(), hidden);
        }
        for (var name : part.propertyNames()) {
            requirePlain(name, hidden);
        }
        for (var member : part) {
            requirePlain(member, hidden);
        }
    }

    private static void requirePlain(String text, HiddenValues hidden) throws MalformedQuestion {
        if (!text.codePoints().allMatch(UserQuestions::isShown)) {
            throw new MalformedQuestion("the form has invisible characters");
        }
        if (!hidden.replacedIn(text, Integer.MAX_VALUE).equals(text)) {
            throw new MalformedQuestion("the form shows a secret of the adapter");
        }
    }
}
