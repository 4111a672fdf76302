package dev.hyperterse.bench.execute;

import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.JWSHeader;
import com.nimbusds.jose.JWSSigner;
import com.nimbusds.jose.crypto.ECDSASigner;
import com.nimbusds.jose.crypto.RSASSASigner;
import com.nimbusds.jose.jwk.Curve;
import com.nimbusds.jose.jwk.ECKey;
import com.nimbusds.jose.jwk.JWKSet;
import com.nimbusds.jose.jwk.RSAKey;
import com.nimbusds.jose.jwk.gen.ECKeyGenerator;
import com.nimbusds.jose.jwk.gen.RSAKeyGenerator;
import com.nimbusds.jwt.JWTClaimsSet;
import com.nimbusds.jwt.SignedJWT;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Date;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.IntStream;
import tools.jackson.databind.json.JsonMapper;

/**
 * What it costs to know who calls: processor time of a call with a repeated token, a policy and a record of the call, beside
 * an anonymous call of the same tool; and what one traced call in a hundred adds.
 */
public final class AccessBench {
    private static final String CALL = "{\"name\":\"execute\",\"arguments\":{\"tool\":\"one\",\"inputs\":{}}}";
    private static final int CONNECTIONS = 16;

    private final Generator generator;
    private final Duration warmUp;
    private final Duration round;
    private final int rounds;
    private final Map<String, List<Double>> seen = new LinkedHashMap<>();

    private AccessBench(Generator generator, boolean quick) {
        this.generator = generator;
        this.warmUp = Duration.ofSeconds(quick ? 20 : 30);
        this.round = Duration.ofSeconds(1);
        this.rounds = quick ? 15 : 45;
    }

    public static void main(String[] arguments) throws Exception {
        new AccessBench(Generator.best(), List.of(arguments).contains("--quick")).run();
    }

    private void run() throws IOException, InterruptedException, JOSEException {
        var elliptic = new ECKeyGenerator(Curve.P_256).keyID("ec").generate();
        var rsa = new RSAKeyGenerator(2048).keyID("rsa").generate();
        var outside = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        var url = "http://localhost:" + outside.getAddress().getPort();
        answer(outside, "/.well-known/openid-configuration", """
                {"issuer": "%s", "jwks_uri": "%s/keys"}""".formatted(url, url));
        answer(
                outside,
                "/keys",
                new JWKSet(List.of(elliptic, rsa)).toPublicJWKSet().toString());
        answer(outside, "/v1/traces", "");
        outside.start();
        var es256 = token(url, elliptic);
        var rs256 = token(url, rsa);
        try (var open = Contender.java("anonymous", AccessServer.class, CALL);
                var closed = Contender.java("es256", AccessServer.class, CALL, url);
                var traced = Contender.java("traced", AccessServer.class, CALL, url, url)) {
            var contenders = List.of(
                    open, closed.asked("es256", es256), closed.asked("rs256", rs256), traced.asked("traced", es256));
            for (var contender : contenders) {
                generator.run(contender, CONNECTIONS, warmUp);
            }
            // In short turns: what the machine does meanwhile lasts for longer, so it meets all of one turn.
            for (var number = 0; number < rounds; number++) {
                for (var contender : contenders) {
                    seen.computeIfAbsent(contender.name(), _ -> new ArrayList<>())
                            .add(cpu(contender));
                }
            }
        } finally {
            outside.stop(0);
        }
        print();
    }

    private double cpu(Contender contender) throws IOException, InterruptedException {
        var before = contender.cpuMicros();
        var figures = generator.run(contender, CONNECTIONS, round);
        return (double) (contender.cpuMicros() - before) / figures.calls();
    }

    private static void answer(HttpServer server, String path, String body) {
        var bytes = body.getBytes(StandardCharsets.UTF_8);
        server.createContext(path, exchange -> {
            exchange.getRequestBody().readAllBytes();
            exchange.sendResponseHeaders(200, bytes.length == 0 ? -1 : bytes.length);
            try (exchange) {
                exchange.getResponseBody().write(bytes);
            }
        });
    }

    private static String token(String issuer, ECKey key) throws JOSEException {
        return token(issuer, JWSAlgorithm.ES256, key.getKeyID(), new ECDSASigner(key));
    }

    private static String token(String issuer, RSAKey key) throws JOSEException {
        return token(issuer, JWSAlgorithm.RS256, key.getKeyID(), new RSASSASigner(key));
    }

    private static String token(String issuer, JWSAlgorithm algorithm, String key, JWSSigner signer)
            throws JOSEException {
        var claims = new JWTClaimsSet.Builder()
                .issuer(issuer)
                .audience(AccessServer.RESOURCE)
                .subject("ann")
                .expirationTime(Date.from(Instant.now().plusSeconds(86_400)))
                .claim("scope", "orders:read orders:write profile")
                .claim("tenant", "acme")
                .claim("groups", List.of("support", "managers", "billing-eu"))
                .build();
        var token = new SignedJWT(new JWSHeader.Builder(algorithm).keyID(key).build(), claims);
        token.sign(signer);
        return token.serialize();
    }

    private void print() {
        System.out.printf(Locale.ROOT, "CPU us a call, %d connections, load by %s%n", CONNECTIONS, generator.name());
        seen.forEach((name, rounds) -> System.out.printf(
                Locale.ROOT,
                "%-10s %8.2f, quarters %.2f and %.2f%n",
                name,
                at(rounds, 0.5),
                at(rounds, 0.25),
                at(rounds, 0.75)));
        var figures = new LinkedHashMap<String, Double>();
        figures.put("anonymous_cpu_us", at(seen.get("anonymous"), 0.5));
        put(figures, "es256_cpu_us_beyond_anonymous", "es256", "anonymous");
        put(figures, "rs256_cpu_us_beyond_anonymous", "rs256", "anonymous");
        put(figures, "traced_cpu_us_beyond_es256", "traced", "es256");
        figures.replaceAll((_, value) -> Math.round(value * 100) / 100.0);
        System.out.println(JsonMapper.shared().writeValueAsString(Map.of("bench", "access", "figures", figures)));
    }

    /** The median of what one costs beyond the other in the same turn, with the quarters around it. */
    private void put(Map<String, Double> figures, String figure, String one, String other) {
        var differences = IntStream.range(0, rounds)
                .mapToObj(turn -> seen.get(one).get(turn) - seen.get(other).get(turn))
                .toList();
        figures.put(figure, at(differences, 0.5));
        figures.put(figure + "_first_quarter", at(differences, 0.25));
        figures.put(figure + "_third_quarter", at(differences, 0.75));
    }

    private static double at(List<Double> values, double part) {
        var sorted = values.stream().sorted().toList();
        return sorted.get((int) Math.round(part * (sorted.size() - 1)));
    }
}
