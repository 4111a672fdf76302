package dev.hyperterse.runtime.script;

import dev.hyperterse.runtime.memory.Reservation;

/**
 * What a statement of a script returned.
 *
 * @param json an array of objects
 * @param memory that the text takes, held until this is closed
 */
public record QueryRows(String json, Reservation memory) implements ScriptAnswer {
    @Override
    public void close() {
        memory.close();
    }
}
