package dev.hyperterse.runtime.auth;

import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.JOSEObjectType;
import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.KeySourceException;
import com.nimbusds.jose.proc.BadJOSEException;
import com.nimbusds.jose.proc.DefaultJOSEObjectTypeVerifier;
import com.nimbusds.jose.proc.JWSVerificationKeySelector;
import com.nimbusds.jose.proc.SecurityContext;
import com.nimbusds.jwt.JWTClaimsSet;
import com.nimbusds.jwt.SignedJWT;
import com.nimbusds.jwt.proc.BadJWTException;
import com.nimbusds.jwt.proc.DefaultJWTClaimsVerifier;
import com.nimbusds.jwt.proc.DefaultJWTProcessor;
import dev.hyperterse.catalog.server.AuthPlugin;
import java.text.ParseException;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Date;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;

/**
 * Verifies that a token was signed by the issuer, is for this server, and is valid now. Only algorithms with a public
 * key are accepted, so a token can neither go without a signature nor be signed with the key that verifies it.
 */
final class TokenVerifier {
    private static final Set<JWSAlgorithm> ALGORITHMS = Set.of(
            JWSAlgorithm.RS256,
            JWSAlgorithm.RS384,
            JWSAlgorithm.RS512,
            JWSAlgorithm.PS256,
            JWSAlgorithm.PS384,
            JWSAlgorithm.PS512,
            JWSAlgorithm.ES256,
            JWSAlgorithm.ES384,
            JWSAlgorithm.ES512);

    /** Clocks of issuers and replicas differ. */
    private static final Duration SKEW = Duration.ofMinutes(1);

    private static final AuthenticationResult OF_ANOTHER = new AuthenticationResult.Refused(
            "the token was issued by another issuer", AuthenticationResult.Refused.What.ISSUER);

    private static final AuthenticationResult UNKNOWN =
            new AuthenticationResult.Unknown("the keys of the issuer cannot be read", KeyReadLimit.PAUSE.toSeconds());

    private final String issuer;
    private final Claims fitting;
    private final TokenClaims claims;
    private final DefaultJWTProcessor<SecurityContext> processor = new DefaultJWTProcessor<>();

    TokenVerifier(AuthPlugin.Tokens settings, IssuerKeys keys, InstantSource clock) {
        this.issuer = settings.issuer();
        this.fitting = new Claims(settings, clock);
        this.claims = new TokenClaims(settings);
        processor.setJWSTypeVerifier(new DefaultJOSEObjectTypeVerifier<>(
                JOSEObjectType.JWT, new JOSEObjectType("at+jwt"), new JOSEObjectType("application/at+jwt"), null));
        processor.setJWSKeySelector(new JWSVerificationKeySelector<>(ALGORITHMS, keys));
        processor.setJWTClaimsSetVerifier(fitting);
    }

    AuthenticationResult authenticate(String token) {
        try {
            var signed = SignedJWT.parse(token);
            var unverified = signed.getJWTClaimsSet();
            // Before the key is looked up: an unknown key makes the replica read the keys again, which may take long.
            if (!isOfIssuer(unverified)) {
                return OF_ANOTHER;
            }
            fitting.verify(unverified, null);
            var verified = processor.process(signed, null);
            var until = verified.getExpirationTime().toInstant().plus(SKEW);
            return claims.principal(signed.getPayload().toBytes())
                    .<AuthenticationResult>map(
                            principal -> new AuthenticationResult.Passed(principal, Optional.of(until)))
                    .orElseGet(() -> new AuthenticationResult.Refused("the token has claims that cannot be read"));
        } catch (ParseException malformed) {
            return new AuthenticationResult.Refused("the token is not a signed JWT");
        } catch (BadJWTException unfit) {
            // The exception names the claim and quotes nothing of the token.
            return new AuthenticationResult.Refused("the token is expired, not yet valid, or for another audience");
        } catch (BadJOSEException forged) {
            return new AuthenticationResult.Refused("the signature of the token cannot be verified");
        } catch (KeySourceException unavailable) {
            return UNKNOWN;
        } catch (JOSEException unusable) {
            return new AuthenticationResult.Refused("the signature of the token cannot be verified");
        }
    }

    /** Whether the unverified claims name this issuer. */
    private boolean isOfIssuer(JWTClaimsSet unverified) {
        return unverified != null && issuer.equals(unverified.getIssuer());
    }

    /** The required claims of a token. */
    private static final class Claims extends DefaultJWTClaimsVerifier<SecurityContext> {
        private final InstantSource clock;

        Claims(AuthPlugin.Tokens settings, InstantSource clock) {
            super(
                    new HashSet<>(settings.audiences()),
                    new JWTClaimsSet.Builder().issuer(settings.issuer()).build(),
                    Set.of("sub", "exp"),
                    Set.of());
            setMaxClockSkew((int) SKEW.toSeconds());
            this.clock = clock;
        }

        @Override
        protected Date currentTime() {
            return Date.from(clock.instant());
        }
    }
}
