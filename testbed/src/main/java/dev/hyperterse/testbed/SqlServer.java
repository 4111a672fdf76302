package dev.hyperterse.testbed;

/** A server of SQL databases that tests can break and bring back. */
public interface SqlServer extends AutoCloseable {
    /** A new, empty database; the name is never used twice. */
    SqlDatabase createDatabase();

    /** Starts the server on the port and data that it had, and returns when it accepts connections. */
    void start();

    /** Stops the server at once: open connections break, as in a failover. */
    void stop();

    /** The server's processes stand still: connections stay open and nobody answers. */
    void pause();

    /** The end of {@link #pause()}. */
    void resume();

    @Override
    void close();
}
