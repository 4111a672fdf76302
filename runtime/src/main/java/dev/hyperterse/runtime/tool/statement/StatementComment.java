package dev.hyperterse.runtime.tool.statement;

import dev.hyperterse.calls.SpanIdentity;
import dev.hyperterse.catalog.Action;
import dev.hyperterse.catalog.request.UrlEncoding;
import dev.hyperterse.catalog.statement.Segment;
import dev.hyperterse.catalog.statement.SqlStatement;
import java.util.ArrayList;
import java.util.Optional;

/**
 * A comment in a statement that names its definition, in the format of SQLCommenter. It is the same for every call, so
 * the statement stays prepared; traced calls have comments of their own. All characters but letters, digits, dots,
 * dashes, underscores and tildes are encoded, so a name cannot end the comment or a quote in it.
 */
public record StatementComment(String text) {
    private static final String END = "*/";

    public static StatementComment of(String server, String definition) {
        return new StatementComment(
                "/*action='%s',application='%s'".formatted(UrlEncoding.value(definition), UrlEncoding.value(server))
                        + END);
    }

    /** The comment of a traced call. The format requires the members in alphabetical order. */
    public String in(SpanIdentity span, Optional<String> caller) {
        return text.substring(0, text.length() - END.length())
                + caller.map(hash -> ",principal='%s'".formatted(UrlEncoding.value(hash)))
                        .orElse("")
                + ",traceparent='00-%s-%s-01'"
                        .formatted(UrlEncoding.value(span.traceId()), UrlEncoding.value(span.spanId()))
                + END;
    }

    /** The action with the comment, if it is SQL of an author. */
    public Action in(Action action) {
        return action instanceof Action.RunSql(var adapter, var statement, var shown)
                ? new Action.RunSql(adapter, in(statement), shown)
                : action;
    }

    /**
     * Adds the comment after the statement, where engines read no hints, on a separate line, because the last line may
     * end with a comment. A textual statement gets it in front, because a value could open a comment.
     */
    private SqlStatement in(SqlStatement statement) {
        var segments = new ArrayList<>(statement.segments());
        if (statement.textual()) {
            segments.addFirst(new Segment.Text(text + "\n"));
        } else {
            segments.addLast(new Segment.Text("\n" + text));
        }
        return new SqlStatement(statement.dialect(), segments, statement.session());
    }
}
