package dev.hyperterse.runtime.tool;

import dev.hyperterse.calls.CallFailure;
import dev.hyperterse.calls.JsonSpan;
import dev.hyperterse.calls.Outcome.Ended;
import dev.hyperterse.calls.Places;
import dev.hyperterse.calls.Stage;
import dev.hyperterse.calls.context.ClientReply;
import dev.hyperterse.calls.context.UndeclaredCapability;
import dev.hyperterse.calls.question.Elicitation;
import dev.hyperterse.catalog.text.InvisibleCharacters;
import dev.hyperterse.runtime.tool.call.Step;
import dev.hyperterse.runtime.tool.call.ToolCall;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.ArrayBlockingQueue;
import tools.jackson.databind.json.JsonMapper;

/** Asks the user of the client for confirmation. Not a security boundary: a client can answer for its user. */
record ConfirmByUser(String tool) implements Step {
    private static final String KEY = Places.ofStage("confirm");

    /** At most this many characters of the arguments are shown. */
    private static final int SHOWN = 1_000;

    @Override
    public Ended take(ToolCall call) {
        var question = Elicitation.confirmation(question(call));
        var reply = new ArrayBlockingQueue<ClientReply>(1);
        try (var _ = call.context().ask(KEY, question.request(), reply::add)) {
            var answer = question.check(call.context().scope().await(reply::take));
            switch (answer) {
                case ClientReply.NextRound _ -> {
                    return Ended.INPUT_REQUIRED;
                }
                case ClientReply.Undeclared undeclared ->
                    throw new UndeclaredCapability(Stage.CONFIRMATION, unasked(undeclared.why()), undeclared.method());
                case ClientReply.Failed(var why) -> throw unconfirmed(unasked(why));
                case ClientReply.Answered(var json) -> {
                    if (!Elicitation.isAccepted(JsonMapper.shared().readTree(json))) {
                        throw unconfirmed("the user did not confirm the tool '%s'; nothing was done".formatted(tool));
                    }
                    return Ended.COMPLETED;
                }
            }
        }
    }

    private String unasked(String why) {
        return "the tool '%s' runs when the user has confirmed it: %s".formatted(tool, why);
    }

    private static CallFailure unconfirmed(String why) {
        return new CallFailure(Stage.CONFIRMATION, why);
    }

    /** The arguments in one line, as sent by the caller. */
    private String question(ToolCall call) {
        var span = call.arguments();
        // A character has at most four bytes.
        var length = Math.min(span.length(), 4 * SHOWN);
        var text = new String(span.bytes(), span.from(), length, StandardCharsets.UTF_8);
        var line = new StringBuilder();
        text.codePoints().limit(SHOWN).forEach(it -> line.appendCodePoint(isShown(it) ? it : ' '));
        var left = characters(span) - SHOWN;
        // The number comes first, because arguments could imitate it.
        return left > 0
                ? "Run the tool '%s' with arguments of which %d characters are not shown: %s...?"
                        .formatted(tool, left, line)
                : "Run the tool '%s' with %s?".formatted(tool, line);
    }

    /** Excludes line breaks and characters that change the direction or look of the text around them. */
    private static boolean isShown(int character) {
        return !Character.isISOControl(character) && !InvisibleCharacters.isInvisible(character);
    }

    /** Counts the bytes that begin a character of UTF-8. */
    private static int characters(JsonSpan span) {
        var count = 0;
        for (var at = span.from(); at < span.to(); at++) {
            count += (span.bytes()[at] & 0xc0) == 0x80 ? 0 : 1;
        }
        return count;
    }
}
