package dev.hyperterse.compiler.leaf.link;

import dev.hyperterse.compiler.problem.Checked;
import dev.hyperterse.compiler.problem.Reason;
import java.util.Base64;

/** Data written in base64, with or without line breaks. */
public final class Base64Text {
    private Base64Text() {}

    /** The same data without line breaks. */
    public static Checked<String> check(String text, String path) {
        var compact = text.replaceAll("\\s+", "");
        try {
            // Decoded and encoded again: MCP requires the padding, which authors may have left out.
            return Checked.sound(
                    Base64.getEncoder().encodeToString(Base64.getDecoder().decode(compact)));
        } catch (IllegalArgumentException notBase64) {
            return Checked.faulty(Reason.InvalidContent.problem(
                    path, "base64", "the data is not base64", "encode it, as with 'base64 -w0 FILE'"));
        }
    }

    public static long decodedSize(String base64) {
        return Base64.getDecoder().decode(base64).length;
    }
}
