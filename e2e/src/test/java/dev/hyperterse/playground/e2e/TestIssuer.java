package dev.hyperterse.playground.e2e;

import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.JOSEObjectType;
import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.JWSHeader;
import com.nimbusds.jose.crypto.ECDSASigner;
import com.nimbusds.jose.jwk.Curve;
import com.nimbusds.jose.jwk.ECKey;
import com.nimbusds.jose.jwk.JWKSet;
import com.nimbusds.jose.jwk.gen.ECKeyGenerator;
import com.nimbusds.jwt.JWTClaimsSet;
import com.nimbusds.jwt.SignedJWT;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Date;
import java.util.Map;
import java.util.UUID;

/** An issuer of tokens that replicas on this machine trust. */
final class TestIssuer implements AutoCloseable {
    static final String RESOURCE = "https://shop.example.com/mcp";

    private final HttpServer server;
    private final ECKey key;

    TestIssuer() throws IOException, JOSEException {
        key = key();
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        answer("/.well-known/openid-configuration", """
                {"issuer": "%s", "jwks_uri": "%s/keys"}""".formatted(url(), url()));
        answer("/keys", new JWKSet(key).toPublicJWKSet().toString());
        server.start();
    }

    static ECKey key() throws JOSEException {
        return new ECKeyGenerator(Curve.P_256).keyID("one").generate();
    }

    private void answer(String path, String body) {
        var bytes = body.getBytes(StandardCharsets.UTF_8);
        server.createContext(path, exchange -> {
            exchange.sendResponseHeaders(200, bytes.length);
            try (exchange) {
                exchange.getResponseBody().write(bytes);
            }
        });
    }

    String url() {
        return "http://localhost:" + server.getAddress().getPort();
    }

    String token(String claim, String value) throws JOSEException {
        return token(key, claim, value);
    }

    /** One that it has not signed. */
    String forged(String claim, String value) throws JOSEException {
        return token(key(), claim, value);
    }

    /** One that is of no use without a proof by the holder. */
    String bound(ECKey holder, String claim, String value) throws JOSEException {
        return signed(
                claims(claim, value)
                        .claim("cnf", Map.of("jkt", holder.computeThumbprint().toString()))
                        .build(),
                key);
    }

    /** A proof for another request, which the holder of a token has signed. */
    static String proof(ECKey holder) throws JOSEException {
        var header = new JWSHeader.Builder(JWSAlgorithm.ES256)
                .type(new JOSEObjectType("dpop+jwt"))
                .jwk(holder.toPublicJWK())
                .build();
        var claims = new JWTClaimsSet.Builder()
                .jwtID(UUID.randomUUID().toString())
                .issueTime(new Date())
                .claim("htm", "POST")
                .claim("htu", "https://elsewhere.example.com/mcp")
                .build();
        var proof = new SignedJWT(header, claims);
        proof.sign(new ECDSASigner(holder));
        return proof.serialize();
    }

    private String token(ECKey signedWith, String claim, String value) throws JOSEException {
        return signed(claims(claim, value).build(), signedWith);
    }

    private JWTClaimsSet.Builder claims(String claim, String value) {
        return new JWTClaimsSet.Builder()
                .issuer(url())
                .audience(RESOURCE)
                .subject("ann")
                .expirationTime(Date.from(Instant.now().plusSeconds(600)))
                .claim(claim, value);
    }

    private String signed(JWTClaimsSet claims, ECKey signedWith) throws JOSEException {
        var token = new SignedJWT(
                new JWSHeader.Builder(JWSAlgorithm.ES256).keyID(key.getKeyID()).build(), claims);
        token.sign(new ECDSASigner(signedWith));
        return token.serialize();
    }

    @Override
    public void close() {
        server.stop(0);
    }
}
