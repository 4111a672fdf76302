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
 */
public record BoundStatement(
        SqlVariant variant, Object[] values, Optional<BoundStatement> session, Reservation memory) {
    /** One that is run by itself. */
    public BoundStatement(SqlVariant variant, Object[] values, Reservation memory) {
        this(variant, values, Optional.empty(), memory);
    }
}
