package dev.hyperterse.statement.binding;

import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Reads <code>{{ namespace.name | filter }}</code>. Stops at the first unexpected character, so that a text full of
 * unclosed placeholders is still read only once.
 */
public final class PlaceholderReader {
    private static final String FORM =
            "write {{ inputs.name }}, {{ env.NAME }} or {{ principal.subject }}, and {{{{ for two literal braces";

    private final CharSequence text;
    private final Set<Filter> filters;
    private final Findings findings;
    private final boolean any;
    private int position;

    /** @param filters those that the language of the statement has */
    public PlaceholderReader(CharSequence text, Set<Filter> filters, Findings findings) {
        this(text, filters, findings, true);
    }

    private PlaceholderReader(CharSequence text, Set<Filter> filters, Findings findings, boolean any) {
        this.text = text;
        this.filters = filters;
        this.findings = findings;
        this.any = any;
    }

    /** The reader of a text without placeholders, in which braces have no meaning. */
    public static PlaceholderReader ofNone(CharSequence text, Findings findings) {
        return new PlaceholderReader(text, Set.of(), findings, false);
    }

    /** Whether a placeholder begins at {@code position}, well formed or not. */
    public boolean opens(int position) {
        return isBrace(position) && isBrace(position + 1) && !isLiteral(position);
    }

    /** Whether {@code {{{{} is at {@code position}: two braces of the text itself. */
    public boolean isLiteral(int position) {
        return isBrace(position) && isBrace(position + 1) && isBrace(position + 2) && isBrace(position + 3);
    }

    private boolean isBrace(int position) {
        return any && position < text.length() && text.charAt(position) == '{';
    }

    /** Reads a placeholder; {@link #end} is then the offset behind it, well formed or not. */
    public Optional<Placeholder> read(int start) {
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

    public int end() {
        return position;
    }

    private Optional<Placeholder> named(int start, String qualified, boolean filtered, String filter) {
        var dot = qualified.indexOf('.');
        if (qualified.isEmpty() || dot == 0 || dot == qualified.length() - 1) {
            return malformed(start, "this placeholder is empty");
        }
        if (dot < 0) {
            return malformed(start, "'%s' has no namespace".formatted(qualified));
        }
        var known = Filter.named(filter, filters);
        if (filtered && known.isEmpty()) {
            findings.add(
                    BindingRule.UNKNOWN_FILTER,
                    start,
                    "unknown filter '%s'".formatted(filter),
                    filters.isEmpty() ? "remove it: no filters are allowed here" : "the filters are " + spellings());
            return Optional.empty();
        }
        return Optional.of(
                new Placeholder(start, position, qualified.substring(0, dot), qualified.substring(dot + 1), known));
    }

    private String spellings() {
        return filters.stream().sorted().map(Filter::spelling).collect(Collectors.joining(", "));
    }

    private Optional<Placeholder> malformed(int start, String message) {
        findings.add(BindingRule.MALFORMED_PLACEHOLDER, start, message, FORM);
        return Optional.empty();
    }

    private String characters() {
        var from = position;
        while (position < text.length() && isNameCharacter(text.charAt(position))) {
            position++;
        }
        return text.subSequence(from, position).toString();
    }

    // The names of claims may be URIs or contain a colon.
    private static boolean isNameCharacter(char character) {
        return character >= 'a' && character <= 'z'
                || character >= 'A' && character <= 'Z'
                || character >= '0' && character <= '9'
                || character >= 0x80
                || "_$-.:/".indexOf(character) >= 0;
    }

    private void skipBlanks() {
        while (position < text.length() && " \t\n\r\f".indexOf(text.charAt(position)) >= 0) {
            position++;
        }
    }

    private boolean at(char wanted) {
        return position < text.length() && text.charAt(position) == wanted;
    }
}
