package dev.hyperterse.calls.memory;

/** Changes rows before anything else sees them. */
@FunctionalInterface
public interface RowMask {
    /**
     * Writes a row in another form.
     *
     * @param row begins with the row as a JSON object
     * @param out in the form of the result
     * @throws dev.hyperterse.calls.CallFailure if it is not a row of the expected columns
     */
    void write(byte[] row, ResultBuffer out);
}
