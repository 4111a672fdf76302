package dev.hyperterse.calls.result;

import dev.hyperterse.calls.memory.ResultBuffer;
import dev.hyperterse.catalog.Content;
import dev.hyperterse.catalog.Template;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.Map;
import java.util.Optional;

/**
 * Writes content in the format of all MCP versions: the blocks of tools and prompts, the contents of resources.
 * Arguments are inserted as text, and percent-encoded into URIs; placeholders in them are not expanded.
 *
 * @param arguments for the templates; an absent argument is empty
 */
public record ContentJson(ResultBuffer out, Map<String, String> arguments) {
    private static final String UNRESERVED = "-._~";
    private static final HexFormat HEX = HexFormat.of().withUpperCase();

    public void block(Content content) {
        switch (content) {
            case Content.Text(var text) -> {
                out.ascii("{\"type\":\"text\",\"text\":");
                quoted(text);
                out.ascii("}");
            }
            case Content.Image(var data, var mimeType) -> binary("{\"type\":\"image\",\"data\":", data, mimeType);
            case Content.Audio(var data, var mimeType) -> binary("{\"type\":\"audio\",\"data\":", data, mimeType);
            case Content.EmbeddedText(var uri, var mimeType, var text) -> {
                out.ascii("{\"type\":\"resource\",\"resource\":");
                textContents(uri, mimeType, text);
                out.ascii("}");
            }
            case Content.EmbeddedBlob(var uri, var mimeType, var blob) -> {
                out.ascii("{\"type\":\"resource\",\"resource\":");
                blobContents(uri, mimeType, blob);
                out.ascii("}");
            }
            case Content.ResourceLink(var uri, var name, var title, var description, var mimeType) -> {
                out.ascii("{\"type\":\"resource_link\",\"uri\":");
                address(uri);
                out.ascii(",\"name\":").quoted(name);
                member(",\"title\":", title);
                member(",\"description\":", description);
                member(",\"mimeType\":", mimeType);
                out.ascii("}");
            }
        }
    }

    /** The text contents of a resource. */
    public void textContents(Template uri, Optional<String> mimeType, Template text) {
        beginContents(uri, mimeType);
        out.ascii(",\"text\":");
        quoted(text);
        out.ascii("}");
    }

    /** The binary contents of a resource, in base64. */
    public void blobContents(Template uri, Optional<String> mimeType, String blob) {
        beginContents(uri, mimeType);
        out.ascii(",\"blob\":").quoted(blob).ascii("}");
    }

    private void beginContents(Template uri, Optional<String> mimeType) {
        out.ascii("{\"uri\":");
        address(uri);
        member(",\"mimeType\":", mimeType);
    }

    private void binary(String before, String data, String mimeType) {
        out.ascii(before).quoted(data).ascii(",\"mimeType\":").quoted(mimeType).ascii("}");
    }

    private void member(String before, Optional<String> value) {
        value.ifPresent(text -> out.ascii(before).quoted(text));
    }

    /** A URI; an argument at its beginning is a whole URI, and not encoded. */
    private void address(Template uri) {
        out.ascii("\"");
        for (var index = 0; index < uri.pieces().size(); index++) {
            switch (uri.pieces().get(index)) {
                case Template.Literal(var literal) -> out.text(literal);
                case Template.Argument(var name) -> {
                    var value = arguments.getOrDefault(name, "");
                    if (index == 0) {
                        out.text(value);
                    } else {
                        value.codePoints().forEach(this::encoded);
                    }
                }
            }
        }
        out.ascii("\"");
    }

    /** As a simple expansion of RFC 6570, so that a template with {@code {name}} matches it. */
    private void encoded(int codePoint) {
        if (codePoint < 128 && Character.isLetterOrDigit(codePoint) || UNRESERVED.indexOf(codePoint) >= 0) {
            out.text(Character.toString(codePoint));
            return;
        }
        for (var octet : Character.toString(codePoint).getBytes(StandardCharsets.UTF_8)) {
            out.ascii("%").ascii(HEX.toHexDigits(octet));
        }
    }

    private void quoted(Template template) {
        out.ascii("\"");
        for (var piece : template.pieces()) {
            switch (piece) {
                case Template.Literal(var literal) -> out.text(literal);
                case Template.Argument(var name) -> out.text(arguments.getOrDefault(name, ""));
            }
        }
        out.ascii("\"");
    }
}
