package dev.hyperterse.cli.client;

import java.io.BufferedReader;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** The body of an answer. Its events have a bound, and it ends where a server that sends comments falls silent. */
final class AnswerBody extends FilterInputStream {
    private static final int MOST = 4 * 1024 * 1024;

    /** A server may send one to begin its stream. */
    private static final int SIGNS_OF_LIFE = 2;

    private final boolean ofEvents;
    private final Duration silence;
    private int comments;
    private int size;
    private int last = '\n';

    private AnswerBody(InputStream body, boolean ofEvents, Duration silence) {
        super(body);
        this.ofEvents = ofEvents;
        this.silence = silence;
    }

    static Stream<String> lines(InputStream body, boolean ofEvents, Duration silence) {
        var answer = new AnswerBody(body, ofEvents, silence);
        return new BufferedReader(new InputStreamReader(answer, StandardCharsets.UTF_8))
                .lines()
                .onClose(answer::close);
    }

    /** @throws ConnectionFailure when an event is too large */
    @Override
    public int read(byte[] into, int from, int length) throws IOException {
        var limit = new CompletableFuture<Boolean>();
        if (comments >= SIGNS_OF_LIFE) {
            // A lost connection, as of a machine that has slept, ends by no byte.
            limit.orTimeout(silence.toMillis(), TimeUnit.MILLISECONDS).whenComplete((_, silent) -> {
                if (silent != null) {
                    close();
                }
            });
        }
        try {
            var read = super.read(into, from, length);
            for (int at = from; at < from + read; at++) {
                count(into[at]);
            }
            return read;
        } finally {
            limit.complete(true);
        }
    }

    private void count(int next) {
        if (next == '\r') {
            return;
        }
        if (last == '\n' && next == ':' && comments < SIGNS_OF_LIFE) {
            comments++;
        }
        size = ofEvents && last == '\n' && next == '\n' ? 0 : size + 1;
        last = next;
        if (size > MOST) {
            throw new ConnectionFailure("the server sends an event of more than 4 MiB");
        }
    }

    @Override
    public void close() {
        try {
            super.close();
        } catch (IOException closed) {
            // Nothing is read of it any more.
        }
    }
}
