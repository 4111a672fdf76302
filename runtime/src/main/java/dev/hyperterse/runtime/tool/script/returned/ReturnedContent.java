package dev.hyperterse.runtime.tool.script.returned;

import dev.hyperterse.calls.CallFailure;
import dev.hyperterse.calls.Stage;
import dev.hyperterse.catalog.Content;
import dev.hyperterse.catalog.Template;
import java.util.Optional;
import java.util.regex.Pattern;
import tools.jackson.databind.JsonNode;

/**
 * One object that a script returned, as content. Known members are read by name, others are ignored.
 *
 * @param place its name in messages
 */
record ReturnedContent(JsonNode json, String place) {
    private static final Pattern BASE64 = Pattern.compile("[A-Za-z0-9+/]*+={0,2}");

    /** Content of a message, as MCP spells it. */
    Content block() {
        var type = json.path("type").asString("");
        return switch (type) {
            case "text" -> new Content.Text(Template.literal(text("text")));
            case "image" -> new Content.Image(base64("data"), text("mimeType"));
            case "audio" -> new Content.Audio(base64("data"), text("mimeType"));
            case "resource" ->
                new ReturnedContent(json.path("resource"), place + ".resource").embedded(Optional.empty());
            case "resource_link" ->
                new Content.ResourceLink(
                        Template.literal(text("uri")),
                        text("name"),
                        optional("title"),
                        optional("description"),
                        optional("mimeType"));
            default -> throw refused(".type must be text, image, audio, resource or resource_link");
        };
    }

    /** Text or bytes with a URI. @param read the requested URI, which is the default */
    Content embedded(Optional<String> read) {
        if (json.has("text") == json.has("blob")) {
            throw refused(" must be an object with either text or blob");
        }
        var uri = Template.literal(json.has("uri") ? text("uri") : read.orElseGet(() -> text("uri")));
        return json.has("text")
                ? new Content.EmbeddedText(uri, optional("mimeType"), Template.literal(text("text")))
                : new Content.EmbeddedBlob(uri, optional("mimeType"), base64("blob"));
    }

    private String base64(String member) {
        var data = text(member);
        if (data.length() % 4 != 0 || !BASE64.matcher(data).matches()) {
            throw refused(".%s must be base64".formatted(member));
        }
        return data;
    }

    private Optional<String> optional(String member) {
        return json.path(member).isMissingNode() ? Optional.empty() : Optional.of(text(member));
    }

    private String text(String member) {
        return json.path(member).stringValueOpt().orElseThrow(() -> refused(".%s must be a text".formatted(member)));
    }

    private CallFailure refused(String why) {
        return new CallFailure(Stage.EXECUTION, "the script returned an unusable value: " + place + why);
    }
}
