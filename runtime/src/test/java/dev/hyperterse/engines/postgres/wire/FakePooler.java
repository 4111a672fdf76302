package dev.hyperterse.engines.postgres.wire;

import static dev.hyperterse.engines.postgres.wire.FakeConversation.authentication;
import static dev.hyperterse.engines.postgres.wire.FakeConversation.int4;
import static dev.hyperterse.engines.postgres.wire.FakeConversation.message;
import static dev.hyperterse.engines.postgres.wire.FakeConversation.ready;
import static dev.hyperterse.engines.postgres.wire.FakeConversation.setting;

import dev.hyperterse.engines.postgres.wire.message.Requests;
import java.io.DataInputStream;
import java.io.IOException;
import java.net.Socket;
import java.util.Deque;
import java.util.Map;
import java.util.concurrent.ConcurrentLinkedDeque;

/** A pooler before a real engine that trusts it, as PgBouncer: cancel keys of its own, the session used last first. */
final class FakePooler implements FakeEngine.Script {
    enum Mode {
        SESSION,
        TRANSACTION,
        /** With the session first that was not used for longest. */
        TRANSACTION_ROUND_ROBIN
    }

    private final Mode mode;
    private final int port;
    private final String database;
    private final Deque<Session> idle = new ConcurrentLinkedDeque<>();

    /** @param port of the engine on the loopback address */
    FakePooler(Mode mode, int port, String database) {
        this.mode = mode;
        this.port = port;
        this.database = database;
    }

    /** A session of the engine. */
    private static final class Session {
        private final Socket socket;
        private final DataInputStream in;

        Session(int port, String database) throws IOException {
            socket = new Socket("127.0.0.1", port);
            in = new DataInputStream(socket.getInputStream());
            socket.getOutputStream().write(Requests.startUp(Map.of("user", "postgres", "database", database)));
            while (read().type() != 'Z') {
                // Its settings.
            }
        }

        FakeConversation.Message read() throws IOException {
            var type = (char) in.readUnsignedByte();
            return new FakeConversation.Message(type, in.readNBytes(in.readInt() - 4));
        }

        void write(FakeConversation.Message message) throws IOException {
            socket.getOutputStream().write(message(message.type(), message.body()));
        }
    }

    @Override
    public void play(FakeConversation client, int number) throws IOException {
        client.startUp();
        client.send(
                authentication(0),
                setting("client_encoding", "UTF8"),
                setting("default_transaction_read_only", "off"),
                message('K', int4(1_000_000 + number), int4(7)),
                ready());
        Session session = null;
        while (true) {
            var request = client.read();
            if (request.type() == 'X') {
                break;
            }
            session = session == null ? take() : session;
            session.write(request);
            if (request.type() == 'Q' || request.type() == 'S') {
                var idleAgain = answer(session, client);
                if (idleAgain && mode != Mode.SESSION) {
                    giveBack(session);
                    session = null;
                }
            }
        }
        if (session != null) {
            session.socket.close();
        }
    }

    private void giveBack(Session session) {
        if (mode == Mode.TRANSACTION) {
            idle.addFirst(session);
        } else {
            idle.addLast(session);
        }
    }

    private Session take() throws IOException {
        var session = idle.pollFirst();
        return session == null ? new Session(port, database) : session;
    }

    /** The first value that the session used last answers, as any other client of the pooler gets it. */
    String ask(String sql) throws IOException {
        var session = take();
        session.write(new FakeConversation.Message('Q', FakeConversation.text(sql)));
        var value = "";
        while (true) {
            var answer = session.read();
            if (answer.type() == 'D') {
                value = answer.text().substring(6);
            }
            if (answer.type() == 'Z') {
                session.socket.close();
                return value;
            }
        }
    }

    /** Whether no transaction is open behind it. */
    private static boolean answer(Session session, FakeConversation client) throws IOException {
        while (true) {
            var answer = session.read();
            client.send(message(answer.type(), answer.body()));
            if (answer.type() == 'Z') {
                return answer.body()[0] == 'I';
            }
        }
    }
}
