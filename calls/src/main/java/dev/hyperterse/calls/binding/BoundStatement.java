package dev.hyperterse.calls.binding;

import dev.hyperterse.calls.memory.Reservation;
import java.util.Optional;

/**
 * The statement of one call: a text that was rendered before, and the values of this call.
 *
 * @param values one for each of the variant's parameters; null is SQL's NULL. Text is a String, INT4 and INT8 are
 *     Long, DECIMAL is BigDecimal, BOOLEAN is Boolean
 * @param session a statement that is run before it, in the same transaction, and has no rows for the caller
 * @param memory of the call; holds the values with the copies of a driver, and must be reserved for the rows
 * @param once the text that only this call sends, to be sent instead of the variant's; it does not stay prepared
 */
public record BoundStatement(
        SqlVariant variant,
        Object[] values,
        Optional<BoundStatement> session,
        Reservation memory,
        Optional<String> once) {
    /** Bytes for a character in the builder, in the text and in the buffer of the driver. */
    private static final long CHARACTER = 6;

    /** A statement without settings of its transaction. */
    public BoundStatement(SqlVariant variant, Object[] values, Reservation memory) {
        this(variant, values, Optional.empty(), memory);
    }

    BoundStatement(SqlVariant variant, Object[] values, Optional<BoundStatement> session, Reservation memory) {
        this(variant, values, session, memory, variant.isOnce() ? Optional.of(variant.sql()) : Optional.empty());
    }

    /** The statement with another comment in place of the usual one: at the end, or in front of a textual statement. */
    BoundStatement commented(String usual, String instead) {
        var sql = variant.sql();
        var inFront = variant.isUntrusted();
        if (inFront ? !sql.startsWith(usual) : !sql.endsWith(usual)) {
            throw new IllegalStateException("a statement without its comment");
        }
        memory.take(CHARACTER * (sql.length() + instead.length()));
        return inFront
                ? new BoundStatement(
                        SqlVariant.pasted(instead + sql.substring(usual.length())), values, session, memory)
                : new BoundStatement(
                        variant,
                        values,
                        session,
                        memory,
                        Optional.of(sql.substring(0, sql.length() - usual.length()) + instead));
    }
}
