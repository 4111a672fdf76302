package dev.hyperterse.runtime.search;

import java.util.regex.Pattern;

/**
 * The words of a statement that speak of its subject: table and column names, comments, aggregate functions; without
 * placeholders (their names are inputs, which have a field of their own) and without the words of the query language.
 */
final class StatementText {
    private static final Pattern PLACEHOLDER = Pattern.compile("\\{\\{[^}]*}}");
    private static final Pattern KEYWORD = Pattern.compile(
            "\\b(?:select|from|where|and|or|not|in|is|null|as|on|by|join|left|right|inner|outer|full|cross|natural|using"
                    + "|group\\s+by|order\\s+by|having|limit|offset|fetch|asc|desc|union|intersect|except|all|exists"
                    + "|between|like|ilike|case|when|then|else|end|cast|coalesce|with|values|into|set|returning|over"
                    + "|partition|true|false)\\b",
            Pattern.CASE_INSENSITIVE);

    String words(String statement) {
        return KEYWORD.matcher(PLACEHOLDER.matcher(statement).replaceAll(" ")).replaceAll(" ");
    }
}
