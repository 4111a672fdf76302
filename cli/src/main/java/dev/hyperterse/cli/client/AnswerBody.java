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

    private final Duration silence;
    private boolean commented;
    private int size;
    private int last = '\n';

    private AnswerBody(InputStream body, Duration silence) {
        super(body);
        this.silence = silence;
    }

    static Stream<String> lines(InputStream body, Duration silence) {
        var answer = new AnswerBody(body, silence);
        return new BufferedReader(new InputStreamReader(answer, StandardCharsets.UTF_8))
                .lines()
                .onClose(answer::close);
    }

    /** @throws ConnectionFailure when an event is too large */
    @Override
    public int read(byte[] into, int from, int length) throws IOException {
        var limit = new CompletableFuture<Boolean>();
        if (commented) {
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
        commented |= last == '\n' && next == ':';
        size = last == '\n' && next == '\n' ? 0 : size + 1;
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
