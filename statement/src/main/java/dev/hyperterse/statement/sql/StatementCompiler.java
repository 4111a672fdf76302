package dev.hyperterse.statement.sql;

import dev.hyperterse.catalog.statement.SqlStatement;
import dev.hyperterse.statement.binding.Findings;
import dev.hyperterse.statement.binding.ReadableText;
import dev.hyperterse.statement.sql.dialect.SqlDialect;
import dev.hyperterse.statement.sql.dialect.SqlDialects;
import dev.hyperterse.statement.sql.token.LexedText;
import dev.hyperterse.statement.sql.token.Lexer;
import dev.hyperterse.statement.sql.token.StatementRule;
import dev.hyperterse.statement.sql.token.TokenStream;

/**
 * Compiles a statement with placeholders to segments, or reports findings. In an accepted statement a value is only a
 * parameter or selects one of the author's own names: a replica never parses SQL from a value.
 */
public final class StatementCompiler {
    private static final String TOO_LARGE = "move what is constant into a view or function of the database";

    /** Deterministic; takes time linear in the text. */
    public StatementCompilation compile(StatementSource source) {
        return compile(source, source.text());
    }

    /** @param text of the source; tests count how often it is read */
    StatementCompilation compile(StatementSource source, CharSequence text) {
        var findings = new Findings();
        var dialect = SqlDialects.of(source.dialect());
        if (ReadableText.check(source.text(), TOO_LARGE, findings)) {
            var lexed = Lexer.lex(text, dialect.lexis(), findings);
            if (lexed.complete()) {
                return bind(source, dialect, text, lexed, findings);
            }
        }
        return rejected(findings);
    }

    private static StatementCompilation bind(
            StatementSource source, SqlDialect dialect, CharSequence text, LexedText lexed, Findings findings) {
        var tokens = new TokenStream(lexed.tokens());
        if (tokens.isEnd(0) || tokens.isSymbol(0, ';')) {
            if (findings.isEmpty()) {
                findings.add(StatementRule.EMPTY_STATEMENT, 0, "the statement is empty", "write one");
            }
            return rejected(findings);
        }
        new KindRules(tokens, dialect.kinds(), source.access(), findings).check();
        new NameRules(tokens, source, dialect.forbidden(), findings).check();
        var segments = new SegmentCompiler(source, dialect, text, lexed, findings).bind();
        return findings.isEmpty()
                ? new StatementCompilation.Compiled(
                        new SqlStatement(source.dialect(), segments), StatementEffects.of(tokens, source.access()))
                : rejected(findings);
    }

    private static StatementCompilation rejected(Findings findings) {
        return new StatementCompilation.Rejected(findings.inOrderOfTheText());
    }
}
