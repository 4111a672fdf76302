package dev.hyperterse.runtime.mcp.method;

import dev.hyperterse.runtime.mcp.message.Member;
import dev.hyperterse.runtime.mcp.message.PostedMessage;
import java.util.EnumSet;
import java.util.Set;

/** The methods of all eras. Metrics are labelled with their spellings, so that clients cannot create labels. */
public enum McpMethod {
    INITIALIZE("initialize"),
    SERVER_DISCOVER("server/discover"),
    PING("ping"),
    TOOLS_LIST("tools/list"),
    TOOLS_CALL("tools/call"),
    PROMPTS_LIST("prompts/list"),
    PROMPTS_GET("prompts/get"),
    RESOURCES_LIST("resources/list"),
    RESOURCES_TEMPLATES_LIST("resources/templates/list"),
    RESOURCES_READ("resources/read"),
    RESOURCES_DIRECTORY_READ("resources/directory/read"),
    RESOURCES_SUBSCRIBE("resources/subscribe"),
    RESOURCES_UNSUBSCRIBE("resources/unsubscribe"),
    SUBSCRIPTIONS_LISTEN("subscriptions/listen"),
    SKILLS_LIST("skills/list"),
    SKILLS_GET("skills/get"),
    TASKS_GET("tasks/get"),
    TASKS_UPDATE("tasks/update"),
    TASKS_CANCEL("tasks/cancel"),
    COMPLETION_COMPLETE("completion/complete"),
    LOGGING_SET_LEVEL("logging/setLevel"),
    /** A method that does not exist, or not in the era of the request. */
    OTHER("other");

    private static final Set<McpMethod> CALLS =
            EnumSet.of(TOOLS_CALL, PROMPTS_GET, RESOURCES_READ, RESOURCES_SUBSCRIBE);

    private static final Set<McpMethod> TASKS = EnumSet.of(TASKS_GET, TASKS_UPDATE, TASKS_CANCEL);

    private final String spelling;

    McpMethod(String spelling) {
        this.spelling = spelling;
    }

    public boolean isMethodOf(PostedMessage message) {
        return message.isSpelled(Member.METHOD, spelling);
    }

    /** Whether it is recorded, counted and limited as a call; the others only read the catalog and the session. */
    boolean isCall() {
        return CALLS.contains(this);
    }

    /** Whether it is about a task that another request began. */
    public boolean isOfTasks() {
        return TASKS.contains(this);
    }

    String spelling() {
        return spelling;
    }

    public static McpMethod of(PostedMessage message) {
        // The most frequent method first, without creating a string.
        if (TOOLS_CALL.isMethodOf(message)) {
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
