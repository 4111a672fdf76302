package dev.hyperterse.runtime.auth.token;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import javax.net.ssl.SSLContext;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.json.JsonMapper;

/** Reads documents of an issuer, within bounds of size and time, and without following redirects. */
public final class IssuerDocuments {
    private static final int LARGEST = 1 << 20;
    private static final Duration LONGEST = Duration.ofSeconds(5);
    private static final String OPENID = "/.well-known/openid-configuration";
    private static final String OAUTH = "/.well-known/oauth-authorization-server";

    private final Duration longest;
    private final HttpClient client;

    public IssuerDocuments(Optional<SSLContext> trust) {
        this(trust, LONGEST);
    }

    /** @param longest the timeout for one document, from the connection to its last byte */
    public IssuerDocuments(Optional<SSLContext> trust, Duration longest) {
        this.longest = longest;
        var builder = HttpClient.newBuilder()
                .followRedirects(HttpClient.Redirect.NEVER)
                .connectTimeout(longest)
                .executor(Executors.newVirtualThreadPerTaskExecutor());
        trust.ifPresent(builder::sslContext);
        this.client = builder.build();
    }

    /** The URL of the keys, from the issuer's metadata: of OpenID, else of RFC 8414. */
    String keysUrl(String issuer) throws IOException {
        var failures = new IOException("no metadata of the issuer can be read");
        for (var place : places(issuer)) {
            try {
                return keysUrl(issuer, read(place));
            } catch (IOException | JacksonException elsewhere) {
                failures.addSuppressed(elsewhere);
            }
        }
        throw failures;
    }

    static List<String> places(String issuer) {
        var url = URI.create(issuer);
        var path = url.getRawPath() == null ? "" : url.getRawPath();
        var bare = path.endsWith("/") ? path.substring(0, path.length() - 1) : path;
        var origin = url.getScheme() + "://" + url.getRawAuthority();
        return List.of(origin + bare + OPENID, origin + OAUTH + bare);
    }

    private static String keysUrl(String issuer, byte[] metadata) throws IOException {
        var tree = JsonMapper.shared().readTree(metadata);
        if (!tree.path("issuer").asString("").equals(issuer)) {
            throw new IOException("the metadata names another issuer");
        }
        var url = tree.path("jwks_uri").asString("");
        if (!isAsProtected(url, issuer)) {
            throw new IOException("the metadata names no jwks_uri, or one without TLS");
        }
        return url;
    }

    /** Keys that are read without TLS could be replaced in transit. */
    private static boolean isAsProtected(String url, String issuer) {
        return url.startsWith("https://") || url.startsWith("http://") && issuer.startsWith("http://");
    }

    public byte[] read(String url) throws IOException {
        var request = HttpRequest.newBuilder(URI.create(url))
                .header("Accept", "application/json, application/jwk-set+json")
                .timeout(longest)
                .build();
        var answer = client.sendAsync(request, BodyHandlers.limiting(BodyHandlers.ofByteArray(), LARGEST));
        try {
            return body(answer.get(longest.toMillis(), TimeUnit.MILLISECONDS));
        } catch (TimeoutException late) {
            answer.cancel(true);
            throw new IOException("no answer within " + longest.toMillis() + " ms", late);
        } catch (ExecutionException failed) {
            throw new IOException(String.valueOf(failed.getCause().getMessage()), failed.getCause());
        } catch (InterruptedException interrupted) {
            answer.cancel(true);
            Thread.currentThread().interrupt();
            throw new IOException("interrupted", interrupted);
        }
    }

    private static byte[] body(HttpResponse<byte[]> answer) throws IOException {
        if (answer.statusCode() != 200) {
            throw new IOException("the response has status " + answer.statusCode());
        }
        return answer.body();
    }
}
