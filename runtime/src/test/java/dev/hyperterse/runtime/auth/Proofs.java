package dev.hyperterse.runtime.auth;

import com.nimbusds.jose.JOSEObjectType;
import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.JWSHeader;
import com.nimbusds.jose.crypto.ECDSASigner;
import com.nimbusds.jose.jwk.ECKey;
import com.nimbusds.jwt.JWTClaimsSet;
import com.nimbusds.jwt.SignedJWT;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.time.Instant;
import java.util.Base64;
import java.util.Date;
import java.util.Map;
import java.util.UUID;

/** Proofs of possession (RFC 9449), as clients make them. */
public final class Proofs {
    private Proofs() {}

    /** A token of the issuer that is bound to the key. */
    public static String token(Issuer issuer, ECKey holder) throws Exception {
        var bound = Map.of("jkt", holder.computeThumbprint().toString());
        return Issuer.signed(issuer.claims().claim("cnf", bound).build(), issuer.key());
    }

    /** A good one. */
    public static String proof(ECKey holder, String token, String method) throws Exception {
        return signed(
                header(holder),
                claims(token, Instant.now()).claim("htm", method).build(),
                holder);
    }

    static JWSHeader header(ECKey holder) {
        return new JWSHeader.Builder(JWSAlgorithm.ES256)
                .type(new JOSEObjectType("dpop+jwt"))
                .jwk(holder.toPublicJWK())
                .build();
    }

    public static JWTClaimsSet.Builder claims(String token, Instant now) throws Exception {
        var hash = MessageDigest.getInstance("SHA-256").digest(token.getBytes(StandardCharsets.US_ASCII));
        return new JWTClaimsSet.Builder()
                .jwtID(UUID.randomUUID().toString())
                .issueTime(Date.from(now))
                .claim("htm", "POST")
                .claim("htu", Issuer.RESOURCE)
                .claim("ath", Base64.getUrlEncoder().withoutPadding().encodeToString(hash));
    }

    static String signed(JWSHeader header, JWTClaimsSet claims, ECKey key) throws Exception {
        var proof = new SignedJWT(header, claims);
        proof.sign(new ECDSASigner(key));
        return proof.serialize();
    }
}
