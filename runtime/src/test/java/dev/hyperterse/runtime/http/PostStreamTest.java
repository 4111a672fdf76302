package dev.hyperterse.runtime.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hyperterse.http.connection.BoundedWrite;
import dev.hyperterse.runtime.mcp.call.Answer;
import io.helidon.http.ServerResponseHeaders;
import io.helidon.webserver.CloseConnectionException;
import io.helidon.webserver.http.ServerResponse;
import java.io.OutputStream;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PostStreamTest {
    private static final byte[] NOTICE = {'{', '}'};

    private final List<String> asked = new ArrayList<>();

    @Test
    void answerWithoutNoticesIsSentWhole() {
        stream().finish(TransportErrors.notFound());

        assertThat(asked).contains("send").doesNotContain("outputStream");
    }

    /** The response is a stream already; sending it otherwise would log an internal error. */
    @Test
    void streamThatFailedToOpenIsNotAnsweredAgain() {
        var stream = stream();
        stream.notice(NOTICE);
        stream.finish(TransportErrors.notFound());

        assertThat(stream.open()).isFalse();
        assertThat(asked).contains("outputStream").doesNotContain("status", "send");
    }

    /** Each piece takes most of the idle timeout; 2 s and 30 s are the limits while buffers are scarce. */
    @ParameterizedTest
    @CsvSource({"10, false, false", "10, true, false", "30, false, true", "30, true, true"})
    void slowReaderIsDroppedAfterTheTotalTimeOnly(int pieces, boolean asEvents, boolean dropped) {
        var clock = new AtomicLong();
        var stuck = new AtomicBoolean();
        var stream = new AtomicReference<PostStream>();
        var slow = new OutputStream() {
            @Override
            public void write(int value) {
                // Less than a piece, taken at once.
            }

            @Override
            public void write(byte[] bytes, int from, int length) {
                if (length == Pieces.SIZE) {
                    clock.addAndGet(1_500_000_000);
                    stream.get().dropIfStuck(clock.get(), Duration.ofSeconds(2), Duration.ofSeconds(30));
                    stuck.compareAndSet(false, Thread.interrupted());
                }
            }
        };
        stream.set(
                new PostStream(responseTo(slow), true, () -> 1, new GracefulShutdown(), new BoundedWrite(clock::get)));
        if (asEvents) {
            stream.get().notice(NOTICE);
        }
        stream.get().finish(new Answer.Small(new byte[pieces * Pieces.SIZE], Optional.empty()));

        assertThat(stuck.get()).isEqualTo(dropped);
    }

    private PostStream stream() {
        return new PostStream(responseOfAPeerThatIsGone(), true, () -> 1, new GracefulShutdown(), new BoundedWrite());
    }

    private ServerResponse responseOfAPeerThatIsGone() {
        var out = new OutputStream() {
            @Override
            public void write(int value) {
                throw new CloseConnectionException("broken pipe");
            }
        };
        return responseTo(out);
    }

    private ServerResponse responseTo(OutputStream peer) {
        return (ServerResponse) Proxy.newProxyInstance(
                PostStreamTest.class.getClassLoader(), new Class<?>[] {ServerResponse.class}, (self, method, _) -> {
                    asked.add(method.getName());
                    return switch (method.getName()) {
                        case "outputStream" -> peer;
                        case "headers" -> ServerResponseHeaders.create();
                        default -> self;
                    };
                });
    }
}
