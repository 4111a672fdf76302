package dev.hyperterse.runtime.source.kubernetes.api;

import dev.hyperterse.calls.tls.PemContext;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import javax.net.ssl.SSLContext;

/** A TLS context that trusts the cluster's own certificate authority only. */
final class TrustedAuthority {
    private TrustedAuthority() {}

    static SSLContext of(Path pem) {
        try {
            return PemContext.trusting(Files.readString(pem));
        } catch (IOException | GeneralSecurityException | IllegalArgumentException unusable) {
            throw new ApiServerException("the cluster's certificate authority cannot be read from " + pem, unusable);
        }
    }
}
