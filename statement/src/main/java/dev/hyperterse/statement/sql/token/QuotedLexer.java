package dev.hyperterse.statement.sql.token;

import dev.hyperterse.statement.binding.Findings;
import dev.hyperterse.statement.binding.Literal;
import dev.hyperterse.statement.binding.Piece;
import dev.hyperterse.statement.binding.PlaceholderReader;
import java.util.List;

/**
 * Reads delimited tokens: strings, quoted identifiers, comments. Every method returns the offset behind the closing
 * delimiter, or {@link #UNTERMINATED} after reporting that there is none.
 */
record QuotedLexer(
        CharSequence text,
        Lexis lexis,
        PlaceholderReader placeholders,
        Findings findings,
        List<Integer> literalBraces) {
    static final int UNTERMINATED = -1;

    /** Engines do not limit tags, but without a limit comparing tags would not be linear in the text. */
    private static final int LONGEST_TAG = 64;

    /** A string in which placeholders are allowed; its pieces, without escapes, are added to {@code pieces}. */
    int plainString(int start, List<Piece> pieces) {
        var quote = text.charAt(start);
        var escapes = lexis.has(LexicalFeature.BACKSLASH_ESCAPES);
        var literal = new StringBuilder();
        var position = start + 1;
        while (position < text.length()) {
            var character = text.charAt(position);
            if (character == quote) {
                if (at(position + 1) != quote) {
                    flush(literal, pieces);
                    return position + 1;
                }
                literal.append(quote);
                position += 2;
            } else if (character == '\\' && escapes) {
                position = escape(position, literal);
            } else if (placeholders.isLiteral(position)) {
                literalBraces.add(position);
                literal.append("{{");
                position += 4;
            } else if (placeholders.opens(position)) {
                flush(literal, pieces);
                placeholders.read(position).ifPresent(pieces::add);
                position = placeholders.end();
            } else {
                literal.append(character);
                position++;
            }
        }
        return unterminated(StatementRule.UNTERMINATED_STRING, start, "this string has no closing quote");
    }

    /** Undoes the escape at {@code backslash}; returns the offset behind it. */
    private int escape(int backslash, StringBuilder literal) {
        var escaped = at(backslash + 1);
        switch (escaped) {
            // A brace needs no escape; stepping over it would hide a placeholder.
            case '{' -> {
                return backslash + 1;
            }
            // These two keep the backslash, because it is an escape in patterns.
            case '%', '_' -> literal.append('\\').append(escaped);
            case '0' -> literal.append('\0');
            case 'b' -> literal.append('\b');
            case 'n' -> literal.append('\n');
            case 'r' -> literal.append('\r');
            case 't' -> literal.append('\t');
            case 'Z' -> literal.append('\u001A');
            default -> literal.append(escaped);
        }
        return backslash + 2;
    }

    private static void flush(StringBuilder literal, List<Piece> pieces) {
        if (!literal.isEmpty()) {
            pieces.add(new Literal(literal.toString()));
            literal.setLength(0);
        }
    }

    /** A string that is sent unchanged. */
    int fixedString(int start, boolean backslashEscapes) {
        var quote = text.charAt(start);
        var position = start + 1;
        while (position < text.length()) {
            var character = text.charAt(position);
            if (character == '\\' && backslashEscapes) {
                refuseBackslashQuote(position);
                // A brace needs no escape; stepping over it would hide a placeholder.
                position += at(position + 1) == '{' ? 1 : 2;
            } else if (character == quote && at(position + 1) != quote) {
                return position + 1;
            } else if (character == quote) {
                position += 2;
            } else {
                position = plain(
                        position,
                        StatementRule.PLACEHOLDER_IN_PREFIXED_STRING,
                        "a placeholder is not allowed in a string with a prefix",
                        "write a plain string without prefix, or put the placeholder outside and concatenate");
            }
        }
        return unterminated(StatementRule.UNTERMINATED_STRING, start, "this string has no closing quote");
    }

    // Replicas also set backslash_quote to off: in some encodings the backslash is half of a character.
    private void refuseBackslashQuote(int position) {
        if (at(position + 1) == '\'' && !lexis.has(LexicalFeature.BACKSLASH_ESCAPES)) {
            findings.add(
                    StatementRule.BACKSLASH_QUOTE,
                    position,
                    "a backslash is not a safe escape for a quote",
                    "double the quote");
        }
    }

    int identifier(int start, char closing, StringBuilder name) {
        var position = start + 1;
        while (position < text.length()) {
            var character = text.charAt(position);
            if (character == closing && (closing == ']' || at(position + 1) != closing)) {
                return position + 1;
            }
            var next = character == closing
                    ? position + 2
                    : plain(
                            position,
                            StatementRule.PLACEHOLDER_IN_IDENTIFIER,
                            "a value cannot be part of a quoted name",
                            "drop the quotes and write {{ inputs.name | identifier }} with an enum of the names allowed");
            name.append(character);
            position = next;
        }
        return unterminated(StatementRule.UNTERMINATED_IDENTIFIER, start, "this quoted name has no closing quote");
    }

    /** @param start where the text of the comment begins */
    int lineComment(int start) {
        var position = start;
        while (position < text.length()) {
            var character = text.charAt(position);
            if (character == '\n' || character == '\r' && lexis.has(LexicalFeature.CARRIAGE_RETURN_ENDS_COMMENT)) {
                return position + 1;
            }
            position = inComment(position);
        }
        return position;
    }

    int blockComment(int start) {
        refuseExecutable(start);
        var isHint = at(start + 2) == '+' && lexis.has(LexicalFeature.EXECUTABLE_COMMENTS);
        var depth = 1;
        var position = start + 2;
        while (position < text.length()) {
            var character = text.charAt(position);
            if (character == '*' && at(position + 1) == '/') {
                position += 2;
                depth--;
                if (depth == 0) {
                    return position;
                }
            } else if (lexis.has(LexicalFeature.NESTED_COMMENTS) && character == '/' && at(position + 1) == '*') {
                position += 2;
                depth++;
            } else {
                if (isHint) {
                    refuseQuote(position, character);
                }
                position = inComment(position);
            }
        }
        return unterminated(StatementRule.UNTERMINATED_COMMENT, start, "this comment is not closed");
    }

    private void refuseExecutable(int start) {
        var named = (at(start + 2) == 'M' || at(start + 2) == 'm') && at(start + 3) == '!';
        if ((at(start + 2) == '!' || named) && lexis.has(LexicalFeature.EXECUTABLE_COMMENTS)) {
            findings.add(
                    StatementRule.EXECUTABLE_COMMENT,
                    start,
                    "some servers run what is in this comment, and others do not",
                    "write the SQL without the comment, or a comment without '!'");
        }
    }

    // Parsers of hints accept names in quotes, which could hide the end of the comment.
    private void refuseQuote(int position, char character) {
        if ("'\"`".indexOf(character) >= 0) {
            findings.add(
                    StatementRule.UNEXPECTED_CHARACTER,
                    position,
                    "a quote in a hint is read in different ways",
                    "write names in hints without quotes");
        }
    }

    private int inComment(int position) {
        return plain(
                position,
                StatementRule.PLACEHOLDER_IN_COMMENT,
                "a placeholder in a comment has no effect",
                "remove it, or write {{{{ for literal braces");
    }

    /** Returns {@code start} itself where no dollar quote opens. */
    int dollarQuoted(int start) {
        var tag = dollarTag(start);
        if (tag.isEmpty()) {
            return start;
        }
        var position = start + tag.length();
        while (position < text.length()) {
            if (text.charAt(position) == '$' && startsWith(tag, position)) {
                return position + tag.length();
            }
            position = plain(
                    position,
                    StatementRule.PLACEHOLDER_IN_DOLLAR_QUOTE,
                    "a placeholder is not allowed in dollar quotes",
                    "write a plain string in single quotes, or put the placeholder outside");
        }
        return unterminated(
                StatementRule.UNTERMINATED_DOLLAR_QUOTE, start, "the dollar quote %s is not closed".formatted(tag));
    }

    /** The opening {@code $tag$}, or nothing. */
    private String dollarTag(int start) {
        var end = start + 1;
        while (SqlCharacters.isWordPart(at(end)) && at(end) != '$') {
            end++;
            if (end - start > LONGEST_TAG) {
                findings.add(
                        StatementRule.DOLLAR_TAG_TOO_LONG,
                        start,
                        "the tag of this dollar quote is longer than %d characters".formatted(LONGEST_TAG),
                        "use a shorter tag");
                return "";
            }
        }
        return at(end) == '$' ? text.subSequence(start, end + 1).toString() : "";
    }

    /** Skips one character, or braces, which are a finding here unless they are doubled. */
    private int plain(int position, StatementRule rule, String message, String remedy) {
        if (placeholders.isLiteral(position)) {
            literalBraces.add(position);
            return position + 4;
        }
        if (!placeholders.opens(position)) {
            return position + 1;
        }
        findings.add(rule, position, message, remedy);
        return position + 2;
    }

    private int unterminated(StatementRule rule, int start, String message) {
        findings.add(rule, start, message, "close it");
        return UNTERMINATED;
    }

    private boolean startsWith(String expected, int position) {
        for (var index = 0; index < expected.length(); index++) {
            if (at(position + index) != expected.charAt(index)) {
                return false;
            }
        }
        return true;
    }

    private char at(int index) {
        return index < text.length() ? text.charAt(index) : '\0';
    }
}
