package dev.hyperterse.http.connection;

/**
 * The memory that the connections of a listener may hold together.
 *
 * @param most how many may be open at a time, each with the memory of an idle one
 * @param requests bytes beside that, for what they share: long heads, pieces of bodies, and what arrives ahead
 */
public record ConnectionMemory(int most, long requests) {
    /** The memory of connections that may all hold their maximum at a time. */
    public static ConnectionMemory ofFull(int most) {
        return new ConnectionMemory(most, most * RequestBytes.MOST_HELD);
    }
}
