package dev.hyperterse.statement.sql.token;

import java.util.Set;

/** Keywords, in lower case, of all dialects together. */
public final class Keywords {
    /** Words that a value can follow; behind any other word a value would be a syntax error. */
    public static final Set<String> BEFORE_VALUE = Set.of(
            "all",
            "and",
            "any",
            "asymmetric",
            "between",
            "both",
            "by",
            "case",
            "content",
            "default",
            "distinct",
            "document",
            "else",
            "escape",
            "fetch",
            "first",
            "for",
            "from",
            "glob",
            "groups",
            "having",
            "ilike",
            "in",
            "is",
            "key",
            "leading",
            "like",
            "limit",
            "match",
            "next",
            "not",
            "offset",
            "on",
            "or",
            "overlaps",
            "passing",
            "placing",
            "range",
            "regexp",
            "returning",
            "rows",
            "select",
            "similar",
            "some",
            "symmetric",
            "then",
            "to",
            "trailing",
            "using",
            "value",
            "values",
            "variadic",
            "when",
            "where",
            "zone");

    /** Words that a name must follow, never a value. */
    public static final Set<String> BEFORE_NAME =
            Set.of("as", "collate", "into", "join", "only", "set", "table", "update");

    /** Words that begin a query, in which tables follow FROM; reserved, so not names of columns. */
    public static final Set<String> QUERY = Set.of("select", "with");

    /** The same as first words only; elsewhere they may be names of columns. */
    public static final Set<String> QUERY_AT_ITS_BEGIN = Set.of("delete", "insert", "merge", "update", "values");

    /** Words that end a list of tables or sort items, or a row count. */
    public static final Set<String> CLAUSE = Set.of(
            "delete",
            "except",
            "for",
            "groups",
            "having",
            "insert",
            "intersect",
            "merge",
            "on",
            "range",
            "returning",
            "rows",
            "select",
            "set",
            "union",
            "update",
            "using",
            "values",
            "when",
            "where",
            "window",
            "with");

    /** Words that continue an expression behind its first operand. */
    public static final Set<String> OPERATORS = Set.of(
            "and",
            "at",
            "between",
            "glob",
            "ilike",
            "in",
            "is",
            "isnull",
            "like",
            "match",
            "not",
            "notnull",
            "or",
            "overlaps",
            "regexp",
            "similar");

    private Keywords() {}
}
