package dev.hyperterse.runtime.connector.postgres.wire;

import java.io.IOException;
import java.net.Socket;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import javax.net.ssl.SSLSocket;

/** The beginning of a connection on one host: from the socket to the moment when the engine waits for statements. */
final class StartUp {
    private final ServerAddress address;
    private final Login login;
    private final Socket socket;
    private final ServerMessages messages;
    private final Authentication authentication;
    private final Map<String, String> reported = new ConcurrentHashMap<>();
    private int process;
    private int key;

    private StartUp(ServerAddress address, Login login, Socket socket) throws IOException {
        this.address = address;
        this.login = login;
        this.socket = socket;
        this.messages = new ServerMessages(socket.getInputStream());
        this.authentication = new Authentication(login, socket);
    }

    static WireConnection connect(ServerAddress address, Login login, long end) throws IOException {
        var socket = Sockets.open(address, login, end);
        try {
            return new StartUp(address, login, socket).run(end);
        } catch (IOException | RuntimeException failed) {
            socket.close();
            throw failed;
        }
    }

    private WireConnection run(long end) throws IOException {
        var out = socket.getOutputStream();
        out.write(Requests.startUp(login.parameters()));
        out.flush();
        while (!isReady(next(end))) {
            // Until the engine waits for statements.
        }
        var encrypted = socket instanceof SSLSocket;
        return new WireConnection(
                socket, out, messages, reported, new CancelRequest(address, login, encrypted, process, key));
    }

    private byte next(long end) throws IOException {
        while (!messages.next((type, _) -> {
            throw ProtocolViolation.unexpected(type);
        })) {
            socket.setSoTimeout(Sockets.millisUntil(end));
            messages.receive();
        }
        return messages.type();
    }

    private boolean isReady(byte type) throws IOException {
        switch (type) {
            case 'R' -> authentication.answer(messages);
            case 'E' -> throw SimpleQuery.refusal(messages);
            case 'N' -> {}
            case 'S' -> ParameterStatus.read(messages, reported);
            case 'K' -> keyData();
            case 'Z' -> {
                authentication.requireDone();
                return true;
            }
            default -> throw ProtocolViolation.unexpected(type);
        }
        return false;
    }

    private void keyData() throws IOException {
        authentication.requireDone();
        if (messages.end() - messages.body() != 8) {
            throw new ProtocolViolation("a cancel key of another length");
        }
        process = WireFormat.int4(messages.bytes(), messages.body());
        key = WireFormat.int4(messages.bytes(), messages.body() + 4);
    }
}
