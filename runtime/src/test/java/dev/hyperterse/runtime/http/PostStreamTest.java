package dev.hyperterse.runtime.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hyperterse.runtime.mcp.LegacyEra;
import dev.hyperterse.runtime.mcp.RpcError;
import io.helidon.webserver.CloseConnectionException;
import io.helidon.webserver.http.ServerResponse;
import java.io.OutputStream;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class PostStreamTest {
    private static final byte[] NOTICE = {'{', '}'};

    private final List<String> asked = new ArrayList<>();

    @Test
    void anAnswerWithNothingBeforeItIsSentWhole() {
        stream().finish(LegacyEra.refusal(404, RpcError.SESSION_NOT_FOUND, "Session not found"));

        assertThat(asked).contains("send").doesNotContain("outputStream");
    }

    /** The response was a stream already; sending it as something else looked like a bug of ours in the log. */
    @Test
    void aStreamThatBrokeAsItOpenedIsNotAnsweredOnceMore() {
        var stream = stream();
        stream.notice(NOTICE);
        stream.finish(LegacyEra.refusal(404, RpcError.SESSION_NOT_FOUND, "Session not found"));

        assertThat(stream.open()).isFalse();
        assertThat(asked).contains("outputStream").doesNotContain("status", "send");
    }

    private PostStream stream() {
        return new PostStream(responseOfAPeerThatIsGone(), true, new Departure());
    }

    private ServerResponse responseOfAPeerThatIsGone() {
        var out = new OutputStream() {
            @Override
            public void write(int value) {
                throw new CloseConnectionException("broken pipe");
            }
        };
        return (ServerResponse) Proxy.newProxyInstance(
                PostStreamTest.class.getClassLoader(), new Class<?>[] {ServerResponse.class}, (self, method, _) -> {
                    asked.add(method.getName());
                    return method.getName().equals("outputStream") ? out : self;
                });
    }
}
