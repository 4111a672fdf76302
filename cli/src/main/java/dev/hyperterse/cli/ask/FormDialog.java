package dev.hyperterse.cli.ask;

import java.util.Optional;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** Has a person fill in a form field by field, and look at it before it is sent. */
record FormDialog(Dialog dialog) {
    static JsonNode accepted(JsonNode content) {
        var result = JsonMapper.shared().createObjectNode().put("action", "accept");
        result.set("content", content);
        return result;
    }

    static JsonNode ended(String action) {
        return action.equals("accept")
                ? accepted(JsonMapper.shared().createObjectNode())
                : JsonMapper.shared().createObjectNode().put("action", action);
    }

    JsonNode fill(JsonNode form) {
        dialog.say("The tool asks: " + Dialog.oneLine(form.path("message")));
        dialog.say("  :decline declines, :cancel or the end of the input cancels");
        while (true) {
            var content = JsonMapper.shared().createObjectNode();
            for (var name : form.path("requestedSchema").path("properties").propertyNames()) {
                var ended = ask(FormField.of(form, name), content);
                if (ended.isPresent()) {
                    return ended(ended.get());
                }
            }
            if (!content.isEmpty()) {
                dialog.say("  " + content);
            }
            switch (confirmation()) {
                case Dialog.Line.End(var action) -> {
                    return ended(action);
                }
                case Dialog.Line.Text(var text)
                when "yes".startsWith(text) -> {
                    return accepted(content);
                }
                case Dialog.Line.Text _
                when form.path("requestedSchema").path("properties").isEmpty() -> {
                    return ended("decline");
                }
                case Dialog.Line.Text _ -> dialog.say("  once more:");
            }
        }
    }

    /** Nothing is sent by an empty line: the question may be whether to delete something. */
    private Dialog.Line confirmation() {
        while (true) {
            var line = dialog.read("  send? yes, no: ");
            if (!line.equals(new Dialog.Line.Text(""))) {
                return line;
            }
        }
    }

    /** Puts what is typed into the content; returns how the dialog ended, if it did. */
    private Optional<String> ask(FormField field, ObjectNode content) {
        var otherwise = field.defaultText();
        while (true) {
            var prompt =
                    "  " + field.label() + otherwise.map(it -> " [" + it + "]").orElse("") + ": ";
            switch (dialog.read(prompt)) {
                case Dialog.Line.End(var action) -> {
                    return Optional.of(action);
                }
                case Dialog.Line.Text(var typed) -> {
                    var text = typed.isEmpty() ? otherwise.orElse("") : typed;
                    if (text.isEmpty() && !field.required()) {
                        return Optional.empty();
                    }
                    var value = field.value(text);
                    var fault = text.isEmpty() ? Optional.of("'" + field.name() + "' is required") : field.fault(value);
                    if (fault.isEmpty()) {
                        content.set(field.name(), value);
                        return Optional.empty();
                    }
                    dialog.say("    " + fault.get());
                }
            }
        }
    }
}
