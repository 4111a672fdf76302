package dev.hyperterse.telemetry.logging;

import java.util.regex.Pattern;

/**
 * Text that a terminal shows and does not obey. What is printed quotes manifests, names of files, rows and servers; a
 * control character in it could move the cursor, write to the clipboard, or let a line read as another.
 */
public final class TerminalText {
    /** Colours are let through: they are this program's own, and in foreign text they do no harm. */
    private static final Pattern COLOUR = Pattern.compile("\u001b\\[[0-9;]{0,16}m");

    private TerminalText() {}

    /** The text with U+FFFD for every character that a terminal acts upon, except line breaks, tabs and colours. */
    public static String of(String foreign) {
        var text = foreign.replace("\r\n", "\n");
        if (text.codePoints().noneMatch(TerminalText::isControl)) {
            return text;
        }
        var safe = new StringBuilder(text.length());
        var colours = COLOUR.matcher(text);
        int at = 0;
        while (colours.find()) {
            replaceControls(text.substring(at, colours.start()), safe);
            safe.append(colours.group());
            at = colours.end();
        }
        replaceControls(text.substring(at), safe);
        return safe.toString();
    }

    /** The same for one line of foreign text: without colours, and with an indented line for each further line. */
    public static String quoted(String text) {
        var safe = new StringBuilder(text.length());
        replaceControls(text.replace("\r\n", "\n"), safe);
        return safe.toString().replace("\n", "\n    ");
    }

    /** JSON that means the same, with an escape for every character that a terminal acts upon. */
    public static String json(String printed) {
        // Within strings a carriage return is escaped already.
        var json = printed.replace("\r\n", "\n");
        if (json.codePoints().noneMatch(TerminalText::isControl)) {
            return json;
        }
        var safe = new StringBuilder(json.length());
        json.codePoints().forEach(character -> {
            if (isControl(character)) {
                safe.append("\\u%04x".formatted(character));
            } else {
                safe.appendCodePoint(character);
            }
        });
        return safe.toString();
    }

    private static void replaceControls(String text, StringBuilder safe) {
        text.codePoints().forEach(character -> safe.appendCodePoint(isControl(character) ? 0xFFFD : character));
    }

    /** C0, DEL and C1; and the characters that reverse the direction of what follows them. */
    private static boolean isControl(int character) {
        return Character.isISOControl(character) && character != '\n' && character != '\t'
                || character >= 0x202A && character <= 0x202E
                || character >= 0x2066 && character <= 0x2069;
    }
}
