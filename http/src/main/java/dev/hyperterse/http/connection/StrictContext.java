package dev.hyperterse.http.connection;

import io.helidon.common.buffers.BufferData;
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

/**
 * A connection of the server, but for its bytes. Its reader holds the array that it read last until it has read past it
 * into another, so it gets an empty one (Helidon 4.5.0, {@code DataReader.ensureAvailable}) before it would wait.
 */
final class StrictContext implements ConnectionContext {
    private final ConnectionContext connection;
    private final DataReader reader;
    private final DataWriter writer;

    /** The reader holds no bytes of a request. */
    private boolean empty = true;

    /** No request is read behind the last one. */
    private boolean ended;

    StrictContext(ConnectionContext connection, RequestBytes bytes, BoundedWrite sending) {
        this.connection = connection;
        this.reader = DataReader.create(() -> next(bytes));
        this.writer = new TimedWriter(connection.dataWriter(), sending);
    }

    private byte[] next(RequestBytes bytes) {
        if (!empty && (ended || bytes.isBeforeRequest())) {
            empty = true;
            return BufferData.EMPTY_BYTES;
        }
        if (ended || bytes.isBetweenRequests()) {
            throw StrictConnection.Unwound.BETWEEN_REQUESTS;
        }
        empty = false;
        return bytes.get();
    }

    /**
     * Drops what the server has read of a request whose answer may last for days.
     *
     * @param last whether no other request is read
     */
    void forgetRequest(boolean last) {
        ended = last;
        reader.skip(reader.available());
        try {
            reader.ensureAvailable();
        } catch (StrictConnection.Unwound nothingLeft) {
            // The reader has moved to the empty array.
        }
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
