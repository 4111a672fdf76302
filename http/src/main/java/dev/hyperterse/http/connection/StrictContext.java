package dev.hyperterse.http.connection;

import io.helidon.common.buffers.DataReader;
import io.helidon.common.buffers.DataWriter;
import io.helidon.common.socket.HelidonSocket;
import io.helidon.common.socket.PeerInfo;
import io.helidon.webserver.ConnectionContext;
import io.helidon.webserver.ListenerContext;
import io.helidon.webserver.ProxyProtocolData;
import io.helidon.webserver.Router;
import java.util.Optional;
import java.util.concurrent.ExecutorService;

/** A connection of the server, but for its bytes. */
final class StrictContext implements ConnectionContext {
    private final ConnectionContext connection;
    private final DataReader reader;
    private final DataWriter writer;

    StrictContext(ConnectionContext connection, RequestBytes bytes, BoundedWrite sending) {
        this.connection = connection;
        this.reader = DataReader.create(() -> ofRequest(bytes));
        this.writer = new TimedWriter(connection.dataWriter(), sending);
    }

    private static byte[] ofRequest(RequestBytes bytes) {
        if (bytes.isBetweenRequests()) {
            throw StrictConnection.Unwound.BETWEEN_REQUESTS;
        }
        return bytes.get();
    }

    @Override
    public DataReader dataReader() {
        return reader;
    }

    @Override
    public DataWriter dataWriter() {
        return writer;
    }

    @Override
    public ListenerContext listenerContext() {
        return connection.listenerContext();
    }

    @Override
    public ExecutorService executor() {
        return connection.executor();
    }

    @Override
    public Router router() {
        return connection.router();
    }

    @Override
    public Optional<ProxyProtocolData> proxyProtocolData() {
        return connection.proxyProtocolData();
    }

    @Override
    public HelidonSocket serverSocket() {
        return connection.serverSocket();
    }

    @Override
    public PeerInfo remotePeer() {
        return connection.remotePeer();
    }

    @Override
    public PeerInfo localPeer() {
        return connection.localPeer();
    }

    @Override
    public boolean isSecure() {
        return connection.isSecure();
    }

    @Override
    public String socketId() {
        return connection.socketId();
    }

    @Override
    public String childSocketId() {
        return connection.childSocketId();
    }
}
