package dev.hyperterse.engines.mysql;

import dev.hyperterse.engines.jdbc.CallInput;
import java.io.IOException;
import java.io.InputStream;
import java.net.Socket;

/** The socket of a connection of the driver; counts received bytes, below TLS. */
final class CountedSocket extends Socket {
    private final CallInput input = new CallInput();

    CallInput input() {
        return input;
    }

    @Override
    public InputStream getInputStream() throws IOException {
        return input.counting(super.getInputStream());
    }
}
