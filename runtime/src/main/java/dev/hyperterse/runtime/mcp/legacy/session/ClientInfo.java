package dev.hyperterse.runtime.mcp.legacy.session;

import java.nio.charset.StandardCharsets;

/** The client's information about itself, cut to fit into a session id. */
public record ClientInfo(String name, String version) {
    private static final int NAME_BYTES = 32;
    private static final int VERSION_BYTES = 16;

    public ClientInfo {
        name = cut(name, NAME_BYTES);
        version = cut(version, VERSION_BYTES);
    }

    /** The longest beginning of whole characters that fits. */
    private static String cut(String text, int bytes) {
        var cut = text;
        while (cut.getBytes(StandardCharsets.UTF_8).length > bytes) {
            cut = cut.substring(0, cut.offsetByCodePoints(Math.min(cut.length(), bytes + 1), -1));
        }
        return cut;
    }
}
