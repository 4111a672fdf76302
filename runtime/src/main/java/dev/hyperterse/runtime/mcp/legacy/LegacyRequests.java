package dev.hyperterse.runtime.mcp.legacy;

import dev.hyperterse.runtime.call.LoggingLevel;
import dev.hyperterse.runtime.mcp.Answer;
import dev.hyperterse.runtime.mcp.Call;
import dev.hyperterse.runtime.mcp.Completions;
import dev.hyperterse.runtime.mcp.Lists;
import dev.hyperterse.runtime.mcp.Member;
import dev.hyperterse.runtime.mcp.PostedMessage;
import dev.hyperterse.runtime.mcp.Prompts;
import dev.hyperterse.runtime.mcp.Resources;
import dev.hyperterse.runtime.mcp.Results;
import dev.hyperterse.runtime.mcp.RpcError;
import dev.hyperterse.runtime.mcp.ToolCalls;
import dev.hyperterse.runtime.mcp.legacy.session.Session;
import java.util.Optional;

/** Which method of the legacy era does what. */
final class LegacyRequests {
    private final Initialize initialize;
    private final Lists lists;
    private final ToolCalls tools;
    private final Prompts prompts;
    private final Resources resources;
    private final Subscriptions subscriptions;
    private final Completions completions;
    private final Results results;

    LegacyRequests(
            Initialize initialize,
            Lists lists,
            ToolCalls tools,
            Prompts prompts,
            Resources resources,
            Subscriptions subscriptions,
            Completions completions,
            Results results) {
        this.initialize = initialize;
        this.lists = lists;
        this.tools = tools;
        this.prompts = prompts;
        this.resources = resources;
        this.subscriptions = subscriptions;
        this.completions = completions;
        this.results = results;
    }

    /** What a request is counted as: its method if there is such a one. Clients must not be able to make metrics. */
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

        static Method of(PostedMessage message) {
            // The one that matters first, and without making a string.
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
            return call.failed(RpcError.invalidParams("'params' must be an object"));
        }
        return switch (method) {
            case INITIALIZE -> initialize.answer(call);
            case PING -> results.empty(call);
            case TOOLS_LIST -> lists.answer(call, Lists.Kind.TOOLS);
            case TOOLS_CALL -> tools.answer(call);
            case PROMPTS_LIST -> lists.answer(call, Lists.Kind.PROMPTS);
            case PROMPTS_GET -> prompts.get(call);
            case RESOURCES_LIST -> lists.answer(call, Lists.Kind.RESOURCES);
            case RESOURCES_TEMPLATES_LIST -> lists.answer(call, Lists.Kind.TEMPLATES);
            case RESOURCES_READ -> resources.read(call);
            case RESOURCES_SUBSCRIBE -> subscriptions.subscribe(call, session);
            case RESOURCES_UNSUBSCRIBE -> subscriptions.unsubscribe(call, session);
            case COMPLETION_COMPLETE -> completions.answer(call);
            case LOGGING_SET_LEVEL -> setLevel(call, session);
            case OTHER ->
                call.failed(RpcError.of(
                        RpcError.METHOD_NOT_FOUND,
                        "Method not found: " + call.message().string(Member.METHOD)));
        };
    }

    /** Without a session there is nothing to remember it in, and no harm in saying so is done by an empty result. */
    private Answer setLevel(Call call, Optional<Session> session) {
        var level = call.params().text("level").flatMap(LoggingLevel::find);
        if (level.isEmpty()) {
            return call.failed(RpcError.invalidParams("field 'level' must be a level of syslog, such as \"info\""));
        }
        session.ifPresent(known -> known.level(level.get()));
        return results.empty(call);
    }
}
