package dev.hyperterse.engines.mcp;

import dev.hyperterse.calls.CallFailure;
import dev.hyperterse.calls.HiddenValues;
import dev.hyperterse.calls.Places;
import dev.hyperterse.calls.Principal;
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
import dev.hyperterse.engines.mcp.message.Message;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ArrayBlockingQueue;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;
import tools.jackson.databind.node.StringNode;

/**
 * The questions of the other server to the user of one call. They are forms, in words that say where they come from; whatever
 * else a server may ask for is refused.
 */
final class UserQuestions {
    /** Of one call; those of a script have the same limit. */
    private static final int MOST = 8;

    private static final int LONGEST_MESSAGE = 2_000;
    private static final int LONGEST_LABEL = 200;
    private static final Set<String> LABELS = Set.of("title", "description");
    private static final String PLACE = "mcp";

    /** Characters of the identity of a call in the keys of its questions. */
    private static final int IDENTITY = 32;

    private static final String STATE = Places.within(PLACE, "state");

    /** Members of a schema that say something of the form. */
    private static final List<String> OF_FORMS = List.of("type", "properties", "required");

    private final CallContext context;
    private final String call;
    private int asked;
    private boolean nextRound;
    private Optional<String> refusal = Optional.empty();

    /** @param call what is called, with its arguments */
    UserQuestions(CallContext context, String call) {
        this.context = context;
        this.call = Digest.of(call);
    }

    /** The caller whose user is asked. */
    Principal principal() {
        return context.principal();
    }

    /** Identifies the call in all of its rounds: an answer is for what is called with those arguments at that server. */
    private String identity(CallerEndpoint endpoint) {
        return Digest.of(endpoint.url() + " " + call);
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
            var form = params.orElseThrow(() -> new CallFailure(Stage.EXECUTION, Message.QUESTION_TOO_LONG));
            return switch (ask(question(form, endpoint), endpoint)) {
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
                // A script may call with other arguments in its next round, and the adapter may have another URL.
                .filter(state -> state.path("call").asString("").equals(identity(endpoint)));
        if (kept.isEmpty()) {
            return "";
        }
        asked = kept.get().path("before").asInt(0);
        return ask(kept.get().path("asked"), endpoint);
    }

    /**
     * Asks for a server that is called again with the answers.
     *
     * @param result the members of its result
     * @return the members of the next request; none if the client answers in the next round
     * @throws CallFailure if something is asked for that is not passed on, or the client cannot be asked
     */
    String ask(String result, CallerEndpoint endpoint) throws InterruptedException {
        return ask(JsonMapper.shared().readTree(result), endpoint);
    }

    private String ask(JsonNode required, CallerEndpoint endpoint) throws InterruptedException {
        var before = asked;
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
                    .put("call", identity(endpoint))
                    .put("before", before)
                    .set("asked", required);
            context.client().rounds().ifPresent(rounds -> rounds.keep(STATE, state.toString()));
        }
        var state = required.path("requestState");
        return ",\"inputResponses\":" + answers + (state.isString() ? ",\"requestState\":" + state : "");
    }

    /** The answer to one question; empty if the client answers in the next round. */
    private Optional<JsonNode> answer(JsonNode request, CallerEndpoint endpoint) throws InterruptedException {
        if (!request.path("method").asString("").equals(Message.QUESTION)) {
            throw failure("it asks for something other than a form", endpoint);
        }
        try {
            return switch (ask(question(request.path("params").toString(), endpoint), endpoint)) {
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

    private ClientReply ask(Question question, CallerEndpoint endpoint) throws InterruptedException {
        count();
        var place = PLACE + "." + identity(endpoint).substring(0, IDENTITY);
        var reply = new ArrayBlockingQueue<ClientReply>(1);
        try (var _ = context.ask(Places.within(place, Integer.toString(asked)), question.request(), reply::add)) {
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
        var hidden = endpoint.credentials();
        var form = form(params);
        form.remove("_meta");
        if (form.path("requestedSchema") instanceof ObjectNode schema) {
            schema.retain(OF_FORMS);
        }
        var words = form.path("message");
        form.remove("message");
        for (var field : form.path("requestedSchema").path("properties")) {
            label(field, hidden);
        }
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
        var shown = onOneLine(Failures.bounded(words, hidden), LONGEST_MESSAGE);
        return shown.isBlank() ? "" : "Another server (adapter '%s') asks: %s".formatted(adapter, shown);
    }

    /** Texts of a field and of its choices that are only shown may be changed. */
    private static void label(JsonNode field, HiddenValues hidden) throws MalformedQuestion {
        for (var member : field.properties()) {
            if (LABELS.contains(member.getKey()) && member.getValue().isString()) {
                member.setValue(label(member.getValue().asString(), hidden));
            } else if (member.getKey().equals("enumNames") && member.getValue() instanceof ArrayNode names) {
                for (var i = 0; i < names.size(); i++) {
                    names.set(i, label(names.get(i).asString(""), hidden));
                }
            } else {
                label(member.getValue(), hidden);
            }
        }
        if (field.isArray()) {
            for (var choice : field) {
                label(choice, hidden);
            }
        }
    }

    private static StringNode label(String words, HiddenValues hidden) throws MalformedQuestion {
        var whole = onOneLine(words, Integer.MAX_VALUE);
        requirePlain(whole, hidden);
        return StringNode.valueOf(onOneLine(whole, LONGEST_LABEL));
    }

    private static String onOneLine(String words, int longest) {
        var shown = new StringBuilder();
        words.codePoints().limit(longest).forEach(it -> shown.appendCodePoint(isShown(it) ? it : ' '));
        return shown.toString();
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
