package dev.hyperterse.runtime.tool.bind;

import java.util.List;

/**
 * One SQL text of a statement, with the driver's type of each parameter. Most statements have a single one. Equal
 * variants can share a prepared statement, also across catalogs.
 */
public final class SqlVariant {
    /** What the driver is told about a parameter, also when it is NULL, so that no value makes the engine parse again. */
    public enum Bind {
        /** Left to the engine. */
        UNTYPED,
        INT4,
        INT8,
        DECIMAL,
        BOOLEAN
    }

    private final String sql;
    private final List<Bind> binds;
    private final boolean untrusted;
    private final int hash;

    public SqlVariant(String sql, List<Bind> binds) {
        this(sql, binds, false);
    }

    private SqlVariant(String sql, List<Bind> binds, boolean untrusted) {
        this.sql = sql;
        this.binds = List.copyOf(binds);
        this.untrusted = untrusted;
        this.hash = 31 * sql.hashCode() + this.binds.hashCode();
    }

    /** A text that has values of a call in it. */
    static SqlVariant untrusted(String sql) {
        return new SqlVariant(sql, List.of(), true);
    }

    /**
     * Whether no compiler has read the text as it is: it goes to the engine unchanged, no connector remembers it, and its
     * connection serves no other call.
     */
    public boolean isUntrusted() {
        return untrusted;
    }

    public String sql() {
        return sql;
    }

    public List<Bind> binds() {
        return binds;
    }

    @Override
    public boolean equals(Object other) {
        return this == other
                || other instanceof SqlVariant that
                        && hash == that.hash
                        && untrusted == that.untrusted
                        && sql.equals(that.sql)
                        && binds.equals(that.binds);
    }

    @Override
    public int hashCode() {
        return hash;
    }

    @Override
    public String toString() {
        return sql + " " + binds;
    }
}
