package dev.hyperterse.engines.mysql;

import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.SocketException;
import java.sql.SQLException;
import java.util.concurrent.atomic.AtomicReference;
import javax.net.SocketFactory;
import org.mariadb.jdbc.Configuration;
import org.mariadb.jdbc.Driver;

/** Makes the sockets of the driver, which instantiates this class by its name for each connection. */
public final class CountedSockets extends SocketFactory {
    /** Passes the socket to the thread that connects; not bound for the connections that the driver makes to cancel. */
    private static final ScopedValue<AtomicReference<CountedSocket>> MADE = ScopedValue.newInstance();

    static MysqlConnection connect(Configuration configuration) throws SQLException {
        var made = new AtomicReference<CountedSocket>();
        var driver = ScopedValue.where(MADE, made).call(() -> Driver.connect(configuration));
        return new MysqlConnection(driver, made.get().input());
    }

    @Override
    public Socket createSocket() {
        var socket = new CountedSocket();
        if (MADE.isBound()) {
            MADE.get().set(socket);
        }
        return socket;
    }

    @Override
    public Socket createSocket(String host, int port) throws IOException {
        throw connectsItself();
    }

    @Override
    public Socket createSocket(String host, int port, InetAddress local, int localPort) throws IOException {
        throw connectsItself();
    }

    @Override
    public Socket createSocket(InetAddress host, int port) throws IOException {
        throw connectsItself();
    }

    @Override
    public Socket createSocket(InetAddress host, int port, InetAddress local, int localPort) throws IOException {
        throw connectsItself();
    }

    private static IOException connectsItself() {
        return new SocketException("the driver connects its sockets itself");
    }
}
