package dev.hyperterse.runtime.auth;

import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.JOSEObjectType;
import com.nimbusds.jose.util.Base64URL;
import com.nimbusds.jwt.JWTClaimsSet;
import com.nimbusds.jwt.SignedJWT;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.text.ParseException;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Optional;

/** Whether the sender of a request has the key that its token is bound to (DPoP, RFC 9449). */
final class ProofVerifier {
    static final String HEADER = "DPoP";

    private static final JOSEObjectType TYPE = new JOSEObjectType("dpop+jwt");
    private static final int LONGEST = 8 * 1024;
    private static final int LONGEST_ID = 256;

    private static final Verdict FULL =
            new Verdict.Unknown("more proofs of this caller were used within two minutes than can be remembered");

    private final String plugin;
    private final String url;
    private final InstantSource clock;
    private final ProofMemory memory;

    /**
     * @param plugin whose tokens it is about
     * @param resource the address of the endpoint as clients know it
     */
    ProofVerifier(String plugin, String resource, InstantSource clock, ProofMemory memory) {
        this.plugin = plugin;
        this.url = ComparableUrl.of(resource).orElse("");
        this.clock = clock;
        this.memory = memory;
    }

    /**
     * A token and what it is bound to.
     *
     * @param subject who has it, if the proof is good
     */
    record Bound(String token, String thumbprint, String subject) {}

    /** What is wrong with the proof of a request; nothing where its sender has the key. */
    Optional<Verdict> fault(Credentials credentials, Bound bound) {
        var sent = credentials.header(HEADER);
        if (sent.size() != 1 || sent.getFirst().length() > LONGEST) {
            return wrong("the token is bound to a key, and there is not exactly one proof in the header " + HEADER);
        }
        try {
            return fault(SignedJWT.parse(sent.getFirst().strip()), credentials, bound);
        } catch (ParseException malformed) {
            return wrong("the proof is no signed JWT");
        } catch (JOSEException unusable) {
            return wrong("the signature of the proof cannot be verified");
        }
    }

    private Optional<Verdict> fault(SignedJWT proof, Credentials credentials, Bound bound)
            throws ParseException, JOSEException {
        var header = proof.getHeader();
        var key = header.getJWK();
        if (!TYPE.equals(header.getType()) || !ProofKeys.ALGORITHMS.contains(header.getAlgorithm())) {
            return wrong("the proof is of another type or algorithm");
        }
        if (key == null
                || key.isPrivate()
                || !key.computeThumbprint().toString().equals(bound.thumbprint())) {
            return wrong("the proof is of another key than the token");
        }
        if (header.getCriticalParams() != null && !header.getCriticalParams().isEmpty()) {
            return wrong("the proof has extensions that are not known here");
        }
        var verifier = ProofKeys.verifier(key);
        if (verifier.isEmpty()) {
            return wrong("the key of the proof is of another kind or size than those taken here");
        }
        var claims = proof.getJWTClaimsSet();
        // A signature is what costs: claims are compared before.
        var unfit = fault(claims, credentials, bound);
        if (unfit.isPresent()) {
            return unfit;
        }
        return proof.verify(verifier.get())
                ? reused(claims, credentials, bound)
                : wrong("the signature of the proof cannot be verified");
    }

    private Optional<Verdict> fault(JWTClaimsSet claims, Credentials credentials, Bound bound) throws ParseException {
        if (!credentials.method().equals(claims.getStringClaim("htm"))) {
            return wrong("the proof is for another method");
        }
        if (ComparableUrl.of(String.valueOf(claims.getStringClaim("htu")))
                .filter(addressOf(credentials)::equals)
                .isEmpty()) {
            return wrong("the proof is for another address");
        }
        if (!hash(bound.token()).equals(claims.getStringClaim("ath"))) {
            return wrong("the proof is for another token");
        }
        var issued = claims.getIssueTime();
        if (issued == null
                || Duration.between(issued.toInstant(), clock.instant()).abs().compareTo(ProofMemory.WINDOW) > 0) {
            return wrong("the proof is not of now");
        }
        var id = claims.getJWTID();
        if (id == null || id.isEmpty() || id.length() > LONGEST_ID) {
            return wrong("the proof has no usable jti");
        }
        return Optional.empty();
    }

    private String addressOf(Credentials credentials) {
        var behind = credentials.behindEndpoint();
        return !behind.isEmpty() && url.endsWith("/") ? url.substring(0, url.length() - 1) + behind : url + behind;
    }

    /** Last of all, so that nothing which is wrong otherwise is remembered. */
    private Optional<Verdict> reused(JWTClaimsSet claims, Credentials credentials, Bound bound) {
        return credentials.passedBefore(plugin)
                ? Optional.empty()
                : switch (memory.use(
                        plugin + " " + bound.subject(),
                        bound.thumbprint() + " " + claims.getJWTID(),
                        claims.getIssueTime().toInstant())) {
                    case NEW -> Optional.empty();
                    case USED -> wrong("the proof was used before");
                    case FULL -> Optional.of(FULL);
                };
    }

    private static Optional<Verdict> wrong(String why) {
        return Optional.of(new Verdict.Refused(why, Verdict.Refused.What.PROOF));
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
