package dev.hyperterse.runtime.auth.proof;

import static org.assertj.core.api.Assertions.assertThat;

import com.nimbusds.jose.JOSEObjectType;
import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.JWSHeader;
import com.nimbusds.jose.JWSSigner;
import com.nimbusds.jose.crypto.ECDSASigner;
import com.nimbusds.jose.crypto.RSASSASigner;
import com.nimbusds.jose.crypto.opts.AllowWeakRSAKey;
import com.nimbusds.jose.jwk.Curve;
import com.nimbusds.jose.jwk.JWK;
import com.nimbusds.jose.jwk.RSAKey;
import com.nimbusds.jose.jwk.gen.ECKeyGenerator;
import com.nimbusds.jwt.SignedJWT;
import dev.hyperterse.runtime.auth.Issuer;
import dev.hyperterse.runtime.auth.Proofs;
import dev.hyperterse.runtime.auth.caller.AuthenticationResult;
import dev.hyperterse.runtime.auth.caller.Credentials;
import java.math.BigInteger;
import java.security.KeyFactory;
import java.security.PrivateKey;
import java.security.interfaces.RSAPublicKey;
import java.security.spec.RSAPrivateCrtKeySpec;
import java.security.spec.RSAPublicKeySpec;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Which keys a proof may be made with: the sender chooses them, and a verification costs what they say. */
class ProofKeysTest {
    private static final BigInteger USUAL = BigInteger.valueOf(65_537);
    private static final String TOKEN = "eyJhbGciOiJFUzI1NiJ9.e30.c2ln";

    private final ProofVerifier verifier = new ProofVerifier(
            "sso", Issuer.RESOURCE, InstantSource.system(), new ReplayCache(InstantSource.system(), 1 << 20));

    @ParameterizedTest
    @CsvSource({"2040, false", "2048, true", "4096, true", "4104, false", "8192, false"})
    void rsaKeyIsNeitherShortNorCostly(int bits, boolean taken) throws Exception {
        assertThat(fault(rsa(bits, USUAL)).isEmpty()).isEqualTo(taken);
    }

    @ParameterizedTest
    @CsvSource({
        "3, true",
        "65537, true",
        // 2^32 - 5, and the prime above 2^32
        "4294967291, true",
        "4294967311, false",
        "18446744073709551557, false"
    })
    void exponentHasAtMost32Bits(BigInteger exponent, boolean taken) throws Exception {
        assertThat(fault(rsa(2048, exponent)).isEmpty()).isEqualTo(taken);
    }

    @ParameterizedTest
    @CsvSource({"P-256, ES256", "P-384, ES384", "P-521, ES512"})
    void curvesOfTheAlgorithmsAreAccepted(String curve, String algorithm) throws Exception {
        var key = new ECKeyGenerator(Curve.parse(curve)).generate();

        assertThat(fault(JWSAlgorithm.parse(algorithm), key.toPublicJWK(), new ECDSASigner(key)))
                .isEmpty();
    }

    private record Pair(RSAKey open, PrivateKey secret) {}

    private Optional<AuthenticationResult> fault(Pair key) throws Exception {
        return fault(
                JWSAlgorithm.RS256, key.open(), new RSASSASigner(key.secret(), Set.of(AllowWeakRSAKey.getInstance())));
    }

    private Optional<AuthenticationResult> fault(JWSAlgorithm algorithm, JWK key, JWSSigner signer) throws Exception {
        var header = new JWSHeader.Builder(algorithm)
                .type(new JOSEObjectType("dpop+jwt"))
                .jwk(key)
                .build();
        var proof = new SignedJWT(header, Proofs.claims(TOKEN, Instant.now()).build());
        proof.sign(signer);
        var headers = Map.of(ProofVerifier.HEADER, List.of(proof.serialize()));
        var credentials = new Credentials() {
            @Override
            public List<String> header(String name) {
                return headers.getOrDefault(name, List.of());
            }

            @Override
            public String method() {
                return "POST";
            }
        };
        return verifier.fault(
                credentials,
                new ProofVerifier.Bound(TOKEN, key.computeThumbprint().toString(), "ann"));
    }

    /**
     * Of many small primes, because two large ones take seconds to find; the two factors that a signature is computed by are
     * products of them.
     */
    private static Pair rsa(int bits, BigInteger exponent) throws Exception {
        var random = new Random(bits);
        var factors = new BigInteger[] {BigInteger.ONE, BigInteger.ONE};
        var totients = factors.clone();
        var modulus = BigInteger.ONE;
        for (int length = 256; modulus.bitLength() < bits; length = length(bits, modulus)) {
            var prime = BigInteger.probablePrime(length + random.nextInt(2), random);
            var next = modulus.multiply(prime);
            var coprime = prime.subtract(BigInteger.ONE).gcd(exponent).equals(BigInteger.ONE);
            if (coprime && (next.bitLength() == bits || next.bitLength() < bits - 128)) {
                modulus = next;
                int shorter = factors[0].bitLength() < factors[1].bitLength() ? 0 : 1;
                factors[shorter] = factors[shorter].multiply(prime);
                totients[shorter] = totients[shorter].multiply(prime.subtract(BigInteger.ONE));
            }
        }
        var factory = KeyFactory.getInstance("RSA");
        var open = (RSAPublicKey) factory.generatePublic(new RSAPublicKeySpec(modulus, exponent));
        var secret = factory.generatePrivate(new RSAPrivateCrtKeySpec(
                modulus,
                exponent,
                exponent.modInverse(totients[0].multiply(totients[1])),
                factors[0],
                factors[1],
                exponent.modInverse(totients[0]),
                exponent.modInverse(totients[1]),
                factors[1].modInverse(factors[0])));
        return new Pair(new RSAKey.Builder(open).build(), secret);
    }

    private static int length(int bits, BigInteger modulus) {
        int left = bits - modulus.bitLength();
        return left < 512 ? left : 256;
    }
}
