package dev.hyperterse.runtime.mcp.result;

import dev.hyperterse.runtime.memory.ResultBuffer;
import java.nio.charset.StandardCharsets;
import java.util.List;

/**
 * The members that an era adds to every result, as JSON text that is made once for a catalog.
 *
 * @param opening members before those of the method, each with a comma behind it
 * @param kept members of a result that stays as it is until a catalog changes it, each with a comma before it
 * @param read the same of a result that may be another one at the next request
 * @param meta members of {@code _meta}, with commas between them
 * @param closing {@code _meta} with these members alone, with a comma before it
 */
public record ResultFrame(byte[] opening, byte[] kept, byte[] read, byte[] meta, byte[] closing) {
    /** The member of {@code _meta} by which a server says what it is. */
    public static final String SERVER_INFO = "io.modelcontextprotocol/serverInfo";

    private static final String BEFORE_META = ",\"_meta\":{";

    /** Of an era whose results have nothing else. */
    public static final ResultFrame NONE = of("", "", "", "");

    public static ResultFrame of(String opening, String kept, String read, String meta) {
        var closing = meta.isEmpty() ? "" : BEFORE_META + meta + "}";
        return new ResultFrame(bytes(opening), bytes(kept), bytes(read), bytes(meta), bytes(closing));
    }

    private static byte[] bytes(String json) {
        return json.getBytes(StandardCharsets.UTF_8);
    }

    /** What it adds to a result at most. */
    public int size() {
        return opening.length + Math.max(kept.length, read.length) + closing.length;
    }

    /** Behind the last member of the method. */
    public void end(ResultBuffer out) {
        out.raw(closing);
    }

    /** @param more members of {@code _meta} beside those of the era, each as JSON text */
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
