package dev.hyperterse.engines.postgres.wire.message;

import java.io.IOException;
import java.util.Map;

/** The engine's report of a setting. */
public final class ParameterStatus {
    private ParameterStatus() {}

    /**
     * Stores the setting that the current message reports.
     *
     * @return the name of the setting
     */
    public static String read(ServerMessages messages, Map<String, String> reported) throws IOException {
        var bytes = messages.bytes();
        var endOfName = WireFormat.endOfText(bytes, messages.body(), messages.end());
        var endOfValue = WireFormat.endOfText(bytes, endOfName + 1, messages.end());
        var name = WireFormat.text(bytes, messages.body(), endOfName);
        reported.put(name, WireFormat.text(bytes, endOfName + 1, endOfValue));
        return name;
    }
}
