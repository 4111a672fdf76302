package dev.hyperterse.runtime.auth;

import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.JWSHeader;
import com.nimbusds.jose.crypto.ECDSASigner;
import com.nimbusds.jose.jwk.Curve;
import com.nimbusds.jose.jwk.ECKey;
import com.nimbusds.jose.jwk.JWKSet;
import com.nimbusds.jose.jwk.gen.ECKeyGenerator;
import com.nimbusds.jwt.JWTClaimsSet;
import com.nimbusds.jwt.SignedJWT;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Date;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;

/** An issuer of tokens on this machine, whose documents can be made wrong. */
public final class Issuer implements AutoCloseable {
    public static final String RESOURCE = "https://shop.example.com/mcp";

    private final HttpServer server;
    private final List<ECKey> keys = new CopyOnWriteArrayList<>();
    private final AtomicInteger keyReads = new AtomicInteger();
    private volatile int status = 200;
    private volatile String named;

    public Issuer() throws Exception {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        named = url();
        keys.add(key("first"));
        server.createContext(
                "/realms/shop/.well-known/openid-configuration",
                exchange -> answer(exchange, """
                {"issuer": "%s", "jwks_uri": "%s/keys"}""".formatted(named, url())));
        server.createContext("/realms/shop/keys", exchange -> {
            keyReads.incrementAndGet();
            answer(exchange, new JWKSet(List.copyOf(keys)).toPublicJWKSet().toString());
        });
        server.start();
    }

    public String url() {
        return "http://localhost:" + server.getAddress().getPort() + "/realms/shop";
    }

    public static ECKey key(String id) throws JOSEException {
        return new ECKeyGenerator(Curve.P_256).keyID(id).generate();
    }

    /** The keys that it publishes from now on. */
    public void publishes(ECKey... others) {
        keys.clear();
        keys.addAll(List.of(others));
    }

    public ECKey key() {
        return keys.getFirst();
    }

    int keyReads() {
        return keyReads.get();
    }

    /** What it answers from now on; its documents only with 200. */
    public void answers(int other) {
        status = other;
    }

    /** Whom its metadata says that it is. */
    void isNamed(String other) {
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

    static String signed(JWSHeader header, JWTClaimsSet claims, ECKey key) throws JOSEException {
        var token = new SignedJWT(header, claims);
        token.sign(new ECDSASigner(key));
        return token.serialize();
    }

    private void answer(HttpExchange exchange, String body) throws IOException {
        var bytes = body.getBytes(StandardCharsets.UTF_8);
        exchange.sendResponseHeaders(status, bytes.length);
        try (exchange) {
            exchange.getResponseBody().write(bytes);
        }
    }

    @Override
    public void close() {
        server.stop(0);
    }
}
