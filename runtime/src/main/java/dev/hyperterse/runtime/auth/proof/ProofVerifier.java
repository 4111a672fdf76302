package dev.hyperterse.runtime.auth.proof;

import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.JOSEObjectType;
import com.nimbusds.jose.util.Base64URL;
import com.nimbusds.jwt.JWTClaimsSet;
import com.nimbusds.jwt.SignedJWT;
import dev.hyperterse.catalog.Digest;
import dev.hyperterse.runtime.auth.caller.AuthenticationResult;
import dev.hyperterse.runtime.auth.caller.CompactJwt;
import dev.hyperterse.runtime.auth.caller.Credentials;
import java.text.ParseException;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Optional;

/** Verifies that the sender of a request has the key that its token is bound to (DPoP, RFC 9449). */
public final class ProofVerifier {
    public static final String HEADER = "DPoP";

    private static final JOSEObjectType TYPE = new JOSEObjectType("dpop+jwt");
    private static final int LONGEST = 8 * 1024;
    private static final int LONGEST_ID = 256;

    private static final AuthenticationResult FULL = new AuthenticationResult.Unknown(
            "this caller has used more proofs within two minutes than this replica can store");

    private final String plugin;
    private final String url;
    private final InstantSource clock;
    private final ReplayCache replayCache;

    /**
     * @param plugin the plugin whose tokens are verified
     * @param resource the address of the endpoint as clients know it
     */
    public ProofVerifier(String plugin, String resource, InstantSource clock, ReplayCache replayCache) {
        this.plugin = plugin;
        this.url = ComparableUrl.of(resource).orElse("");
        this.clock = clock;
        this.replayCache = replayCache;
    }

    /**
     * A token and its binding.
     *
     * @param subject the holder of the token, if the proof is valid
     */
    public record Bound(String token, String thumbprint, String subject) {}

    /** The refusal of the proof of a request; empty if it is valid. */
    public Optional<AuthenticationResult> fault(Credentials credentials, Bound bound) {
        var sent = credentials.header(HEADER);
        if (sent.size() != 1 || sent.getFirst().length() > LONGEST) {
            return wrong("the token is bound to a key, so the request needs exactly one header " + HEADER);
        }
        try {
            return fault(CompactJwt.parse(sent.getFirst().strip()), credentials, bound);
        } catch (ParseException malformed) {
            return wrong("the proof is not a signed JWT");
        } catch (JOSEException unusable) {
            return wrong("the signature of the proof cannot be verified");
        }
    }

    private Optional<AuthenticationResult> fault(SignedJWT proof, Credentials credentials, Bound bound)
            throws ParseException, JOSEException {
        var header = proof.getHeader();
        var key = header.getJWK();
        if (!TYPE.equals(header.getType()) || !ProofKeys.ALGORITHMS.contains(header.getAlgorithm())) {
            return wrong("the type or the algorithm of the proof is not supported");
        }
        if (key == null
                || key.isPrivate()
                || !key.computeThumbprint().toString().equals(bound.thumbprint())) {
            return wrong("the key of the proof is not the key that the token is bound to");
        }
        if (header.getCriticalParams() != null && !header.getCriticalParams().isEmpty()) {
            return wrong("the proof has critical extensions that are not supported");
        }
        var verifier = ProofKeys.verifier(key);
        if (verifier.isEmpty()) {
            return wrong("the type or the size of the proof's key is not supported");
        }
        var claims = proof.getJWTClaimsSet();
        // Verifying the signature is the expensive step, so the claims are compared first.
        var unfit = fault(claims, credentials, bound);
        if (unfit.isPresent()) {
            return unfit;
        }
        return proof.verify(verifier.get())
                ? reused(claims, credentials, bound)
                : wrong("the signature of the proof cannot be verified");
    }

    private Optional<AuthenticationResult> fault(JWTClaimsSet claims, Credentials credentials, Bound bound)
            throws ParseException {
        if (!credentials.method().equals(claims.getStringClaim("htm"))) {
            return wrong("the proof was made for another method (htm)");
        }
        if (ComparableUrl.of(String.valueOf(claims.getStringClaim("htu")))
                .filter(addressOf(credentials)::equals)
                .isEmpty()) {
            return wrong("the proof was made for another URL (htu)");
        }
        var hash = Base64URL.encode(Digest.bytes(bound.token())).toString();
        if (!hash.equals(claims.getStringClaim("ath"))) {
            return wrong("the proof was made for another token (ath)");
        }
        var issued = claims.getIssueTime();
        if (issued == null
                || Duration.between(issued.toInstant(), clock.instant()).abs().compareTo(ReplayCache.WINDOW) > 0) {
            return wrong("the proof was not issued within the last minute (iat)");
        }
        var id = claims.getJWTID();
        if (id == null || id.isEmpty() || id.length() > LONGEST_ID) {
            return wrong("the proof has no jti, or one that is too long");
        }
        return Optional.empty();
    }

    private String addressOf(Credentials credentials) {
        var behind = credentials.behindEndpoint();
        return !behind.isEmpty() && url.endsWith("/") ? url.substring(0, url.length() - 1) + behind : url + behind;
    }

    /** The last check, so that only valid proofs are stored. */
    private Optional<AuthenticationResult> reused(JWTClaimsSet claims, Credentials credentials, Bound bound) {
        return credentials.passedBefore(plugin)
                ? Optional.empty()
                : switch (replayCache.use(
                        plugin + " " + bound.subject(),
                        bound.thumbprint() + " " + claims.getJWTID(),
                        claims.getIssueTime().toInstant())) {
                    case NEW -> Optional.empty();
                    case USED -> wrong("the proof was already used");
                    case FULL -> Optional.of(FULL);
                };
    }

    private static Optional<AuthenticationResult> wrong(String why) {
        return Optional.of(new AuthenticationResult.Refused(why, AuthenticationResult.Refused.What.PROOF));
    }
}
