package dev.hyperterse.runtime.connector.postgres;

import dev.hyperterse.runtime.call.CallFailure;
import dev.hyperterse.runtime.memory.Reservation;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.Socket;
import java.net.SocketAddress;
import java.net.SocketException;
import java.net.SocketImpl;
import java.util.Optional;

/**
 * The socket under a connection of the driver, which reads a result whole before it shows the first row: what arrives for
 * a call is taken from the call's memory. When there is none left the connection breaks, because nothing else makes the
 * driver stop reading. Used by the one thread that has the connection.
 */
final class CountedSocket extends Socket {
    /** Of a cell the driver keeps the bytes in an array, and of a row the cells. */
    private static final long KEPT = 2;

    private final Socket socket;
    private final InputStream in;
    private Optional<Reservation> call = Optional.empty();
    private Optional<CallFailure> refused = Optional.empty();

    CountedSocket(Socket socket) throws IOException {
        super((SocketImpl) null);
        this.socket = socket;
        this.in = new Counted(socket.getInputStream());
    }

    /** From now on what arrives is the call's. */
    void begin(Reservation memory) {
        call = Optional.of(memory);
    }

    /** The result is read, or will not be. */
    void end() {
        call = Optional.empty();
    }

    /** Why it broke, if it was for this call's lack of memory. */
    Optional<CallFailure> refused() {
        return refused;
    }

    private final class Counted extends FilterInputStream {
        private Counted(InputStream in) {
            super(in);
        }

        @Override
        public int read() throws IOException {
            int single = super.read();
            arrived(1);
            return single;
        }

        @Override
        public int read(byte[] bytes, int from, int length) throws IOException {
            int count = super.read(bytes, from, length);
            arrived(count);
            return count;
        }

        private void arrived(int count) throws IOException {
            if (count <= 0 || call.isEmpty()) {
                return;
            }
            try {
                call.get().take(KEPT * count);
            } catch (CallFailure exhausted) {
                refused = Optional.of(exhausted);
                throw new IOException(exhausted);
            }
        }
    }

    @Override
    public InputStream getInputStream() {
        return in;
    }

    @Override
    public OutputStream getOutputStream() throws IOException {
        return socket.getOutputStream();
    }

    @Override
    public SocketAddress getRemoteSocketAddress() {
        return socket.getRemoteSocketAddress();
    }

    @Override
    public int getSendBufferSize() throws SocketException {
        return socket.getSendBufferSize();
    }

    @Override
    public int getSoTimeout() throws SocketException {
        return socket.getSoTimeout();
    }

    @Override
    public void setSoTimeout(int milliseconds) throws SocketException {
        socket.setSoTimeout(milliseconds);
    }

    @Override
    public void setTcpNoDelay(boolean on) throws SocketException {
        socket.setTcpNoDelay(on);
    }

    @Override
    public boolean isConnected() {
        return socket.isConnected();
    }

    @Override
    public boolean isClosed() {
        return socket.isClosed();
    }

    @Override
    public void shutdownInput() throws IOException {
        socket.shutdownInput();
    }

    @Override
    public void shutdownOutput() throws IOException {
        socket.shutdownOutput();
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }

    @Override
    public String toString() {
        return socket.toString();
    }
}
