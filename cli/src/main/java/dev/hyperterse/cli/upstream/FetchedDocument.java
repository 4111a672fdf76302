package dev.hyperterse.cli.upstream;

import dev.hyperterse.calls.CallFailure;
import dev.hyperterse.calls.Stage;
import dev.hyperterse.calls.deadline.CallScope;
import dev.hyperterse.calls.fetch.FetchRequest;
import dev.hyperterse.calls.fetch.FetchRequest.Header;
import dev.hyperterse.calls.fetch.FetchRequest.OnRedirect;
import dev.hyperterse.calls.fetch.FetchResponse;
import dev.hyperterse.calls.fetch.Unreachable;
import dev.hyperterse.calls.fetch.UrlClient;
import dev.hyperterse.calls.fetch.address.AllowedUrl;
import dev.hyperterse.calls.fetch.address.NameService;
import dev.hyperterse.catalog.request.PublishedDocument;
import dev.hyperterse.catalog.script.FetchGrant.Addresses;
import java.io.IOException;
import java.net.URI;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import javax.net.ssl.SSLContext;

/** A document that an API publishes at a URL: fetched as a replica sends requests, and never from elsewhere. */
public record FetchedDocument(URI url, Map<String, String> headers, Duration timeout) {
    /** Far more than a ConfigMap holds, so that people can cut a document themselves. */
    static final int LARGEST = 16 << 20;

    private static final int CONNECT_MILLIS = 5_000;
    private static final int REDIRECTION = 3;
    private static final int SUCCESS = 2;

    /** Its text as it is published. @throws CallFailure when it cannot be fetched */
    public String text() {
        return VirtualTask.within(timeout, this::fetched);
    }

    private String fetched(CallScope scope) {
        var allowed = new AllowedUrl(url, Addresses.Private, Optional.empty());
        // The deadline of the scope comes first, also on a machine that has little time for it.
        var limits = new UrlClient.Limits(
                0, CONNECT_MILLIS, (int) timeout.plusMinutes(1).toMillis());
        try (var client = new UrlClient(allowed, limits, SSLContext.getDefault(), NameService.SYSTEM)) {
            return scope.await(() -> fetched(client, scope));
        } catch (NoSuchAlgorithmException impossible) {
            throw new IllegalStateException(impossible);
        }
    }

    private String fetched(UrlClient client, CallScope scope) {
        var body = new AtomicReference<>(new byte[0]);
        try {
            var response = client.send(request(), (_, in) -> {
                body.set(in.readNBytes(LARGEST + 1));
                return body.get().length <= LARGEST;
            });
            requireDocument(response);
        } catch (Unreachable unreachable) {
            scope.check();
            throw failure(unreachable.reason());
        } catch (UrlClient.Refused refused) {
            throw failure(refused.getMessage());
        } catch (IOException lost) {
            scope.check();
            throw failure("the connection was lost, or the response is not one of HTTP");
        }
        if (body.get().length > LARGEST) {
            throw failure("it has more than %d MiB".formatted(LARGEST >> 20));
        }
        return decoded(body.get());
    }

    private FetchRequest request() {
        var sent = new ArrayList<Header>();
        headers.forEach((name, value) -> sent.add(new Header(name.toLowerCase(Locale.ROOT), value)));
        if (sent.stream().map(Header::name).noneMatch("accept"::equals)) {
            sent.add(new Header("accept", PublishedDocument.ACCEPT));
        }
        return new FetchRequest("GET", url, List.copyOf(sent), Optional.empty(), OnRedirect.RETURN);
    }

    /** A redirect is not followed, because headers may be credentials, and because people approve where a text is from. */
    private static void requireDocument(FetchResponse response) {
        var kind = response.status() / 100;
        if (kind == REDIRECTION && response.header("location").isPresent()) {
            throw failure("it is at %s; import that URL, if you trust it"
                    .formatted(
                            NamedDifferences.visible(response.header("location").get())));
        }
        if (kind != SUCCESS) {
            throw failure("the API answers with HTTP " + response.status());
        }
    }

    private static String decoded(byte[] body) {
        try {
            var text = StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(body))
                    .toString();
            return text.startsWith("\uFEFF") ? text.substring(1) : text;
        } catch (CharacterCodingException binary) {
            throw failure("it is no text in UTF-8");
        }
    }

    private static CallFailure failure(String why) {
        return new CallFailure(Stage.UNAVAILABLE, why);
    }
}
