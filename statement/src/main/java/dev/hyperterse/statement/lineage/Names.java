package dev.hyperterse.statement.lineage;

import dev.hyperterse.catalog.statement.Dialect;

/**
 * The differences of dialects in names and clauses. Where a difference of case might count or not, a name is unresolved.
 */
record Names(Dialect dialect) {
    /** PostgreSQL stores bare names in lower case, as a {@link Part} has them; the columns of others ignore case. */
    boolean isColumn(Part written, String stored) {
        return is(written.name(), stored, dialect != Dialect.POSTGRES);
    }

    /** MySQL compares tables and aliases by their bytes on most systems, and ignores case on others. */
    boolean isTable(Part written, String stored) {
        return is(written.name(), stored, dialect == Dialect.SQLITE);
    }

    /** Whether a bare name means the one in lower case. */
    boolean foldsBareNames() {
        return dialect == Dialect.POSTGRES;
    }

    /** Whether LATERAL, DISTINCT ON, and functions and tables with {@code pg_catalog} exist. */
    boolean isPostgres() {
        return dialect == Dialect.POSTGRES;
    }

    /** Whether STRAIGHT_JOIN and variables exist, and FULL is an alias. */
    boolean isMysql() {
        return dialect == Dialect.MYSQL;
    }

    /** Whether a table has columns that it does not declare. */
    boolean hasRowIdentifiers() {
        return dialect == Dialect.SQLITE;
    }

    private static boolean is(String written, String stored, boolean ignoresCase) {
        if (!written.equalsIgnoreCase(stored)) {
            return false;
        }
        if (!ignoresCase && !written.equals(stored)) {
            throw new UnresolvedConstruct(
                    "the name '%s', which is '%s' but for the case of its letters".formatted(written, stored));
        }
        return true;
    }
}
