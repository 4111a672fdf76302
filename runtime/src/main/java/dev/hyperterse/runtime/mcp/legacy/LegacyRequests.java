package dev.hyperterse.runtime.mcp.legacy;

import dev.hyperterse.calls.context.LoggingLevel;
import dev.hyperterse.runtime.mcp.call.Answer;
import dev.hyperterse.runtime.mcp.call.Call;
import dev.hyperterse.runtime.mcp.call.RpcError;
import dev.hyperterse.runtime.mcp.legacy.session.Session;
import dev.hyperterse.runtime.mcp.message.Member;
import dev.hyperterse.runtime.mcp.message.PostedMessage;
import dev.hyperterse.runtime.mcp.method.Lists;
import dev.hyperterse.runtime.mcp.method.Methods;
import java.util.Optional;

/** Dispatches the methods of the legacy era. */
final class LegacyRequests {
    private final Initialize initialize;
    private final ResourceSubscriptions subscriptions;
    private final Methods methods;

    LegacyRequests(Initialize initialize, ResourceSubscriptions subscriptions, Methods methods) {
        this.initialize = initialize;
        this.subscriptions = subscriptions;
        this.methods = methods;
    }

    /** The label of a request in metrics: its method if that is known, so that clients cannot create labels. */
    enum Method {
        INITIALIZE("initialize"),
        PING("ping"),
        TOOLS_LIST("tools/list"),
        TOOLS_CALL("tools/call"),
        PROMPTS_LIST("prompts/list"),
        PROMPTS_GET("prompts/get"),
        RESOURCES_LIST("resources/list"),
        RESOURCES_TEMPLATES_LIST("resources/templates/list"),
        RESOURCES_READ("resources/read"),
        RESOURCES_SUBSCRIBE("resources/subscribe"),
        RESOURCES_UNSUBSCRIBE("resources/unsubscribe"),
        COMPLETION_COMPLETE("completion/complete"),
        LOGGING_SET_LEVEL("logging/setLevel"),
        OTHER("other");

        private final String spelling;

        Method(String spelling) {
            this.spelling = spelling;
        }

        String spelling() {
            return spelling;
        }

        /** Whether it is recorded, counted and limited as a call; the others only read the catalog and the session. */
        boolean isCall() {
            return switch (this) {
                case TOOLS_CALL, PROMPTS_GET, RESOURCES_READ, RESOURCES_SUBSCRIBE -> true;
                case INITIALIZE,
                        PING,
                        TOOLS_LIST,
                        PROMPTS_LIST,
                        RESOURCES_LIST,
                        RESOURCES_TEMPLATES_LIST,
                        RESOURCES_UNSUBSCRIBE,
                        COMPLETION_COMPLETE,
                        LOGGING_SET_LEVEL,
                        OTHER -> false;
            };
        }

        static Method of(PostedMessage message) {
            // The most frequent method first, without creating a string.
            if (message.isSpelled(Member.METHOD, TOOLS_CALL.spelling)) {
                return TOOLS_CALL;
            }
            var asked = message.string(Member.METHOD);
            for (var method : values()) {
                if (method.spelling.equals(asked)) {
                    return method;
                }
            }
            return OTHER;
        }
    }

    Answer answer(Call call, Optional<Session> session, Method method) {
        if (call.message().has(Member.PARAMS) && !call.message().isObject(Member.PARAMS)) {
            var fault = RpcError.invalidParams("'params' must be an object");
            return method.isCall() ? methods.unusableRequests().ofCall(call, fault) : call.failed(fault);
        }
        return switch (method) {
            case INITIALIZE -> initialize.answer(call);
            case PING -> methods.results().empty(call);
            case TOOLS_LIST -> methods.lists().answer(call, Lists.Kind.TOOLS);
            case TOOLS_CALL -> methods.tools().answer(call);
            case PROMPTS_LIST -> methods.lists().answer(call, Lists.Kind.PROMPTS);
            case PROMPTS_GET -> methods.prompts().get(call);
            case RESOURCES_LIST -> methods.lists().answer(call, Lists.Kind.RESOURCES);
            case RESOURCES_TEMPLATES_LIST -> methods.lists().answer(call, Lists.Kind.TEMPLATES);
            case RESOURCES_READ -> methods.resources().read(call);
            case RESOURCES_SUBSCRIBE -> subscriptions.subscribe(call, session);
            case RESOURCES_UNSUBSCRIBE -> subscriptions.unsubscribe(call, session);
            case COMPLETION_COMPLETE -> methods.completions().answer(call);
            case LOGGING_SET_LEVEL -> setLevel(call, session);
            case OTHER ->
                call.failed(RpcError.of(
                        RpcError.METHOD_NOT_FOUND,
                        "Method not found: " + call.message().string(Member.METHOD)));
        };
    }

    /** Without a session there is nowhere to store the level; an empty result is harmless. */
    private Answer setLevel(Call call, Optional<Session> session) {
        var level = call.params().text("level").flatMap(LoggingLevel::find);
        if (level.isEmpty()) {
            return call.failed(RpcError.invalidParams("field 'level' must be a level of syslog, such as \"info\""));
        }
        session.ifPresent(client -> client.level(level.get()));
        return methods.results().empty(call);
    }
}
