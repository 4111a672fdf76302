package dev.hyperterse.runtime.mcp.modern;

import dev.hyperterse.runtime.mcp.call.Answer;
import dev.hyperterse.runtime.mcp.call.Call;
import dev.hyperterse.runtime.mcp.call.RpcError;
import dev.hyperterse.runtime.mcp.message.Member;
import dev.hyperterse.runtime.mcp.message.PostedMessage;
import dev.hyperterse.runtime.mcp.method.Lists;
import dev.hyperterse.runtime.mcp.method.Methods;

/** Dispatches the methods of the modern era. */
final class ModernRequests {
    private final ServerFrames frames;
    private final Methods methods;
    private final Subscriptions subscriptions;

    ModernRequests(ServerFrames frames, Methods methods, Subscriptions subscriptions) {
        this.frames = frames;
        this.methods = methods;
        this.subscriptions = subscriptions;
    }

    /** The label of a request in metrics: its method if that is known, so that clients cannot create labels. */
    enum Method {
        SERVER_DISCOVER("server/discover"),
        TOOLS_LIST("tools/list"),
        TOOLS_CALL("tools/call"),
        PROMPTS_LIST("prompts/list"),
        PROMPTS_GET("prompts/get"),
        RESOURCES_LIST("resources/list"),
        RESOURCES_TEMPLATES_LIST("resources/templates/list"),
        RESOURCES_READ("resources/read"),
        COMPLETION_COMPLETE("completion/complete"),
        SUBSCRIPTIONS_LISTEN("subscriptions/listen"),
        OTHER("other");

        private final String spelling;

        Method(String spelling) {
            this.spelling = spelling;
        }

        String spelling() {
            return spelling;
        }

        /** Whether the method calls one definition, whose scripts may send questions to the client. */
        private boolean isCall() {
            return switch (this) {
                case TOOLS_CALL, PROMPTS_GET, RESOURCES_READ -> true;
                case SERVER_DISCOVER,
                        TOOLS_LIST,
                        PROMPTS_LIST,
                        RESOURCES_LIST,
                        RESOURCES_TEMPLATES_LIST,
                        COMPLETION_COMPLETE,
                        SUBSCRIPTIONS_LISTEN,
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

    /** The response to a request whose round cannot begin. */
    Answer refused(Call call, Method method, RpcError error) {
        return method.isCall() ? methods.unusableRequests().ofCall(call, error) : call.failed(error);
    }

    Answer answer(Call call, Method method) {
        return switch (method) {
            case SERVER_DISCOVER -> discover(call);
            case TOOLS_LIST -> methods.lists().answer(call, Lists.Kind.TOOLS);
            case TOOLS_CALL -> methods.tools().answer(call);
            case PROMPTS_LIST -> methods.lists().answer(call, Lists.Kind.PROMPTS);
            case PROMPTS_GET -> methods.prompts().get(call);
            case RESOURCES_LIST -> methods.lists().answer(call, Lists.Kind.RESOURCES);
            case RESOURCES_TEMPLATES_LIST -> methods.lists().answer(call, Lists.Kind.TEMPLATES);
            case RESOURCES_READ -> methods.resources().read(call);
            case COMPLETION_COMPLETE -> methods.completions().answer(call);
            case SUBSCRIPTIONS_LISTEN -> subscriptions.listen(call);
            case OTHER -> call.failed(ModernErrors.unknownMethod(call.message().string(Member.METHOD)));
        };
    }

    private Answer discover(Call call) {
        var discovery = frames.discovery(call.live());
        return methods.results().whole(call, discovery);
    }
}
