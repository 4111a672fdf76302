package dev.hyperterse.engines.http.token;

import dev.hyperterse.calls.fetch.FetchRequest;
import dev.hyperterse.calls.fetch.FetchRequest.Header;
import dev.hyperterse.calls.fetch.FetchRequest.OnRedirect;
import dev.hyperterse.calls.fetch.Unreachable;
import dev.hyperterse.calls.fetch.Unreachable.NoToken;
import dev.hyperterse.calls.fetch.UrlClient;
import dev.hyperterse.calls.fetch.address.NameService;
import java.io.IOException;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.LongSupplier;

/** Asks the token endpoint of an OAuth server. The thread that asks must be virtual; an interrupt ends its request. */
final class TokenEndpoint implements AutoCloseable {
    private static final int LARGEST = 64 * 1024;

    private final TokenSettings settings;
    private final UrlClient client;
    private final LongSupplier clock;

    /** @param timeoutMillis for a connection, and for a pause of the answer */
    TokenEndpoint(TokenSettings settings, int timeoutMillis, LongSupplier clock) {
        this.settings = settings;
        this.client = new UrlClient(
                settings.url(),
                new UrlClient.Limits(1, timeoutMillis, timeoutMillis),
                settings.trust(),
                NameService.SYSTEM);
        this.clock = clock;
    }

    /** @param subject the token of a caller that another one is wanted for */
    Token ask(Optional<String> subject) throws NoToken {
        var asked = clock.getAsLong();
        var answer = new AtomicReference<>(new byte[0]);
        try {
            var response = client.send(request(subject), (_, body) -> {
                answer.set(body.readNBytes(LARGEST + 1));
                return answer.get().length <= LARGEST;
            });
            if (answer.get().length > LARGEST) {
                throw new NoToken("the answer of the token endpoint is larger than %d bytes".formatted(LARGEST));
            }
            return TokenAnswer.read(response.status(), answer.get()).at(asked);
        } catch (NoToken none) {
            throw none;
        } catch (IOException failed) {
            throw new NoToken(why(failed));
        }
    }

    private String why(IOException failed) {
        if (Thread.currentThread().isInterrupted() || failed instanceof SocketTimeoutException) {
            return "the token endpoint does not answer in time";
        }
        return switch (failed) {
            case Unreachable unreachable -> unreachable.reason("token endpoint", settings.addressesField());
            case UrlClient.Refused _ -> "the token endpoint redirects, which is not followed";
            default -> "the token endpoint answers with something that is not a whole response of HTTP";
        };
    }

    private FetchRequest request(Optional<String> subject) {
        var headers = new ArrayList<>(List.of(
                new Header("accept", "application/json"),
                new Header("content-type", "application/x-www-form-urlencoded")));
        settings.basic().ifPresent(it -> headers.add(new Header("authorization", it)));
        return new FetchRequest(
                "POST",
                settings.url().prefix(),
                headers,
                Optional.of(settings.body(subject).getBytes(StandardCharsets.US_ASCII)),
                OnRedirect.FAIL);
    }

    @Override
    public void close() {
        client.close();
    }
}
