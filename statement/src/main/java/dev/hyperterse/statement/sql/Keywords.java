package dev.hyperterse.statement.sql;

import java.util.Set;

/** Words the binder knows, in lower case, of all dialects together. */
final class Keywords {
    /** A value can follow; behind any other word a second operand would be a syntax error. */
    static final Set<String> BEFORE_VALUE = Set.of(
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

    /** A name has to follow, never a value. */
    static final Set<String> BEFORE_NAME = Set.of("as", "collate", "into", "join", "only", "set", "table", "update");

    /** Begin a query, in which FROM is followed by tables; no column is called so. */
    static final Set<String> QUERY = Set.of("select", "with");

    /** The same where they stand first; elsewhere they may be names of columns. */
    static final Set<String> QUERY_AT_ITS_BEGIN = Set.of("delete", "insert", "merge", "update", "values");

    /** End the list of tables, of sort items or the row count. */
    static final Set<String> CLAUSE = Set.of(
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

    /** Continue an expression behind its first operand. */
    static final Set<String> OPERATORS = Set.of(
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
