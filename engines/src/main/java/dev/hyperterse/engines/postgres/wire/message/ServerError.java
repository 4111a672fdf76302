package dev.hyperterse.engines.postgres.wire.message;

import java.util.OptionalInt;

/**
 * An error response of the engine.
 *
 * @param severity not localised
 * @param message the primary one alone: details and hints quote rows
 * @param hint of the engine; may quote rows where a function raised the error
 * @param position of a character in the statement, from 1; empty where the error has no position
 * @param hasContext whether it was raised inside a function that the statement runs
 * @param routine of the engine's source; empty where it is absent
 */
public record ServerError(
        String severity,
        String sqlState,
        String message,
        String hint,
        OptionalInt position,
        boolean hasContext,
        String routine) {
    /** Reads the fields of an error, each a letter and a text; the last one may be cut off. */
    public static ServerError of(byte[] bytes, int from, int to) {
        var severity = "";
        var sqlState = "";
        var message = "";
        var hint = "";
        var position = OptionalInt.empty();
        var hasContext = false;
        var routine = "";
        for (var at = from; at < to && bytes[at] != 0; at++) {
            var field = bytes[at];
            var begin = ++at;
            while (at < to && bytes[at] != 0) {
                at++;
            }
            switch (field) {
                case 'V' -> severity = WireFormat.text(bytes, begin, at);
                case 'C' -> sqlState = WireFormat.text(bytes, begin, at);
                case 'M' -> message = WireFormat.text(bytes, begin, at);
                case 'H' -> hint = WireFormat.text(bytes, begin, at);
                case 'P' -> position = WireFormat.number(bytes, begin, at);
                case 'R' -> routine = WireFormat.text(bytes, begin, at);
                case 'W' -> hasContext = true;
                default -> {}
            }
        }
        return new ServerError(severity, sqlState, message, hint, position, hasContext, routine);
    }
}
