package dev.hyperterse.runtime.connector.postgres;

import dev.hyperterse.runtime.tool.bind.SqlVariant;
import dev.hyperterse.runtime.tool.bind.SqlVariant.Bind;
import java.nio.charset.StandardCharsets;
import org.postgresql.core.Oid;

/**
 * A statement whose calls are so quick that several may wait for one another on one connection.
 *
 * @param sql in the engine's own spelling, with numbered parameters
 * @param types of the parameters; 0 leaves one to the engine
 */
record QuickStatement(SqlVariant variant, byte[] sql, int[] types) {
    static QuickStatement of(SqlVariant variant, String sql) {
        return new QuickStatement(
                variant,
                sql.getBytes(StandardCharsets.UTF_8),
                variant.binds().stream().mapToInt(QuickStatement::type).toArray());
    }

    private static int type(Bind bind) {
        return switch (bind) {
            case UNTYPED -> Oid.UNSPECIFIED;
            case INT4 -> Oid.INT4;
            case INT8 -> Oid.INT8;
            case DECIMAL -> Oid.NUMERIC;
            case BOOLEAN -> Oid.BOOL;
        };
    }
}
