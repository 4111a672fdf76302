package dev.hyperterse.runtime.mcp.stream;

import dev.hyperterse.runtime.live.ChangeKind;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import tools.jackson.databind.json.JsonMapper;

/** The notifications of an open stream. */
public enum Notice {
    TOOLS("notifications/tools/list_changed"),
    PROMPTS("notifications/prompts/list_changed"),
    RESOURCES("notifications/resources/list_changed"),
    UPDATED("notifications/resources/updated");

    private final String beginning;
    private final byte[] plain;

    Notice(String method) {
        this.beginning = "{\"jsonrpc\":\"2.0\",\"method\":\"" + method + "\"";
        this.plain = (beginning + "}").getBytes(StandardCharsets.US_ASCII);
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

    /** The message, with the URI of a resource if there is one. */
    public byte[] message(Optional<String> uri) {
        return uri.map(changed -> withParams(member("uri", changed))).orElse(plain);
    }

    /** @param meta the members of {@code _meta}, as JSON text */
    public byte[] message(Optional<String> uri, String meta) {
        return withParams("\"_meta\":{" + meta + "}"
                + uri.map(changed -> "," + member("uri", changed)).orElse(""));
    }

    private byte[] withParams(String members) {
        return (beginning + ",\"params\":{" + members + "}}").getBytes(StandardCharsets.UTF_8);
    }

    private static String member(String name, String text) {
        return "\"" + name + "\":" + JsonMapper.shared().writeValueAsString(text);
    }
}
