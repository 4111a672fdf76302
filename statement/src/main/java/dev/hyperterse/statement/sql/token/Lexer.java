package dev.hyperterse.statement.sql.token;

import static dev.hyperterse.statement.sql.token.SqlCharacters.isBlank;
import static dev.hyperterse.statement.sql.token.SqlCharacters.isDigit;
import static dev.hyperterse.statement.sql.token.SqlCharacters.isWordPart;
import static dev.hyperterse.statement.sql.token.SqlCharacters.isWordStart;

import dev.hyperterse.statement.binding.Filter;
import dev.hyperterse.statement.binding.Findings;
import dev.hyperterse.statement.binding.Piece;
import dev.hyperterse.statement.binding.PlaceholderReader;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * Splits a text into tokens exactly where the engine does. Placeholders outside of quotes and in plain strings become
 * tokens; elsewhere they are findings. Reads each character a bounded number of times.
 */
public final class Lexer {
    private static final Set<Filter> FILTERS =
            Set.of(Filter.LIKE, Filter.IDENTIFIER, Filter.IDENTIFIERS, Filter.KEYWORD, Filter.JSON);

    private final CharSequence text;
    private final Lexis lexis;
    private final Findings findings;
    private final QuotedLexer quoted;
    private final PlaceholderReader placeholders;
    private final List<Token> tokens = new ArrayList<>();
    private final List<Integer> literalBraces = new ArrayList<>();
    private int position;

    private Lexer(CharSequence text, Lexis lexis, PlaceholderReader placeholders, Findings findings) {
        this.text = text;
        this.lexis = lexis;
        this.findings = findings;
        this.placeholders = placeholders;
        this.quoted = new QuotedLexer(text, lexis, placeholders, findings, literalBraces);
    }

    public static LexedText lex(CharSequence text, Lexis lexis, Findings findings) {
        return new Lexer(text, lexis, new PlaceholderReader(text, FILTERS, findings), findings).run();
    }

    public static LexedText lexWithoutPlaceholders(CharSequence text, Lexis lexis, Findings findings) {
        return new Lexer(text, lexis, PlaceholderReader.ofNone(text, findings), findings).run();
    }

    private LexedText run() {
        var complete = true;
        while (complete && position < text.length()) {
            complete = next();
        }
        return new LexedText(tokens, literalBraces, complete);
    }

    /** Reads one token, comment or blank; false when the rest is ambiguous. */
    private boolean next() {
        var character = text.charAt(position);
        if (isBlank(character)) {
            position++;
            return true;
        }
        if (placeholders.opens(position)) {
            placeholder();
            return true;
        }
        if (follows("--")) {
            return dashes();
        }
        if (follows("/*")) {
            return moveTo(quoted.blockComment(position));
        }
        if (character == '#' && lexis.has(LexicalFeature.HASH_COMMENTS)) {
            return moveTo(quoted.lineComment(position + 1));
        }
        if (isWordStart(character)) {
            return word();
        }
        if (isDigit(character) || character == '.' && isDigit(at(position + 1))) {
            return numeral();
        }
        if (lexis.stringQuotes().indexOf(character) >= 0) {
            return string();
        }
        if (lexis.identifierQuotes().indexOf(character) >= 0) {
            return identifier(character);
        }
        if (character == '[' && lexis.has(LexicalFeature.BRACKET_IDENTIFIERS)) {
            return identifier(']');
        }
        if (character == '@' && lexis.has(LexicalFeature.VARIABLES)) {
            return variable();
        }
        return character == '$' && lexis.has(LexicalFeature.DOLLAR_QUOTES) ? dollar() : symbol(character);
    }

    private boolean dashes() {
        var end = position + 2;
        if (!lexis.has(LexicalFeature.DASHES_NEED_BLANK) || end == text.length() || isBlank(text.charAt(end))) {
            return moveTo(quoted.lineComment(end));
        }
        findings.add(
                StatementRule.UNEXPECTED_CHARACTER,
                position,
                "two dashes without a space after them are a comment for some engines and two minus signs for others",
                "put a space after them, or between them");
        position = end;
        return true;
    }

    private void placeholder() {
        var start = position;
        var read = placeholders.read(start);
        position = placeholders.end();
        tokens.add(read.<Token>map(Token.Insertion::new).orElseGet(() -> new Token.Broken(start, position)));
    }

    private boolean word() {
        var start = position;
        while (position < text.length() && isWordPart(text.charAt(position))) {
            position++;
        }
        if (lexis.has(LexicalFeature.DOLLAR_QUOTES)) {
            refuseHiddenDollarQuote(start);
        }
        var name = SqlCharacters.lowerCase(text.subSequence(start, position));
        if (at(position) == '\'' && lexis.stringPrefixes().contains(name)) {
            return fixedString(start, position, lexis.backslashPrefixes().contains(name));
        }
        if (isCharacterSet(name) && lexis.stringQuotes().indexOf(at(position)) >= 0) {
            return fixedString(start, position, true);
        }
        if (lexis.has(LexicalFeature.UNICODE_PREFIX) && name.equals("u") && at(position) == '&') {
            if (at(position + 1) == '\'') {
                return fixedString(start, position + 1, false);
            }
            if (at(position + 1) == '"') {
                findings.add(
                        StatementRule.UNICODE_IDENTIFIER,
                        start,
                        "U& identifiers are not supported: escapes would hide a name",
                        "write the characters themselves in double quotes");
                position++;
                return identifier('"');
            }
        }
        tokens.add(new Token.Word(start, position, name));
        return true;
    }

    private boolean isCharacterSet(String name) {
        return name.startsWith("_") && lexis.has(LexicalFeature.CHARACTER_SET_PREFIXES);
    }

    // For the engine the dollar is part of the word. Its driver knows fewer letters: behind a character that it does
    // not take for a letter it reads the beginning of a string, and could split the statement at a semicolon in a
    // comment.
    private void refuseHiddenDollarQuote(int start) {
        for (var index = start + 1; index < position; index++) {
            if (text.charAt(index) == '$' && text.charAt(index - 1) >= 0x80) {
                findings.add(
                        StatementRule.UNEXPECTED_CHARACTER,
                        index,
                        "engines disagree whether a dollar after U+%04X belongs to the name"
                                .formatted((int) text.charAt(index - 1)),
                        "put the name in double quotes");
                return;
            }
        }
    }

    private boolean fixedString(int start, int quote, boolean backslashEscapes) {
        var end = quoted.fixedString(quote, backslashEscapes);
        tokens.add(new Token.FixedText(start, Math.max(end, start)));
        return moveTo(end);
    }

    private boolean string() {
        var start = position;
        var pieces = new ArrayList<Piece>();
        var end = quoted.plainString(start, pieces);
        tokens.add(new Token.Text(start, Math.max(end, start), pieces));
        return moveTo(end);
    }

    private boolean identifier(char closing) {
        var start = position;
        var name = new StringBuilder();
        var end = quoted.identifier(start, closing, name);
        tokens.add(new Token.QuotedName(start, Math.max(end, start), SqlCharacters.lowerCase(name)));
        return moveTo(end);
    }

    private boolean numeral() {
        var start = position;
        var end = Numerals.end(text, start);
        position = end;
        while (position < text.length() && isWordPart(text.charAt(position))) {
            position++;
        }
        if (position > end || at(position) == '\'' || at(position) == '"') {
            findings.add(
                    StatementRule.MALFORMED_NUMBER,
                    start,
                    "text follows this number directly, and engines disagree where the number ends",
                    "put a space after the number");
        }
        tokens.add(new Token.Numeral(
                start, position, text.subSequence(start, position).toString()));
        return true;
    }

    private boolean dollar() {
        if (isDigit(at(position + 1))) {
            findings.add(
                    StatementRule.LITERAL_PARAMETER,
                    position,
                    "a numbered parameter would take the value of one of the placeholders",
                    "write a placeholder instead");
            position += 2;
            return true;
        }
        var start = position;
        var end = quoted.dollarQuoted(start);
        if (end != start && start > 0 && text.charAt(start - 1) == '$') {
            findings.add(
                    StatementRule.UNEXPECTED_CHARACTER,
                    start,
                    "no space separates two dollar quotes, and engines disagree where the second begins",
                    "put a space between them");
        }
        if (end == start) {
            return symbol('$');
        }
        tokens.add(new Token.FixedText(start, Math.max(end, start)));
        return moveTo(end);
    }

    /** Settings of the engine may be read; variables of the session are shared with other calls. */
    private boolean variable() {
        if (at(position + 1) == '@' && (isWordStart(at(position + 2)) || at(position + 2) == '`')) {
            tokens.add(new Token.Symbol(position, position + 1, '@'));
            tokens.add(new Token.Symbol(position + 1, position + 2, '@'));
            position += 2;
            return true;
        }
        findings.add(
                StatementRule.SESSION_VARIABLE,
                position,
                "variables of the session are shared with other calls",
                "where a value is meant, write {{ inputs.name }}; for what is computed on the way, WITH or a subquery");
        while (at(position) == '@') {
            position++;
        }
        return true;
    }

    private boolean symbol(char character) {
        if (character == '{' || character == '}') {
            braces();
            return true;
        }
        if (lexis.symbols().indexOf(character) < 0) {
            unexpected(character);
        } else {
            tokens.add(new Token.Symbol(position, position + 1, character));
        }
        position++;
        return true;
    }

    private void braces() {
        findings.add(
                StatementRule.JDBC_ESCAPE,
                position,
                "braces outside quotes are an escape of the driver, which would rewrite the statement",
                "write the SQL of the engine itself, without braces");
        while (at(position) == '{' || at(position) == '}') {
            position++;
        }
    }

    private void unexpected(char character) {
        var named = character == '$' && isWordStart(at(position + 1));
        if (named || "?:@$#".indexOf(character) >= 0 && !lexis.has(LexicalFeature.DOLLAR_QUOTES)) {
            findings.add(
                    StatementRule.LITERAL_PARAMETER,
                    position,
                    "'%s' is not how a parameter is written here".formatted(character),
                    "write a placeholder instead: {{ inputs.name }}");
        } else {
            findings.add(
                    StatementRule.UNEXPECTED_CHARACTER,
                    position,
                    "the character U+%04X has no meaning here".formatted((int) character),
                    "remove it, or put it in quotes");
        }
    }

    private boolean moveTo(int end) {
        position = end;
        return end >= 0;
    }

    private boolean follows(String expected) {
        if (position + expected.length() > text.length()) {
            return false;
        }
        for (var index = 0; index < expected.length(); index++) {
            if (text.charAt(position + index) != expected.charAt(index)) {
                return false;
            }
        }
        return true;
    }

    private char at(int index) {
        return index < text.length() ? text.charAt(index) : '\0';
    }
}
