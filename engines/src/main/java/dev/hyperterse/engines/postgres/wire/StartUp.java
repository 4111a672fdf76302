package dev.hyperterse.engines.postgres.wire;

import dev.hyperterse.calls.fetch.address.NameService;
import dev.hyperterse.engines.postgres.wire.host.ServerAddress;
import dev.hyperterse.engines.postgres.wire.message.ParameterStatus;
import dev.hyperterse.engines.postgres.wire.message.ProtocolViolation;
import dev.hyperterse.engines.postgres.wire.message.Requests;
import dev.hyperterse.engines.postgres.wire.message.ServerMessages;
import dev.hyperterse.engines.postgres.wire.message.WireFormat;
import java.io.IOException;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** The start-up of a connection to one host: from the socket to the first ReadyForQuery. */
final class StartUp {
    private final ServerAddress host;
    private final Login login;
    private final Link link;
    private final ServerMessages messages;
    private final EngineAuthentication authentication;
    private final Map<String, String> reported = new ConcurrentHashMap<>();
    private int process;
    private int key;

    private StartUp(ServerAddress host, Login login, Link link) throws IOException {
        this.host = host;
        this.login = login;
        this.link = link;
        this.messages = new ServerMessages(link.socket().getInputStream());
        this.authentication = new EngineAuthentication(login, link.socket());
    }

    static WireConnection connect(ServerAddress host, Login login, long end) throws IOException {
        var link = Sockets.open(host, NameService.SYSTEM.addresses(host.host()), login, end);
        try {
            return new StartUp(host, login, link).run(end);
        } catch (IOException | RuntimeException failed) {
            link.close();
            throw failed;
        }
    }

    private WireConnection run(long end) throws IOException {
        var out = link.socket().getOutputStream();
        out.write(Requests.startUp(login.parameters()));
        out.flush();
        while (!isReady(next(end))) {
            // Until ReadyForQuery.
        }
        var cancel = new CancelRequest(host, link.address(), login, link.encrypted(), process, key);
        return new WireConnection(link, out, messages, reported, cancel);
    }

    private byte next(long end) throws IOException {
        while (!messages.next((type, _) -> {
            throw ProtocolViolation.unexpected(type);
        })) {
            link.socket().setSoTimeout(Sockets.millisUntil(end));
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
