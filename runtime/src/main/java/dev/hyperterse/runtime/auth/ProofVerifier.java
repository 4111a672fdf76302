package dev.hyperterse.runtime.auth;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import com.github.benmanes.caffeine.cache.Ticker;
import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.JOSEObjectType;
import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.JWSVerifier;
import com.nimbusds.jose.crypto.ECDSAVerifier;
import com.nimbusds.jose.crypto.RSASSAVerifier;
import com.nimbusds.jose.jwk.ECKey;
import com.nimbusds.jose.jwk.JWK;
import com.nimbusds.jose.jwk.RSAKey;
import com.nimbusds.jose.util.Base64URL;
import com.nimbusds.jwt.JWTClaimsSet;
import com.nimbusds.jwt.SignedJWT;
import dev.hyperterse.catalog.server.ApiKeyDigests;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.text.ParseException;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Whether the sender of a request has the key that its token is bound to (DPoP, RFC 9449). */
final class ProofVerifier {
    static final String HEADER = "DPoP";

    /** Those with a public key that issuers use, too. */
    static final List<JWSAlgorithm> ALGORITHMS = List.of(
            JWSAlgorithm.ES256,
            JWSAlgorithm.ES384,
            JWSAlgorithm.ES512,
            JWSAlgorithm.PS256,
            JWSAlgorithm.PS384,
            JWSAlgorithm.PS512,
            JWSAlgorithm.RS256,
            JWSAlgorithm.RS384,
            JWSAlgorithm.RS512);

    private static final JOSEObjectType TYPE = new JOSEObjectType("dpop+jwt");
    /** A proof is of now, as far as clocks agree. */
    private static final Duration WINDOW = Duration.ofMinutes(1);

    private static final int LONGEST = 8 * 1024;
    private static final int LONGEST_ID = 256;
    /** Proofs that are remembered; of more in two minutes the oldest could be sent again. */
    private static final long MOST = 65_536;

    private static final int SMALLEST_RSA = 2048;

    private final String url;
    private final InstantSource clock;
    private final Cache<String, Boolean> used;

    /** @param resource the address of the endpoint as clients know it */
    ProofVerifier(String resource, InstantSource clock, Ticker ticker) {
        this.url = ComparableUrl.of(resource).orElse("");
        this.clock = clock;
        this.used = Caffeine.newBuilder()
                .ticker(ticker)
                .executor(Runnable::run)
                .expireAfterWrite(WINDOW.multipliedBy(2).plusSeconds(1))
                .maximumSize(MOST)
                .build();
    }

    /** What is wrong with the proof of a request; nothing where its sender has the key. */
    Optional<String> fault(Credentials credentials, String token, String thumbprint) {
        var sent = credentials.header(HEADER);
        if (sent.size() != 1 || sent.getFirst().length() > LONGEST) {
            return Optional.of(
                    "the token is bound to a key, and there is not exactly one proof in the header " + HEADER);
        }
        try {
            return fault(SignedJWT.parse(sent.getFirst().strip()), credentials, token, thumbprint);
        } catch (ParseException malformed) {
            return Optional.of("the proof is no signed JWT");
        } catch (JOSEException unusable) {
            return Optional.of("the signature of the proof cannot be verified");
        }
    }

    private Optional<String> fault(SignedJWT proof, Credentials credentials, String token, String thumbprint)
            throws ParseException, JOSEException {
        var header = proof.getHeader();
        var key = header.getJWK();
        if (!TYPE.equals(header.getType()) || !ALGORITHMS.contains(header.getAlgorithm())) {
            return Optional.of("the proof is of another type or algorithm");
        }
        if (key == null
                || key.isPrivate()
                || !key.computeThumbprint().toString().equals(thumbprint)) {
            return Optional.of("the proof is of another key than the token");
        }
        if (!proof.verify(verifier(key, header.getCriticalParams()))) {
            return Optional.of("the signature of the proof cannot be verified");
        }
        return fault(proof.getJWTClaimsSet(), credentials, token, thumbprint);
    }

    private static JWSVerifier verifier(JWK key, Set<String> critical) throws JOSEException {
        if (critical != null && !critical.isEmpty()) {
            throw new JOSEException("extensions that nothing here knows");
        }
        return switch (key) {
            case ECKey curve -> new ECDSAVerifier(curve);
            case RSAKey modulus when modulus.size() >= SMALLEST_RSA -> new RSASSAVerifier(modulus);
            default -> throw new JOSEException("a key of another kind");
        };
    }

    private Optional<String> fault(JWTClaimsSet claims, Credentials credentials, String token, String thumbprint)
            throws ParseException {
        if (!credentials.method().equals(claims.getStringClaim("htm"))) {
            return Optional.of("the proof is for another method");
        }
        if (ComparableUrl.of(String.valueOf(claims.getStringClaim("htu")))
                .filter(url::equals)
                .isEmpty()) {
            return Optional.of("the proof is for another address");
        }
        if (!hash(token).equals(claims.getStringClaim("ath"))) {
            return Optional.of("the proof is for another token");
        }
        var issued = claims.getIssueTime();
        if (issued == null
                || Duration.between(issued.toInstant(), clock.instant()).abs().compareTo(WINDOW) > 0) {
            return Optional.of("the proof is not of now");
        }
        var id = claims.getJWTID();
        if (id == null || id.isEmpty() || id.length() > LONGEST_ID) {
            return Optional.of("the proof has no usable jti");
        }
        return credentials.passedBefore() || isNew(thumbprint, id)
                ? Optional.empty()
                : Optional.of("the proof was used before");
    }

    /** Last of all, so that nothing which is wrong otherwise is remembered. */
    private boolean isNew(String thumbprint, String id) {
        return used.asMap().putIfAbsent(ApiKeyDigests.digest(thumbprint + " " + id), true) == null;
    }

    private static String hash(String token) {
        try {
            return Base64URL.encode(
                            MessageDigest.getInstance("SHA-256").digest(token.getBytes(StandardCharsets.US_ASCII)))
                    .toString();
        } catch (NoSuchAlgorithmException none) {
            throw new IllegalStateException("every Java has SHA-256", none);
        }
    }
}
