package dev.hyperterse.cli.init.read;

import java.util.List;
import java.util.regex.Pattern;

/** The texts in single quotes of a piece of SQL. */
final class QuotedTexts {
    private static final Pattern TEXT = Pattern.compile("'((?:[^']|'')*+)'");

    private QuotedTexts() {}

    static List<String> in(String sql) {
        return TEXT.matcher(sql)
                .results()
                .map(text -> text.group(1).replace("''", "'"))
                .toList();
    }
}
