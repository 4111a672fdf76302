package dev.hyperterse.runtime.auth.token;

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
import dev.hyperterse.catalog.server.auth.AuthPlugin;
import dev.hyperterse.runtime.auth.caller.AuthenticationResult;
import dev.hyperterse.runtime.auth.caller.CompactJwt;
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
public final class TokenVerifier {
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

    private static final DefaultJOSEObjectTypeVerifier<SecurityContext> TYPES = new DefaultJOSEObjectTypeVerifier<>(
            JOSEObjectType.JWT, new JOSEObjectType("at+jwt"), new JOSEObjectType("application/at+jwt"), null);

    /** Clocks of issuers and replicas differ. */
    private static final Duration SKEW = Duration.ofMinutes(1);

    private static final AuthenticationResult OF_ANOTHER = new AuthenticationResult.Refused(
            "the token was issued by another issuer", AuthenticationResult.Refused.What.ISSUER);

    private static final AuthenticationResult UNREADABLE =
            new AuthenticationResult.Refused("the claims of the token cannot be read");

    private static final AuthenticationResult UNKNOWN =
            new AuthenticationResult.Unknown("the keys of the issuer cannot be read", KeyReadLimit.PAUSE.toSeconds());

    private final String issuer;
    private final Claims fitting;
    private final TokenClaims claims;
    private final DefaultJWTProcessor<SecurityContext> processor = new DefaultJWTProcessor<>();

    public TokenVerifier(AuthPlugin.Tokens settings, IssuerKeys keys, InstantSource clock) {
        this.issuer = settings.issuer();
        this.fitting = new Claims(settings, clock);
        this.claims = new TokenClaims(settings);
        processor.setJWSTypeVerifier(TYPES);
        processor.setJWSKeySelector(new JWSVerificationKeySelector<>(ALGORITHMS, keys));
        processor.setJWTClaimsSetVerifier(fitting);
    }

    AuthenticationResult authenticate(String token) {
        SignedJWT signed;
        try {
            signed = CompactJwt.parse(token);
        } catch (ParseException malformed) {
            return new AuthenticationResult.Refused("the token is not a signed JWT");
        }
        try {
            return authenticate(signed, signed.getJWTClaimsSet());
        } catch (ParseException malformed) {
            return UNREADABLE;
        }
    }

    private AuthenticationResult authenticate(SignedJWT signed, JWTClaimsSet unverified) {
        // Before the key is looked up: an unknown key makes the replica read the keys again, which may take long.
        if (!isOfIssuer(unverified)) {
            return OF_ANOTHER;
        }
        try {
            TYPES.verify(signed.getHeader().getType(), null);
        } catch (BadJOSEException other) {
            return new AuthenticationResult.Refused("the type of the token (typ) is not JWT or at+jwt");
        }
        try {
            fitting.verify(unverified, null);
            var verified = processor.process(signed, null);
            var until = verified.getExpirationTime().toInstant().plus(SKEW);
            return claims.principal(signed.getPayload().toBytes())
                    .<AuthenticationResult>map(
                            principal -> new AuthenticationResult.Passed(principal, Optional.of(until)))
                    .orElse(UNREADABLE);
        } catch (BadJWTException unfit) {
            // The message of the exception may quote the token.
            return new AuthenticationResult.Refused(fitting.fault(unverified));
        } catch (BadJOSEException forged) {
            return new AuthenticationResult.Refused("the signature of the token cannot be verified");
        } catch (KeySourceException unavailable) {
            return UNKNOWN;
        } catch (JOSEException unusable) {
            return new AuthenticationResult.Refused("the signature of the token cannot be verified");
        }
    }

    private boolean isOfIssuer(JWTClaimsSet unverified) {
        return unverified != null && issuer.equals(unverified.getIssuer());
    }

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
        public void verify(JWTClaimsSet claims, SecurityContext context) throws BadJWTException {
            super.verify(claims, context);
            if (claims.getSubject().isBlank()) {
                throw new BadJWTException("blank subject");
            }
            if (hasControlCharacters(claims)) {
                throw new BadJWTException("subject with control characters");
            }
        }

        /** With these, one caller could be taken for another one: they separate the parts of its identity. */
        private static boolean hasControlCharacters(JWTClaimsSet claims) {
            return claims.getSubject().chars().anyMatch(Character::isISOControl);
        }

        /** The fault of claims that do not pass, without quoting them. */
        String fault(JWTClaimsSet claims) {
            if (Optional.ofNullable(claims.getSubject()).orElse("").isBlank()) {
                return "the token has no subject (sub)";
            }
            if (hasControlCharacters(claims)) {
                return "the subject of the token (sub) has control characters";
            }
            if (claims.getExpirationTime() == null) {
                return "the token has no expiry (exp)";
            }
            if (claims.getAudience().isEmpty()) {
                return "the token has no audience (aud)";
            }
            var now = clock.instant();
            if (!now.minus(SKEW).isBefore(claims.getExpirationTime().toInstant())) {
                return "the token has expired (exp)";
            }
            return Optional.ofNullable(claims.getNotBeforeTime())
                    .map(Date::toInstant)
                    .filter(now.plus(SKEW)::isBefore)
                    .map(_ -> "the token is not valid yet (nbf)")
                    .orElse("the token is for another audience (aud)");
        }

        @Override
        protected Date currentTime() {
            return Date.from(clock.instant());
        }
    }
}
