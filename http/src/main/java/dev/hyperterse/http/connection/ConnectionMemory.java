package dev.hyperterse.http.connection;

/**
 * The memory that the connections of a listener may hold together.
 *
 * @param most how many may be open at a time
 * @param places each has the memory of a connection whose requests hold nothing
 * @param streamsInAPlace how many connections have the memory of one, while they only wait to send events
 * @param requests bytes beside that, for what they share: long heads, pieces of bodies, and what arrives ahead
 */
public record ConnectionMemory(int most, int places, int streamsInAPlace, long requests) {
    /** Each connection has a place. */
    public static ConnectionMemory of(int most, long requests) {
        return new ConnectionMemory(most, most, 1, requests);
    }

    /** The memory of connections that may all hold their maximum at a time. */
    public static ConnectionMemory ofFull(int most) {
        return of(most, most * RequestBytes.MOST_HELD);
    }
}
