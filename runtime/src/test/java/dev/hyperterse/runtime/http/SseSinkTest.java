package dev.hyperterse.runtime.http;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.helidon.webserver.CloseConnectionException;
import io.helidon.webserver.http.ServerResponse;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.lang.reflect.Proxy;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Each failure of the web server for a lost connection becomes the one exception that writers handle. */
class SseSinkTest {
    static Stream<RuntimeException> failuresOfALostConnection() {
        return Stream.of(
                new CloseConnectionException("broken pipe"),
                new IllegalStateException("already closed"),
                new UncheckedIOException(new IOException("reset")));
    }

    @ParameterizedTest
    @MethodSource("failuresOfALostConnection")
    void lostConnectionIsAnIOException(RuntimeException gone) {
        assertThatThrownBy(() -> new SseSink(responseThatFailsWith(gone), () -> {}))
                .isInstanceOf(IOException.class)
                .hasCause(gone);
    }

    private static ServerResponse responseThatFailsWith(RuntimeException failure) {
        var out = new OutputStream() {
            @Override
            public void write(int value) {
                throw failure;
            }
        };
        return (ServerResponse) Proxy.newProxyInstance(
                SseSinkTest.class.getClassLoader(),
                new Class<?>[] {ServerResponse.class},
                (self, method, _) -> method.getName().equals("outputStream") ? out : self);
    }
}
