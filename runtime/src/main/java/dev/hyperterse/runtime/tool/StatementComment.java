package dev.hyperterse.runtime.tool;

import dev.hyperterse.catalog.Action;
import dev.hyperterse.catalog.statement.Segment;
import dev.hyperterse.catalog.statement.SqlStatement;
import dev.hyperterse.runtime.call.SpanIdentity;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.Optional;

/**
 * A comment in a statement that says whose it is, in the format of SQLCommenter. It is the same for every call, so the
 * statement stays prepared; calls that are traced have one of their own instead. All but letters, digits, dots, dashes and
 * underscores is encoded: no name ends the comment, nor a quote in it.
 */
record StatementComment(String text) {
    private static final HexFormat HEX = HexFormat.of().withUpperCase();
    private static final String END = "*/";

    static StatementComment of(String server, String definition) {
        return new StatementComment(
                "/*action='%s',application='%s'".formatted(encoded(definition), encoded(server)) + END);
    }

    /** Of a call that is traced. The names of the members are in the order of the alphabet, as the format has it. */
    String in(SpanIdentity span, Optional<String> caller) {
        return text.substring(0, text.length() - END.length())
                + caller.map(hash -> ",principal='%s'".formatted(encoded(hash))).orElse("")
                + ",traceparent='00-%s-%s-01'".formatted(encoded(span.traceId()), encoded(span.spanId()))
                + END;
    }

    /** The same action with the comment, where it is one of SQL that an author has written. */
    Action in(Action action) {
        return action instanceof Action.RunSql(var adapter, var statement, var shown)
                ? new Action.RunSql(adapter, in(statement), shown)
                : action;
    }

    /**
     * Behind the statement, where no hint of the engine is looked for, on a line of its own: the last one may end with a
     * comment. In front of one that values become text of, so that none can be left open for it.
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

    private static String encoded(String name) {
        var text = new StringBuilder();
        for (var octet : name.getBytes(StandardCharsets.UTF_8)) {
            if (isPlain(octet)) {
                text.append((char) octet);
            } else {
                text.append('%').append(HEX.toHexDigits(octet));
            }
        }
        return text.toString();
    }

    private static boolean isPlain(byte octet) {
        return octet >= 'a' && octet <= 'z'
                || octet >= 'A' && octet <= 'Z'
                || octet >= '0' && octet <= '9'
                || octet == '-'
                || octet == '.'
                || octet == '_';
    }
}
