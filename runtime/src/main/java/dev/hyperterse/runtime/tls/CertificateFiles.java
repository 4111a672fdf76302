package dev.hyperterse.runtime.tls;

import dev.hyperterse.calls.tls.PemContext;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.PrivateKey;
import java.security.PublicKey;
import java.security.SecureRandom;
import java.security.Signature;
import java.security.cert.X509Certificate;
import java.util.Optional;
import javax.net.ssl.X509ExtendedKeyManager;

/**
 * The files of a certificate.
 *
 * @param chain PEM: the certificate of the server, then those of its authorities
 * @param key PEM: the private key in PKCS #8, without a password
 */
public record CertificateFiles(Path chain, Path key) {
    sealed interface Content {
        record Pair(String texts, X509ExtendedKeyManager keys, X509Certificate certificate) implements Content {}

        /** Nothing that can be used, with the reason. */
        record Unusable(String reason) implements Content {}
    }

    Content read() {
        String chainText;
        String keyText;
        try {
            chainText = Files.readString(chain);
            keyText = Files.readString(key);
        } catch (NoSuchFileException missing) {
            return new Content.Unusable(missing.getFile() + ": no such file");
        } catch (IOException unreadable) {
            return new Content.Unusable("cannot be read: " + unreadable);
        }
        try {
            var managers = PemContext.keyManagers(Optional.of(chainText), Optional.of(keyText));
            return pair(chainText + keyText, (X509ExtendedKeyManager) managers[0]);
        } catch (GeneralSecurityException | IOException | IllegalArgumentException invalid) {
            return new Content.Unusable(chain + " and " + key + ": " + invalid.getMessage()
                    + "; openssl pkcs8 -topk8 -nodes writes a key in PKCS #8");
        }
    }

    /** A renewal writes one file after the other, and in between they are of two certificates. */
    private Content pair(String texts, X509ExtendedKeyManager keys) throws GeneralSecurityException {
        var alias = PemContext.ALIAS;
        var certificate = keys.getCertificateChain(alias)[0];
        return belong(keys.getPrivateKey(alias), certificate.getPublicKey())
                ? new Content.Pair(texts, keys, certificate)
                : new Content.Unusable(key + " is not the key of the first certificate in " + chain);
    }

    private static boolean belong(PrivateKey key, PublicKey certified) throws GeneralSecurityException {
        if (!key.getAlgorithm().equals(certified.getAlgorithm())) {
            return false;
        }
        var algorithm =
                switch (key.getAlgorithm()) {
                    case "RSA" -> "SHA256withRSA";
                    case "EC" -> "SHA256withECDSA";
                    default -> key.getAlgorithm();
                };
        var sample = new byte[32];
        new SecureRandom().nextBytes(sample);
        var signature = Signature.getInstance(algorithm);
        signature.initSign(key);
        signature.update(sample);
        var signed = signature.sign();
        signature.initVerify(certified);
        signature.update(sample);
        return signature.verify(signed);
    }
}
