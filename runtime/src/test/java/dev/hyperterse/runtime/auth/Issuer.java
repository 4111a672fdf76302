package dev.hyperterse.runtime.auth;

import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.JWSHeader;
import com.nimbusds.jose.crypto.ECDSASigner;
import com.nimbusds.jose.crypto.RSASSASigner;
import com.nimbusds.jose.jwk.Curve;
import com.nimbusds.jose.jwk.ECKey;
import com.nimbusds.jose.jwk.JWK;
import com.nimbusds.jose.jwk.JWKSet;
import com.nimbusds.jose.jwk.RSAKey;
import com.nimbusds.jose.jwk.gen.ECKeyGenerator;
import com.nimbusds.jose.util.Base64URL;
import com.nimbusds.jwt.JWTClaimsSet;
import com.nimbusds.jwt.SignedJWT;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.hyperterse.catalog.server.auth.AuthPlugin;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Arrays;
import java.util.Date;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/** An issuer of tokens on this machine, whose documents can be made wrong. */
public final class Issuer implements AutoCloseable {
    public static final String RESOURCE = "https://shop.example.com/mcp";

    private final HttpServer server;
    private final ExecutorService handlers = Executors.newVirtualThreadPerTaskExecutor();
    private final List<JWK> keys = new CopyOnWriteArrayList<>();
    private final AtomicInteger keyReads = new AtomicInteger();
    private final AtomicInteger requests = new AtomicInteger();
    private final CountDownLatch asked = new CountDownLatch(1);
    private final CountDownLatch closed = new CountDownLatch(1);
    private volatile Manner manner = Issuer::whole;
    private volatile int status = 200;
    private volatile String named;
    private volatile String place;
    private volatile Optional<String> said = Optional.empty();

    /** How a body is sent. */
    private interface Manner {
        void send(Issuer issuer, HttpExchange exchange, byte[] body) throws IOException, InterruptedException;
    }

    public Issuer() throws Exception {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        named = url();
        place = url() + "/keys";
        keys.add(key("first"));
        server.createContext(
                "/realms/shop/.well-known/openid-configuration",
                exchange -> answer(exchange, """
                {"issuer": "%s", "jwks_uri": "%s"}""".formatted(named, place)));
        server.createContext("/realms/shop/keys", exchange -> {
            keyReads.incrementAndGet();
            answer(exchange, said.orElseGet(() -> new JWKSet(List.copyOf(keys))
                    .toPublicJWKSet()
                    .toString()));
        });
        server.setExecutor(handlers);
        server.start();
    }

    public String url() {
        return "http://localhost:" + server.getAddress().getPort() + "/realms/shop";
    }

    /** A plugin that admits whom this issuer has given a token. */
    public AuthPlugin.Tokens plugin() {
        return new AuthPlugin.Tokens(
                "sso", url(), List.of(RESOURCE), Optional.empty(), "scope", Optional.empty(), Optional.empty());
    }

    public static ECKey key(String id) throws JOSEException {
        return new ECKeyGenerator(Curve.P_256).keyID(id).generate();
    }

    /** The keys that it publishes from now on. */
    public void publishes(JWK... others) {
        keys.clear();
        keys.addAll(List.of(others));
    }

    public ECKey key() {
        return (ECKey) keys.getFirst();
    }

    public int keyReads() {
        return keyReads.get();
    }

    /** How often it was asked for anything. */
    public int requests() {
        return requests.get();
    }

    void awaitAsked() throws InterruptedException {
        asked.await();
    }

    /** It takes connections and says nothing. */
    public void hangs() {
        manner = (issuer, _, _) -> issuer.closed.await();
    }

    /** It sends a byte from time to time, and never the last. */
    void trickles() {
        manner = (issuer, exchange, body) -> {
            exchange.sendResponseHeaders(200, body.length + 1_000_000);
            do {
                exchange.getResponseBody().write(' ');
                exchange.getResponseBody().flush();
            } while (!issuer.closed.await(20, TimeUnit.MILLISECONDS));
        };
    }

    /** It sends readers to the same path of another. */
    void redirectsTo(Issuer other) {
        manner = (_, exchange, _) -> {
            var path = exchange.getRequestURI().getPath().replace("/realms/shop", "");
            exchange.getResponseHeaders().set("Location", other.url() + path);
            exchange.sendResponseHeaders(302, -1);
        };
    }

    /** It appends white space to its documents. */
    void pads(int length) {
        manner = (_, exchange, body) -> {
            var padded = Arrays.copyOf(body, Math.max(body.length, length));
            Arrays.fill(padded, body.length, padded.length, (byte) ' ');
            exchange.sendResponseHeaders(200, padded.length);
            exchange.getResponseBody().write(padded);
        };
    }

    /** The document that it answers instead of its keys. */
    void says(String document) {
        said = Optional.of(document);
    }

    /** Where its metadata says that its keys are. */
    void hasKeysAt(String url) {
        place = url;
    }

    /** It closes connections in the middle of a response. */
    void endsTooSoon() {
        manner = (_, exchange, body) -> {
            exchange.sendResponseHeaders(200, body.length);
            exchange.getResponseBody().write(body, 0, body.length / 2);
            exchange.getResponseBody().flush();
        };
    }

    /** What it answers from now on; its documents only with 200. */
    public void answers(int other) {
        status = other;
    }

    /** Whom its metadata says that it is. */
    public void isNamed(String other) {
        named = other;
    }

    /** What a good token says; more is added, or replaced, by the test. */
    public JWTClaimsSet.Builder claims() {
        return new JWTClaimsSet.Builder()
                .issuer(url())
                .audience(RESOURCE)
                .subject("ann")
                .expirationTime(Date.from(Instant.now().plusSeconds(300)))
                .claim("scope", "orders:read orders:write");
    }

    public String token() throws JOSEException {
        return signed(claims().build(), key());
    }

    public static String signed(JWTClaimsSet claims, ECKey key) throws JOSEException {
        return signed(
                new JWSHeader.Builder(JWSAlgorithm.ES256).keyID(key.getKeyID()).build(), claims, key);
    }

    public static String signed(JWSHeader header, JWTClaimsSet claims, JWK key) throws JOSEException {
        var token = new SignedJWT(header, claims);
        token.sign(key instanceof RSAKey modulus ? new RSASSASigner(modulus) : new ECDSASigner(key.toECKey()));
        return token.serialize();
    }

    /** A signed token of these texts, which need not be JSON that a library would write. */
    public static String signed(String header, String claims, ECKey key) throws JOSEException {
        var content = Base64URL.encode(header) + "." + Base64URL.encode(claims);
        var signature = new ECDSASigner(key)
                .sign(new JWSHeader(JWSAlgorithm.ES256), content.getBytes(StandardCharsets.US_ASCII));
        return content + "." + signature;
    }

    private void answer(HttpExchange exchange, String body) throws IOException {
        requests.incrementAndGet();
        asked.countDown();
        try (exchange) {
            manner.send(this, exchange, body.getBytes(StandardCharsets.UTF_8));
        } catch (InterruptedException stopping) {
            Thread.currentThread().interrupt();
        }
    }

    private void whole(HttpExchange exchange, byte[] body) throws IOException {
        exchange.sendResponseHeaders(status, body.length);
        exchange.getResponseBody().write(body);
    }

    @Override
    public void close() {
        closed.countDown();
        server.stop(0);
        handlers.close();
    }
}
