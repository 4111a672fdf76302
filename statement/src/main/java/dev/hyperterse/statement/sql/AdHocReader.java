package dev.hyperterse.statement.sql;

import dev.hyperterse.catalog.server.adapter.Adapter.Access;
import dev.hyperterse.catalog.statement.Dialect;
import dev.hyperterse.statement.binding.Findings;
import dev.hyperterse.statement.binding.ReadableText;
import dev.hyperterse.statement.sql.dialect.SqlDialect;
import dev.hyperterse.statement.sql.dialect.SqlDialects;
import dev.hyperterse.statement.sql.token.LexedText;
import dev.hyperterse.statement.sql.token.Lexer;
import dev.hyperterse.statement.sql.token.StatementRule;
import dev.hyperterse.statement.sql.token.TokenStream;
import java.util.List;
import java.util.Set;

/**
 * Checks SQL that the caller of a tool has written, by the rules for statements of authors on a read-only adapter. The
 * second line of defence is a read-only transaction, in which the engine refuses writes.
 */
public final class AdHocReader {
    private static final String TOO_LARGE = "ask for less at once";

    private final SqlDialect dialect;

    public AdHocReader(Dialect dialect) {
        this.dialect = SqlDialects.of(dialect);
    }

    /** Takes time linear in the text. */
    public AdHocStatement toRun(String text) {
        return read(text, false);
    }

    /** The statement with the engine's EXPLAIN in front of it. */
    public AdHocStatement toExplain(String text) {
        return read(text, true);
    }

    private AdHocStatement read(String text, boolean explain) {
        var findings = new Findings();
        if (ReadableText.check(text, TOO_LARGE, findings)) {
            var lexed = Lexer.lexWithoutPlaceholders(text, dialect.lexis(), findings);
            if (lexed.complete()) {
                var sql = checked(text, lexed, explain, findings);
                if (findings.isEmpty()) {
                    return new AdHocStatement.Readable(explain ? dialect.explain() + sql : sql);
                }
            }
        }
        return new AdHocStatement.Refused(findings.inOrderOfTheText().getFirst());
    }

    /** The text without the semicolons behind it. */
    private String checked(String text, LexedText lexed, boolean explain, Findings findings) {
        var tokens = new TokenStream(lexed.tokens());
        if (tokens.isEnd(0) || tokens.isSymbol(0, ';')) {
            findings.add(StatementRule.EMPTY_STATEMENT, 0, "the statement is empty", "write one");
            return "";
        }
        var source = new StatementSource(text, dialect.name(), Access.ReadOnly, List.of(), Set.of());
        var kinds = new KindRules(tokens, dialect.kinds(), Access.ReadOnly, findings);
        if (explain) {
            kinds.checkExplained();
        } else {
            kinds.check();
        }
        new NameRules(tokens, source, dialect.forbidden(), findings).check();
        // Finds a second statement and parameters; its output, the text in the driver's spelling, is not used.
        new SegmentCompiler(source, dialect, text, lexed, findings).bind();
        return text.substring(0, end(tokens));
    }

    private static int end(TokenStream tokens) {
        var index = 0;
        while (!tokens.isEnd(index) && !tokens.isSymbol(index, ';')) {
            index++;
        }
        return tokens.at(index - 1).end();
    }
}
