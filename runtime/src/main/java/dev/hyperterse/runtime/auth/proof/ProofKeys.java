package dev.hyperterse.runtime.auth.proof;

import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.JWSVerifier;
import com.nimbusds.jose.crypto.ECDSAVerifier;
import com.nimbusds.jose.crypto.RSASSAVerifier;
import com.nimbusds.jose.jwk.Curve;
import com.nimbusds.jose.jwk.ECKey;
import com.nimbusds.jose.jwk.JWK;
import com.nimbusds.jose.jwk.RSAKey;
import java.util.List;
import java.util.Optional;

/**
 * Limits the keys of proofs. Senders choose them, and anyone with an account can get a token bound to one: a modulus of
 * 16,384 bits would cost milliseconds for each request, before any rate limit.
 */
public final class ProofKeys {
    /** The same as for tokens: those with a public key. */
    public static final List<JWSAlgorithm> ALGORITHMS = List.of(
            JWSAlgorithm.ES256,
            JWSAlgorithm.ES384,
            JWSAlgorithm.ES512,
            JWSAlgorithm.PS256,
            JWSAlgorithm.PS384,
            JWSAlgorithm.PS512,
            JWSAlgorithm.RS256,
            JWSAlgorithm.RS384,
            JWSAlgorithm.RS512);

    private static final List<Curve> CURVES = List.of(Curve.P_256, Curve.P_384, Curve.P_521);
    private static final int SMALLEST_MODULUS = 2048;
    private static final int LARGEST_MODULUS = 4096;
    private static final int LARGEST_EXPONENT = 32;

    private ProofKeys() {}

    /** The verifier for a key; empty if the key is not accepted. */
    static Optional<JWSVerifier> verifier(JWK key) throws JOSEException {
        return switch (key) {
            case ECKey curve when CURVES.contains(curve.getCurve()) -> Optional.of(new ECDSAVerifier(curve));
            case RSAKey modulus when isOfUsualSize(modulus) -> Optional.of(new RSASSAVerifier(modulus));
            default -> Optional.empty();
        };
    }

    private static boolean isOfUsualSize(RSAKey key) {
        var bits = key.getModulus().decodeToBigInteger().bitLength();
        return bits >= SMALLEST_MODULUS
                && bits <= LARGEST_MODULUS
                && key.getPublicExponent().decodeToBigInteger().bitLength() <= LARGEST_EXPONENT;
    }
}
