package dev.hyperterse.runtime.tool.bind;

import dev.hyperterse.runtime.memory.Reservation;
import java.util.Optional;

/**
 * What one call sends: a statement that was rendered before, and this call's values.
 *
 * @param values one for each of the variant's parameters; null is SQL's NULL. Text is a String, INT4 and INT8 are
 *     Long, DECIMAL is BigDecimal, BOOLEAN is Boolean, whatever the engine then makes of them
 * @param session a statement that is run before it, in the same transaction, and has no rows for the caller
 * @param memory of the call; it has the values and what a driver makes of them, and is to be asked for the rows
 * @param commented the text with a comment of this call, to be sent instead of the variant's; nothing that is prepared of
 *     it is kept
 */
public record BoundStatement(
        SqlVariant variant,
        Object[] values,
        Optional<BoundStatement> session,
        Reservation memory,
        Optional<String> commented) {
    /** In the builder of the text and in the text, and as the engine's driver sends it. */
    private static final long CHARACTER = 6;

    /** One that is run by itself. */
    public BoundStatement(SqlVariant variant, Object[] values, Reservation memory) {
        this(variant, values, Optional.empty(), memory);
    }

    BoundStatement(SqlVariant variant, Object[] values, Optional<BoundStatement> session, Reservation memory) {
        this(variant, values, session, memory, Optional.empty());
    }

    /** The same with another comment where each call has the usual one: at the end, or in front of what values are text of. */
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
