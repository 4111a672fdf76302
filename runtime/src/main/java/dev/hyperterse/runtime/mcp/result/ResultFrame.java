package dev.hyperterse.runtime.mcp.result;

import dev.hyperterse.calls.memory.ResultBuffer;
import java.nio.charset.StandardCharsets;
import java.util.List;

/**
 * The members that an era adds to every result, as JSON text that is encoded once per catalog.
 *
 * @param opening members before those of the method, each followed by a comma
 * @param kept members of a result that changes only with the catalog, each preceded by a comma
 * @param read members of a result that may change with each request, each preceded by a comma
 * @param meta members of {@code _meta}, separated by commas
 * @param closing {@code _meta} with only these members, preceded by a comma
 */
public record ResultFrame(byte[] opening, byte[] kept, byte[] read, byte[] meta, byte[] closing) {
    /** The member of {@code _meta} with the server's name and version. */
    public static final String SERVER_INFO = "io.modelcontextprotocol/serverInfo";

    private static final String BEFORE_META = ",\"_meta\":{";

    /** The frame of an era that adds no members. */
    public static final ResultFrame NONE = of("", "", "", "");

    public static ResultFrame of(String opening, String kept, String read, String meta) {
        var closing = meta.isEmpty() ? "" : BEFORE_META + meta + "}";
        return new ResultFrame(bytes(opening), bytes(kept), bytes(read), bytes(meta), bytes(closing));
    }

    private static byte[] bytes(String json) {
        return json.getBytes(StandardCharsets.UTF_8);
    }

    /** The maximum bytes that it adds to a result. */
    public int size() {
        return opening.length + Math.max(kept.length, read.length) + closing.length;
    }

    /** Behind the last member of the method. */
    public void end(ResultBuffer out) {
        out.raw(closing);
    }

    /** @param more further members of {@code _meta}, each as JSON text */
    public void end(ResultBuffer out, List<String> more) {
        if (more.isEmpty()) {
            end(out);
            return;
        }
        out.ascii(BEFORE_META).raw(meta);
        var separator = meta.length == 0 ? "" : ",";
        for (var member : more) {
            out.ascii(separator).raw(bytes(member));
            separator = ",";
        }
        out.ascii("}");
    }
}
