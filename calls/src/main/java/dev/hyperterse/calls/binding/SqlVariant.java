package dev.hyperterse.calls.binding;

import dev.hyperterse.catalog.statement.Dialect;
import dev.hyperterse.statement.sql.PastedText;
import java.util.List;

/**
 * One SQL text of a statement, with the driver's type of each parameter. Most statements have a single one. Equal
 * variants can share a prepared statement, also across catalogs.
 */
public final class SqlVariant {
    /** The type of a parameter for the driver, also when it is NULL, so that no value makes the engine parse again. */
    public enum Bind {
        /** Left to the engine. */
        UNTYPED,
        INT4,
        INT8,
        DECIMAL,
        BOOLEAN
    }

    private static final String OF_THE_CONNECTION = "";

    private final String sql;
    private final List<Bind> binds;
    private final Origin origin;
    private final String role;
    private final int hash;

    private enum Origin {
        COMPILED,
        /** Compiled, with a list of the author's names in it, one of many. */
        LISTED,
        /** Compiled, with names in it that its caller has chosen. */
        NAMED,
        /** Values of a call are in the text. */
        PASTED,
        /** The caller has written the whole text. */
        AD_HOC
    }

    public SqlVariant(String sql, List<Bind> binds) {
        this(sql, binds, Origin.COMPILED, OF_THE_CONNECTION);
    }

    private SqlVariant(String sql, List<Bind> binds, Origin origin, String role) {
        this.sql = sql;
        this.binds = List.copyOf(binds);
        this.origin = origin;
        this.role = role;
        this.hash = 31 * (31 * sql.hashCode() + this.binds.hashCode()) + role.hashCode();
    }

    /** A text with a list of names, of which a statement can have more than a database should keep. */
    static SqlVariant listed(String sql, List<Bind> binds) {
        return new SqlVariant(sql, binds, Origin.LISTED, OF_THE_CONNECTION);
    }

    /** A text with names that a caller has chosen, of whom each can choose many. */
    static SqlVariant named(String sql, List<Bind> binds) {
        return new SqlVariant(sql, binds, Origin.NAMED, OF_THE_CONNECTION);
    }

    /** A text that contains values of a call. */
    static SqlVariant pasted(String sql) {
        return new SqlVariant(sql, List.of(), Origin.PASTED, OF_THE_CONNECTION);
    }

    /** A text that a caller has written. */
    static SqlVariant adHoc(String sql) {
        return new SqlVariant(sql, List.of(), Origin.AD_HOC, OF_THE_CONNECTION);
    }

    /**
     * The variant for calls with that role. The engine resolves names and checks privileges with the role at the time
     * of preparation, so roles must not share prepared statements.
     */
    SqlVariant as(String taken) {
        return new SqlVariant(sql, binds, origin, taken);
    }

    /**
     * Whether the text was not compiled: it is sent unchanged, no connector caches it, and its connection serves no
     * other call.
     */
    public boolean isUntrusted() {
        return origin == Origin.PASTED || origin == Origin.AD_HOC;
    }

    /** Whether it does not stay prepared: callers could replace the statements of all tools by theirs. */
    public boolean isOnce() {
        return origin == Origin.NAMED || origin == Origin.LISTED;
    }

    /** Whether a part of it is not of its author. */
    public boolean isOfCaller() {
        return isUntrusted() || origin == Origin.NAMED;
    }

    /** Whether it runs in a read-only transaction of its own, even if the session may write. */
    public boolean isAdHoc() {
        return origin == Origin.AD_HOC;
    }

    /** False for a text with values in it that does not begin like a query, such as a block of statements. */
    public boolean isQuery(Dialect dialect) {
        return !isUntrusted() || PastedText.isQuery(sql, dialect);
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
                        && origin == that.origin
                        && role.equals(that.role)
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
