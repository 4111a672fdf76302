package dev.hyperterse.scripts.author;

import dev.hyperterse.calls.HiddenValues;
import java.util.Optional;

/**
 * The output of one script for its author: bounded, and with positions in the author's text. A script that sees
 * credentials has no output, and the author of a program only the answer to the call.
 *
 * @param hidden values of the environment, which scripts and engines may quote
 */
public record AuthorOutput(ScriptOwner owner, AuthorPositions positions, HiddenValues hidden, ScriptOutput output) {
    private static final int LONGEST = 4_000;
    private static final int LONGEST_MESSAGE = 500;

    /** @param stack of the call that prints */
    public void printed(String level, String stack, String text) {
        if (!owner.kind().isLogged()) {
            return;
        }
        output.printed(owner, level, place(stack), positions.translate(shown(text, LONGEST)));
    }

    /** The first place in the script's files. */
    public Optional<String> place(String stack) {
        return positions.first(bounded(stack));
    }

    public String failed(String message, String stack) {
        if (owner.kind().isConfidential()) {
            return place(stack).map("the script failed at %s"::formatted).orElse("the script failed");
        }
        var shown = LoggedScripts.oneLine(shown(message, LONGEST_MESSAGE));
        if (!owner.kind().isLogged()) {
            return place(stack).map(place -> "%s at %s".formatted(shown, place)).orElse(shown);
        }
        output.failed(owner, shown, positions.translate(shown(stack, LONGEST)));
        return shown;
    }

    /** Hides values before it shortens the text, so that no part of a value is left. */
    private String shown(String text, int longest) {
        return bounded(hidden.replacedIn(text, longest), longest);
    }

    private static String bounded(String text) {
        return bounded(text, LONGEST);
    }

    /** Does not split a surrogate pair at the end. */
    public static String bounded(String text, int longest) {
        if (text.length() <= longest) {
            return text;
        }
        return text.substring(0, Character.isHighSurrogate(text.charAt(longest - 1)) ? longest - 1 : longest);
    }
}
