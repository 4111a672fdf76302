package dev.hyperterse.runtime.mcp.stream;

import dev.hyperterse.runtime.live.ChangeKind;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import tools.jackson.databind.json.JsonMapper;

/** What an open stream can be notified of. */
public enum Notice {
    TOOLS("notifications/tools/list_changed"),
    PROMPTS("notifications/prompts/list_changed"),
    RESOURCES("notifications/resources/list_changed"),
    UPDATED("notifications/resources/updated");

    private final String method;
    private final byte[] plain;

    Notice(String method) {
        this.method = method;
        this.plain = ("{\"jsonrpc\":\"2.0\",\"method\":\"" + method + "\"}").getBytes(StandardCharsets.US_ASCII);
    }

    public static Set<Notice> of(Set<ChangeKind> lists) {
        return lists.stream().map(Notice::of).collect(Collectors.toUnmodifiableSet());
    }

    private static Notice of(ChangeKind list) {
        return switch (list) {
            case TOOLS -> TOOLS;
            case PROMPTS -> PROMPTS;
            case RESOURCES -> RESOURCES;
        };
    }

    int bit() {
        return 1 << ordinal();
    }

    /** The messages of one notice: one, or one for each resource that changed. */
    public List<byte[]> messages(Supplier<Set<String>> updated) {
        return switch (this) {
            case TOOLS, PROMPTS, RESOURCES -> List.of(plain);
            case UPDATED -> updated.get().stream().sorted().map(this::updated).toList();
        };
    }

    private byte[] updated(String uri) {
        var json = JsonMapper.shared().createObjectNode().put("jsonrpc", "2.0").put("method", method);
        json.putObject("params").put("uri", uri);
        return JsonMapper.shared().writeValueAsBytes(json);
    }
}
