package dev.hyperterse.operator.compile.statement;

import dev.hyperterse.catalog.statement.SqlStatement;
import java.nio.charset.StandardCharsets;

/**
 * Compiles a statement with placeholders to segments, or says why not. Whatever it lets through, no value can change
 * anything but a parameter or pick one of the author's own names: a replica has no way to read SQL out of a value.
 */
public final class StatementCompiler {
    private static final int LARGEST_TEXT = 64 * 1024;

    /** Deterministic; takes time linear in the text. */
    public StatementCompilation compile(StatementSource source) {
        return compile(source, source.text());
    }

    /** {@code text} is the source's own; tests count how often it is read. */
    StatementCompilation compile(StatementSource source, CharSequence text) {
        var findings = new Findings();
        if (isReadable(source.text(), findings)) {
            var lexed = Lexer.lex(text, source.dialect(), findings);
            if (lexed.complete()) {
                return bind(source, text, lexed, findings);
            }
        }
        return rejected(source, findings);
    }

    private static StatementCompilation bind(
            StatementSource source, CharSequence text, LexedText lexed, Findings findings) {
        var tokens = new TokenStream(lexed.tokens());
        if (tokens.isEnd(0) || tokens.isSymbol(0, ';')) {
            if (findings.isEmpty()) {
                findings.add(StatementRule.EMPTY_STATEMENT, 0, "there is no statement", "write one");
            }
            return rejected(source, findings);
        }
        new StatementKinds(tokens, source, findings).check();
        new ForbiddenNames(tokens, source, findings).check();
        var segments = new StatementBinder(source, text, lexed, findings).bind();
        return findings.isEmpty()
                ? new StatementCompilation.Compiled(new SqlStatement(source.dialect(), segments))
                : rejected(source, findings);
    }

    private static StatementCompilation rejected(StatementSource source, Findings findings) {
        return new StatementCompilation.Rejected(findings.problems(source.path(), source.text()));
    }

    private static boolean isReadable(String text, Findings findings) {
        if (text.length() > LARGEST_TEXT || text.getBytes(StandardCharsets.UTF_8).length > LARGEST_TEXT) {
            findings.add(
                    StatementRule.TEXT_TOO_LARGE,
                    0,
                    "the statement is longer than 64 KiB",
                    "move what is constant into a view or function of the database");
            return false;
        }
        for (var index = 0; index < text.length(); index++) {
            if (isInvisible(text, index)) {
                findings.add(
                        StatementRule.CONTROL_CHARACTER,
                        index,
                        "U+%04X cannot be in a statement: engines disagree what it means"
                                .formatted((int) text.charAt(index)),
                        "remove it");
                return false;
            }
        }
        return true;
    }

    // NUL ends the text for SQLite, a byte order mark is a blank there and part of a name elsewhere, and half of a
    // surrogate pair becomes a question mark in UTF-8.
    private static boolean isInvisible(String text, int index) {
        var character = text.charAt(index);
        if (Character.isHighSurrogate(character)) {
            return index + 1 == text.length() || !Character.isLowSurrogate(text.charAt(index + 1));
        }
        if (Character.isLowSurrogate(character)) {
            return index == 0 || !Character.isHighSurrogate(text.charAt(index - 1));
        }
        return character == '\0' || character == '\uFEFF';
    }
}
