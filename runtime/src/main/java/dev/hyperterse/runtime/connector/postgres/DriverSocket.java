package dev.hyperterse.runtime.connector.postgres;

import java.io.IOException;
import java.lang.reflect.Field;
import java.net.Socket;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Optional;
import org.postgresql.core.PGStream;
import org.postgresql.core.QueryExecutorBase;
import org.postgresql.jdbc.PgConnection;

/**
 * The socket of a connection that the driver has made: by then it has found the host, encrypted, authenticated and fixed
 * the session. Between two of its own statements the driver neither reads nor writes there.
 */
final class DriverSocket {
    /** The one thing of the driver that is not public; where it cannot be had no connection is shared. */
    private static final Optional<Field> STREAM = field();

    private DriverSocket() {}

    static Optional<Socket> of(Connection connection) {
        return stream(connection).map(PGStream::getSocket);
    }

    /** From now on what the driver reads on a connection that it has just made is counted. */
    static void count(Connection connection) throws SQLException {
        var stream = stream(connection);
        try {
            if (stream.isPresent()) {
                stream.get().changeSocket(new CountedSocket(stream.get().getSocket()));
            }
        } catch (IOException closed) {
            throw new SQLException("the connection was lost as it was made", "08006", closed);
        }
    }

    /** What counts on that connection; empty where the driver is another one. */
    static Optional<CountedSocket> counted(Connection connection) {
        return of(connection).filter(CountedSocket.class::isInstance).map(CountedSocket.class::cast);
    }

    private static Optional<PGStream> stream(Connection connection) {
        try {
            return connection instanceof PgConnection driver
                            && STREAM.isPresent()
                            && driver.getQueryExecutor() instanceof QueryExecutorBase executor
                            && STREAM.get().get(executor) instanceof PGStream stream
                            && !stream.isGssEncrypted()
                    ? Optional.of(stream)
                    : Optional.empty();
        } catch (IllegalAccessException closed) {
            return Optional.empty();
        }
    }

    /** Whether there is unread input, such as the engine's notice that it closes the connection. TLS may hide that. */
    static boolean hasInput(Connection connection) {
        try {
            var socket = of(connection);
            return socket.isPresent() && socket.get().getInputStream().available() > 0;
        } catch (IOException closed) {
            return true;
        }
    }

    private static Optional<Field> field() {
        try {
            var field = QueryExecutorBase.class.getDeclaredField("pgStream");
            field.setAccessible(true);
            return Optional.of(field);
        } catch (NoSuchFieldException | RuntimeException anotherDriver) {
            return Optional.empty();
        }
    }
}
