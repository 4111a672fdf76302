package dev.hyperterse.cli.ask;

import java.io.BufferedReader;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * Answers with what the command line gives, question by question; then with what the person at the terminal types; and
 * declines where there is no terminal. One question at a time.
 */
public final class TerminalAnswers implements Answers {
    private static final String DECLINE = "decline";

    private final PrintStream err;
    private final boolean interactive;
    private final Queue<String> given;
    private final List<String> roots;
    private final Dialog dialog;

    /**
     * @param interactive whether a person can be asked
     * @param given answers to the first questions: a JSON object, {@code accept}, {@code decline} or {@code cancel} to a
     *     form, a text in place of a model
     */
    public TerminalAnswers(
            InputStream in, PrintStream err, boolean interactive, List<String> given, List<String> roots) {
        this.err = err;
        this.interactive = interactive;
        this.given = new ArrayDeque<>(given);
        this.roots = List.copyOf(roots);
        this.dialog = new Dialog(new BufferedReader(new InputStreamReader(in, StandardCharsets.UTF_8)), err);
    }

    @Override
    public synchronized JsonNode fill(JsonNode form) {
        var next = given.poll();
        if (next != null) {
            return given(next);
        }
        if (interactive) {
            return new FormDialog(dialog).fill(form);
        }
        return declined(form);
    }

    private JsonNode given(String answer) {
        if (List.of("accept", DECLINE, "cancel").contains(answer)) {
            return FormDialog.ended(answer);
        }
        try {
            var content = JsonMapper.shared().readTree(answer);
            if (content.isObject()) {
                return FormDialog.accepted(content);
            }
        } catch (JacksonException noJson) {
            // Said below, as for JSON of another kind.
        }
        err.println(
                "hyperterse: the tool asks for a form: --answer must be a JSON object, accept, decline or cancel, not '"
                        + answer + "'; cancelled");
        return FormDialog.ended("cancel");
    }

    private JsonNode declined(JsonNode form) {
        var fields = form.path("requestedSchema").path("properties");
        err.println("hyperterse: the tool asks: " + Dialog.oneLine(form.path("message")));
        for (var field : fields.properties()) {
            err.println("    " + FormField.of(form, field.getKey()).label());
        }
        err.println("hyperterse: declined, because stdin is not a terminal; answer with --answer "
                + (fields.isEmpty()
                        ? "accept"
                        : "'{\"" + fields.propertyNames().iterator().next() + "\": ...}'"));
        return FormDialog.ended(DECLINE);
    }

    @Override
    public synchronized Optional<String> reply(JsonNode request) {
        var next = given.poll();
        if (next != null) {
            return Optional.of(next);
        }
        if (!interactive) {
            err.println(
                    "hyperterse: the tool asks for a message of a model; refused, because stdin is not a terminal; answer with --answer TEXT");
            return Optional.empty();
        }
        dialog.say("The tool asks for a message of a model:");
        if (request.has("systemPrompt")) {
            dialog.say("  system: " + Dialog.oneLine(request.path("systemPrompt")));
        }
        for (var message : request.path("messages")) {
            var content = message.path("content");
            dialog.say("  " + Dialog.oneLine(message.path("role")) + ": "
                    + (content.has("text") ? Dialog.oneLine(content.path("text")) : content.toString()));
        }
        return switch (dialog.read("reply (empty refuses): ")) {
            case Dialog.Line.Text(var text) -> Optional.of(text).filter(it -> !it.isEmpty());
            case Dialog.Line.End _ -> Optional.empty();
        };
    }

    @Override
    public boolean byPerson() {
        return interactive;
    }

    @Override
    public List<String> roots() {
        return roots;
    }

    /** Says which answers no question took. */
    public synchronized void close() {
        if (!given.isEmpty()) {
            err.println("hyperterse: not asked for: --answer " + String.join(", --answer ", given));
        }
    }
}
