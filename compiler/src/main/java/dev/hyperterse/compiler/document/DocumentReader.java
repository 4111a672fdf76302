package dev.hyperterse.compiler.document;

import dev.hyperterse.statement.binding.Filter;
import dev.hyperterse.statement.binding.Findings;
import dev.hyperterse.statement.binding.Literal;
import dev.hyperterse.statement.binding.Piece;
import dev.hyperterse.statement.binding.PlaceholderReader;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/** Reads JSON in which a placeholder may be a value or a part of a string. Stops at the first thing that is no JSON. */
final class DocumentReader {
    private static final int DEEPEST = 32;
    private static final Set<Filter> FILTERS = Set.of(Filter.REGEX);
    private static final Pattern NUMBER = Pattern.compile("-?(0|[1-9][0-9]*)(\\.[0-9]+)?([eE][+-]?[0-9]+)?");
    private static final String REMEDY = "write the command as JSON, such as {\"find\": \"orders\", \"filter\": {}}";

    private final String text;
    private final PlaceholderReader placeholders;
    private final Findings findings;
    private int position;
    private int depth;

    /** Ends the reading; what is wrong has been reported. */
    private static final class Malformed extends RuntimeException {
        private static final long serialVersionUID = 1L;

        Malformed() {
            super(null, null, false, false);
        }
    }

    private DocumentReader(String text, Findings findings) {
        this.text = text;
        this.placeholders = new PlaceholderReader(text, FILTERS, findings);
        this.findings = findings;
    }

    /** The one document of the text; empty when it was found to be something else. */
    static Optional<DocumentNode.Document> read(String text, Findings findings) {
        return new DocumentReader(text, findings).read();
    }

    private Optional<DocumentNode.Document> read() {
        try {
            blanks();
            if (!at('{') || placeholders.opens(position)) {
                throw malformed("a command is one JSON object");
            }
            var document = document();
            blanks();
            if (position < text.length()) {
                throw malformed("unexpected text after the command");
            }
            return Optional.of(document);
        } catch (Malformed reported) {
            return Optional.empty();
        }
    }

    private DocumentNode value() {
        blanks();
        var start = position;
        if (placeholders.opens(position)) {
            var placeholder = placeholders.read(position);
            position = placeholders.end();
            return placeholder
                    .<DocumentNode>map(it -> new DocumentNode.Insertion(start, it))
                    .orElseGet(() -> new DocumentNode.Broken(start));
        }
        if (position == text.length()) {
            throw malformed("unexpected end of the command");
        }
        return switch (text.charAt(position)) {
            case '{' -> document();
            case '[' -> array();
            case '"' -> string();
            default -> wordOrNumber();
        };
    }

    private DocumentNode.Document document() {
        var start = position;
        enter();
        var members = new ArrayList<DocumentNode.Member>();
        var keys = new HashSet<String>();
        while (next('}', members.isEmpty())) {
            var keyStart = position;
            if (!at('"')) {
                throw malformed("a key is a string in double quotes");
            }
            var key = string().constant();
            if (key.isEmpty()) {
                findings.add(
                        DocumentRule.PLACEHOLDER_IN_KEY,
                        keyStart,
                        "a value cannot be a key",
                        "write each key; choose among them with several tools");
            } else if (!keys.add(key.get())) {
                findings.add(
                        DocumentRule.DUPLICATE_KEY,
                        keyStart,
                        "duplicate key '%s'".formatted(key.get()),
                        "remove one, or combine both with $and");
            }
            blanks();
            if (!at(':')) {
                throw malformed("a colon is missing after the key");
            }
            position++;
            members.add(new DocumentNode.Member(keyStart, key.orElse(""), value()));
        }
        return new DocumentNode.Document(start, members);
    }

    private DocumentNode array() {
        var start = position;
        enter();
        var items = new ArrayList<DocumentNode>();
        while (next(']', items.isEmpty())) {
            items.add(value());
        }
        return new DocumentNode.Array(start, items);
    }

    private void enter() {
        position++;
        if (++depth > DEEPEST) {
            findings.add(
                    DocumentRule.DOCUMENT_DEPTH,
                    position - 1,
                    "the command is nested deeper than %d levels".formatted(DEEPEST),
                    "simplify it, or move a part into a view of the database");
            throw new Malformed();
        }
    }

    /** Whether there is one more member or item, at which the reader then is. */
    private boolean next(char end, boolean first) {
        blanks();
        if (at(end)) {
            position++;
            depth--;
            return false;
        }
        if (!first) {
            if (!at(',')) {
                throw malformed("a comma or %s is missing".formatted(end));
            }
            position++;
            blanks();
        }
        return true;
    }

    private DocumentNode.Text string() {
        var start = position++;
        var pieces = new ArrayList<Piece>();
        var literal = new StringBuilder();
        while (!at('"')) {
            if (position >= text.length()) {
                position = start;
                throw malformed("this string is not closed");
            }
            if (placeholders.isLiteral(position)) {
                literal.append("{{");
                position += 4;
            } else if (placeholders.opens(position)) {
                literal(literal, pieces);
                // One that is malformed has been reported; what it would insert is left out.
                placeholders.read(position).ifPresent(pieces::add);
                position = Math.max(placeholders.end(), position + 2);
            } else {
                character(literal);
            }
        }
        position++;
        literal(literal, pieces);
        return new DocumentNode.Text(start, pieces);
    }

    private static void literal(StringBuilder literal, List<Piece> pieces) {
        if (!literal.isEmpty()) {
            pieces.add(new Literal(literal.toString()));
            literal.setLength(0);
        }
    }

    private void character(StringBuilder literal) {
        var character = text.charAt(position++);
        if (character < ' ') {
            position--;
            throw malformed("a control character in a string has to be escaped");
        }
        literal.append(character == '\\' ? escaped() : character);
    }

    private char escaped() {
        var escape = position < text.length() ? text.charAt(position++) : '\0';
        return switch (escape) {
            case '"', '\\', '/' -> escape;
            case 'b' -> '\b';
            case 'f' -> '\f';
            case 'n' -> '\n';
            case 'r' -> '\r';
            case 't' -> '\t';
            case 'u' -> codeUnit();
            default -> throw malformed("this is not an escape sequence of JSON");
        };
    }

    private char codeUnit() {
        var unit = 0;
        for (var digit = 0; digit < 4; digit++) {
            var value = position < text.length() ? Character.digit(text.charAt(position), 16) : -1;
            if (value < 0) {
                throw malformed("\\u needs four hexadecimal digits");
            }
            unit = unit * 16 + value;
            position++;
        }
        if (unit == 0) {
            throw malformed("U+0000 cannot be in a command");
        }
        return (char) unit;
    }

    private DocumentNode wordOrNumber() {
        var start = position;
        while (position < text.length() && ",:]}{[\"".indexOf(text.charAt(position)) < 0 && !isBlank()) {
            position++;
        }
        var word = text.substring(start, position);
        if (word.equals("true") || word.equals("false") || word.equals("null")) {
            return new DocumentNode.Word(start, word);
        }
        if (word.length() <= 1_000 && NUMBER.matcher(word).matches()) {
            return new DocumentNode.Numeral(start, word);
        }
        position = start;
        throw malformed("this is not a JSON value");
    }

    private Malformed malformed(String message) {
        findings.add(DocumentRule.MALFORMED_JSON, Math.min(position, text.length()), message, REMEDY);
        return new Malformed();
    }

    private boolean at(char wanted) {
        return position < text.length() && text.charAt(position) == wanted;
    }

    private boolean isBlank() {
        return " \t\n\r".indexOf(text.charAt(position)) >= 0;
    }

    private void blanks() {
        while (position < text.length() && isBlank()) {
            position++;
        }
    }
}
