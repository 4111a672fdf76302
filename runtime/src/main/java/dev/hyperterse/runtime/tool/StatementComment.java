package dev.hyperterse.runtime.tool;

import dev.hyperterse.catalog.Action;
import dev.hyperterse.catalog.statement.Segment;
import dev.hyperterse.catalog.statement.SqlStatement;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HexFormat;

/**
 * A comment in a statement that says whose it is, in the format of SQLCommenter. It is the same for every call, so the
 * statement stays prepared. All but letters, digits, dots, dashes and underscores is encoded: no name ends the comment, nor a
 * quote in it.
 */
final class StatementComment {
    private static final HexFormat HEX = HexFormat.of().withUpperCase();

    private StatementComment() {}

    /** The same action with the comment, where it is one of SQL that an author has written. */
    static Action in(Action action, String server, String definition) {
        return action instanceof Action.RunSql(var adapter, var statement, var text)
                ? new Action.RunSql(adapter, in(statement, of(server, definition)), text)
                : action;
    }

    /**
     * Behind the statement, where no hint of the engine is looked for, on a line of its own: the last one may end with a
     * comment. In front of one that values become text of, so that none can be left open for it.
     */
    private static SqlStatement in(SqlStatement statement, String comment) {
        var segments = new ArrayList<>(statement.segments());
        if (statement.textual()) {
            segments.addFirst(new Segment.Text(comment + "\n"));
        } else {
            segments.addLast(new Segment.Text("\n" + comment));
        }
        return new SqlStatement(statement.dialect(), segments, statement.session());
    }

    static String of(String server, String definition) {
        return "/*action='%s',application='%s'*/".formatted(encoded(definition), encoded(server));
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
