package dev.hyperterse.operator.compile.statement;

import java.util.Optional;

/**
 * Reads <code>{{ namespace.name | filter }}</code>. Stops at the first character that does not belong there, so a text full of
 * openings without an end is still read once.
 */
final class PlaceholderReader {
    private static final String FORM =
            "write {{ inputs.name }}, {{ env.NAME }} or {{ principal.subject }}, and {{{{ for two literal braces";

    private final CharSequence text;
    private final Findings findings;
    private int position;

    PlaceholderReader(CharSequence text, Findings findings) {
        this.text = text;
        this.findings = findings;
    }

    /** Reads at an opening; {@link #end} then says where it ended, well formed or not. */
    Optional<Token.Placeholder> read(int start) {
        position = start + 2;
        skipBlanks();
        var qualified = characters();
        skipBlanks();
        var filtered = at('|');
        var filter = "";
        if (filtered) {
            position++;
            skipBlanks();
            filter = characters();
            skipBlanks();
        }
        if (!at('}') || position + 1 >= text.length() || text.charAt(position + 1) != '}') {
            return malformed(start, "this placeholder does not end in }}");
        }
        position += 2;
        return named(start, qualified, filtered, filter);
    }

    int end() {
        return position;
    }

    private Optional<Token.Placeholder> named(int start, String qualified, boolean filtered, String filter) {
        var dot = qualified.indexOf('.');
        if (qualified.isEmpty() || dot == 0 || dot == qualified.length() - 1) {
            return malformed(start, "this placeholder names nothing");
        }
        if (dot < 0) {
            return malformed(start, "'%s' has no namespace".formatted(qualified));
        }
        var known = Filter.named(filter);
        if (filtered && known.isEmpty()) {
            findings.add(
                    StatementRule.UNKNOWN_FILTER,
                    start,
                    "there is no filter '%s'".formatted(filter),
                    "the filters are like, identifier, keyword and json");
            return Optional.empty();
        }
        return Optional.of(new Token.Placeholder(
                start, position, qualified.substring(0, dot), qualified.substring(dot + 1), known));
    }

    private Optional<Token.Placeholder> malformed(int start, String message) {
        findings.add(StatementRule.MALFORMED_PLACEHOLDER, start, message, FORM);
        return Optional.empty();
    }

    private String characters() {
        var from = position;
        while (position < text.length() && isNameCharacter(text.charAt(position))) {
            position++;
        }
        return text.subSequence(from, position).toString();
    }

    // Claims are often URIs or have a colon in them.
    private static boolean isNameCharacter(char character) {
        return SqlCharacters.isWordPart(character) || "-.:/".indexOf(character) >= 0;
    }

    private void skipBlanks() {
        while (position < text.length() && SqlCharacters.isBlank(text.charAt(position))) {
            position++;
        }
    }

    private boolean at(char wanted) {
        return position < text.length() && text.charAt(position) == wanted;
    }
}
