package dev.hyperterse.compiler.command;

import dev.hyperterse.statement.binding.Filter;
import dev.hyperterse.statement.binding.Findings;
import dev.hyperterse.statement.binding.Literal;
import dev.hyperterse.statement.binding.Piece;
import dev.hyperterse.statement.binding.PlaceholderReader;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * Splits a text into words as redis-cli does: blanks separate, {@code "..."} knows {@code \\n \\r \\t \\b \\a} and
 * {@code \\xHH}, {@code '...'} knows {@code \\'}. A placeholder is a word or a part of one, regardless of its value.
 */
final class CommandLexer {
    private static final Set<Filter> FILTERS = Set.of(Filter.JSON, Filter.SPREAD);

    private final String text;
    private final Findings findings;
    private final PlaceholderReader placeholders;
    private final List<LexedWord> words = new ArrayList<>();
    private int position;

    private CommandLexer(String text, Findings findings) {
        this.text = text;
        this.findings = findings;
        this.placeholders = new PlaceholderReader(text, FILTERS, findings);
    }

    /** The words as far as they could be read; the findings say whether that is all. */
    static List<LexedWord> lex(String text, Findings findings) {
        var lexer = new CommandLexer(text, findings);
        lexer.skipBlanks();
        while (lexer.position < text.length() && lexer.word()) {
            lexer.skipBlanks();
        }
        return List.copyOf(lexer.words);
    }

    private void skipBlanks() {
        while (position < text.length() && isBlank(text.charAt(position))) {
            position++;
        }
    }

    private static boolean isBlank(char character) {
        return " \t\n\r\f\u000b".indexOf(character) >= 0;
    }

    /** @return whether more can be read behind it */
    private boolean word() {
        var word = new Word(position);
        while (position < text.length() && !isBlank(text.charAt(position))) {
            var character = text.charAt(position);
            if (character == '"' || character == '\'') {
                if (!quoted(character, word)) {
                    return false;
                }
            } else {
                character(word);
            }
        }
        words.add(word.lexed());
        return true;
    }

    private boolean quoted(char quote, Word word) {
        var open = position++;
        word.quoted = true;
        while (position < text.length() && text.charAt(position) != quote) {
            if (text.charAt(position) == '\\' && quote == '"') {
                escape(word);
            } else if (text.startsWith("\\'", position) && quote == '\'') {
                word.append('\'');
                position += 2;
            } else {
                character(word);
            }
        }
        if (position == text.length()) {
            findings.add(
                    CommandRule.UNTERMINATED_QUOTE,
                    open,
                    "this quote is not closed",
                    "close it, or write \\" + quote + " in quotes for the character itself");
            return false;
        }
        position++;
        if (position < text.length() && !isBlank(text.charAt(position))) {
            findings.add(
                    CommandRule.TEXT_BEHIND_QUOTE,
                    position,
                    "a word continues after its closing quote",
                    "quote the whole word, or put a space between two words");
            return false;
        }
        return true;
    }

    /** A character of the text itself, or a placeholder. */
    private void character(Word word) {
        if (placeholders.isLiteral(position)) {
            word.append('{');
            word.append('{');
            position += 4;
        } else if (placeholders.opens(position)) {
            var placeholder = placeholders.read(position);
            position = Math.max(placeholders.end(), position + 2);
            placeholder.ifPresent(word::add);
        } else {
            var character = text.codePointAt(position);
            word.append(character);
            position += Character.charCount(character);
        }
    }

    private void escape(Word word) {
        position++;
        if (position == text.length()) {
            return;
        }
        var digits = position + 3 <= text.length() ? text.substring(position + 1, position + 3) : "";
        if (text.charAt(position) == 'x'
                && digits.chars().filter(CommandLexer::isHexDigit).count() == 2) {
            word.literal.write(Integer.parseInt(digits, 16));
            position += 3;
            return;
        }
        var escaped = text.codePointAt(position);
        position += Character.charCount(escaped);
        word.append(
                switch (escaped) {
                    case 'n' -> '\n';
                    case 'r' -> '\r';
                    case 't' -> '\t';
                    case 'b' -> '\b';
                    case 'a' -> '\u0007';
                    default -> escaped;
                });
    }

    private static boolean isHexDigit(int character) {
        return character < 0x80 && Character.digit(character, 16) >= 0;
    }

    /** A word while it is read; escapes may spell single bytes of a character. */
    private final class Word {
        private final int start;
        private final List<Piece> pieces = new ArrayList<>();
        private final ByteArrayOutputStream literal = new ByteArrayOutputStream();
        private boolean quoted;

        Word(int start) {
            this.start = start;
        }

        void append(int character) {
            literal.writeBytes(Character.toString(character).getBytes(StandardCharsets.UTF_8));
        }

        void add(Piece placeholder) {
            endLiteral();
            pieces.add(placeholder);
        }

        LexedWord lexed() {
            endLiteral();
            return new LexedWord(start, pieces, quoted);
        }

        private void endLiteral() {
            if (literal.size() == 0) {
                return;
            }
            try {
                var bytes = ByteBuffer.wrap(literal.toByteArray());
                pieces.add(new Literal(
                        StandardCharsets.UTF_8.newDecoder().decode(bytes).toString()));
            } catch (CharacterCodingException binary) {
                findings.add(
                        CommandRule.BINARY_WORD,
                        start,
                        "the bytes of this word are not UTF-8",
                        "write text; other bytes are not supported");
            }
            literal.reset();
        }
    }
}
