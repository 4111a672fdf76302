package dev.hyperterse.engines.postgres.pipelined;

import static dev.hyperterse.engines.postgres.wire.FakeConversation.int2;
import static dev.hyperterse.engines.postgres.wire.FakeConversation.int4;
import static dev.hyperterse.engines.postgres.wire.FakeConversation.message;
import static dev.hyperterse.engines.postgres.wire.FakeConversation.ready;
import static dev.hyperterse.engines.postgres.wire.FakeConversation.text;

import dev.hyperterse.engines.postgres.wire.FakeConversation;
import dev.hyperterse.engines.postgres.wire.FakeEngine;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.postgresql.core.Oid;

/** An engine that answers every statement with one row of one column {@code v}: the first value of the call. */
final class FakeDatabase implements FakeEngine.Script {
    /** What is sent instead of an answer to a statement that runs. */
    @FunctionalInterface
    interface Answer {
        /** Empty where the usual answer is sent. */
        Optional<List<byte[]>> instead(List<byte[]> usual, int connection) throws IOException;
    }

    private final Answer answer;

    FakeDatabase(Answer answer) {
        this.answer = answer;
    }

    @Override
    public void play(FakeConversation client, int number) throws IOException {
        client.welcome();
        List<byte[]> messages = new ArrayList<>();
        var runs = false;
        while (true) {
            var request = client.read();
            switch (request.type()) {
                case 'P' -> messages.add(message('1'));
                case 'D' -> {
                    messages.add(message('t', int2(0)));
                    messages.add(description("v", Oid.INT4));
                }
                case 'B' -> {
                    messages.add(message('2'));
                    messages.add(row(value(request.body())));
                }
                case 'E' -> {
                    messages.add(message('C', text("SELECT 1")));
                    runs = true;
                }
                case 'Q' -> messages.addAll(List.of(message('C', text("SET")), ready()));
                case 'S' -> messages.add(ready());
                default -> throw new IOException("not a request that is answered here: " + request.type());
            }
            if (request.type() == 'S' || request.type() == 'Q') {
                var instead = runs ? answer.instead(messages, number) : Optional.<List<byte[]>>empty();
                client.send(instead.orElse(messages).toArray(byte[][]::new));
                if (instead.isPresent()) {
                    client.end();
                    client.drain();
                    return;
                }
                messages = new ArrayList<>();
                runs = false;
            }
        }
    }

    static byte[] row(byte[] value) {
        return message('D', int2(1), int4(value.length), value);
    }

    static byte[] description(String name, int type) {
        return message('T', int2(1), text(name), int4(0), int2(0), int4(type), int2(-1), int4(-1), int2(0));
    }

    /** Of a Bind with one value: behind two names, no formats and the count. */
    private static byte[] value(byte[] bind) {
        var body = ByteBuffer.wrap(bind);
        while (body.get() != 0) {}
        while (body.get() != 0) {}
        body.getShort();
        body.getShort();
        var value = new byte[body.getInt()];
        body.get(value);
        return value;
    }
}
