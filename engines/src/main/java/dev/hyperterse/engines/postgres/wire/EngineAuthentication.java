package dev.hyperterse.engines.postgres.wire;

import dev.hyperterse.engines.postgres.wire.message.ClientMessages;
import dev.hyperterse.engines.postgres.wire.message.ProtocolViolation;
import dev.hyperterse.engines.postgres.wire.message.ServerMessages;
import dev.hyperterse.engines.postgres.wire.message.WireFormat;
import java.io.IOException;
import java.net.Socket;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Authenticates this client to the engine: by password, MD5 or SCRAM. */
final class EngineAuthentication {
    private static final int DONE = 0;
    private static final int CLEARTEXT = 3;
    private static final int MD5 = 5;
    private static final int SASL = 10;
    private static final int SASL_CONTINUE = 11;
    private static final int SASL_FINAL = 12;

    private final Login login;
    private final Socket socket;
    private Optional<Scram> scram = Optional.empty();
    private boolean asked;
    private boolean done;

    EngineAuthentication(Login login, Socket socket) {
        this.login = login;
        this.socket = socket;
    }

    void answer(ServerMessages messages) throws IOException {
        var from = messages.body() + 4;
        if (done || messages.end() < from) {
            throw ProtocolViolation.unexpected(messages.type());
        }
        switch (WireFormat.int4(messages.bytes(), messages.body())) {
            case DONE -> finish();
            case CLEARTEXT -> send(once().password(ClientMessages.utf8(password())));
            case MD5 -> send(once().password(Md5.answer(login.user(), password(), messages.bytes(), from)));
            case SASL -> {
                once();
                scram = Optional.of(Scram.begin(mechanisms(messages), password(), socket));
                send(scram.get().first());
            }
            case SASL_CONTINUE -> send(scram().proof(WireFormat.text(messages.bytes(), from, messages.end())));
            case SASL_FINAL -> scram().verify(WireFormat.text(messages.bytes(), from, messages.end()));
            default ->
                throw new ConnectionRefused(
                        ConnectionRefused.REJECTED, "the engine asks for an authentication that is not supported");
        }
    }

    void requireDone() throws IOException {
        if (!done) {
            throw new ProtocolViolation("the engine continues without authentication");
        }
    }

    /** SCRAM authenticates both sides: an engine that has not proven that it knows the password is refused. */
    private void finish() throws IOException {
        if (scram.isPresent() && !scram.get().verified()) {
            throw new ConnectionRefused(
                    ConnectionRefused.AUTHENTICATION, "the database server has not authenticated itself");
        }
        done = true;
    }

    private ClientMessages once() throws IOException {
        if (asked) {
            throw new ProtocolViolation("the engine asks for a password again");
        }
        asked = true;
        return new ClientMessages();
    }

    private Scram scram() throws IOException {
        return scram.orElseThrow(() -> new ProtocolViolation("a step of SCRAM that was not begun"));
    }

    private String password() throws IOException {
        return login.password()
                .current()
                .filter(given -> !given.isEmpty())
                .orElseThrow(() -> new ConnectionRefused(ConnectionRefused.REJECTED, "the engine asks for a password"));
    }

    private void send(ClientMessages answer) throws IOException {
        answer.writeTo(socket.getOutputStream());
    }

    private static List<String> mechanisms(ServerMessages messages) throws IOException {
        List<String> mechanisms = new ArrayList<>();
        var from = messages.body() + 4;
        while (from < messages.end() && messages.bytes()[from] != 0) {
            var to = WireFormat.endOfText(messages.bytes(), from, messages.end());
            mechanisms.add(WireFormat.text(messages.bytes(), from, to));
            from = to + 1;
        }
        return mechanisms;
    }
}
