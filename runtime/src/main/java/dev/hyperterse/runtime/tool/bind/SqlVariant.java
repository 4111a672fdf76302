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
    private final int hash;

    public SqlVariant(String sql, List<Bind> binds) {
        this.sql = sql;
        this.binds = List.copyOf(binds);
        this.hash = 31 * sql.hashCode() + this.binds.hashCode();
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
