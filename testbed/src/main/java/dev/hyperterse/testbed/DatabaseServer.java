package dev.hyperterse.testbed;

/**
 * A database server of its own: a free port, a temporary directory, gone with the JVM. It can be stopped and started
 * again on the same port and data, and paused, so that tests can break a database and bring it back.
 */
public abstract class DatabaseServer implements AutoCloseable {
    public static final String HOST = "127.0.0.1";

    public final ServerProcess process;
    private final ReservedPort port = new ReservedPort();

    /** @param endSignal as of {@link ServerProcess} */
    public DatabaseServer(String engine, String endSignal) {
        this.process = new ServerProcess(engine, endSignal);
    }

    public final int port() {
        return port.number();
    }

    /** Starts the server on the port and data that it had, and returns when it accepts connections. */
    public abstract void start();

    /** Stops the server at once: open connections break, as in a failover. */
    public final void stop() {
        process.stop();
    }

    /** The server's processes stand still: connections stay open and nothing is answered. */
    public final void pause() {
        process.pause();
    }

    /** The end of {@link #pause()}. */
    public final void resume() {
        process.resume();
    }

    @Override
    public final void close() {
        process.delete();
        port.close();
    }
}
