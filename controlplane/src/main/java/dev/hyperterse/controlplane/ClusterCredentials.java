package dev.hyperterse.controlplane;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.GeneralSecurityException;
import java.security.Key;
import java.security.KeyPairGenerator;
import java.security.SecureRandom;
import java.security.spec.ECGenParameterSpec;
import java.util.Base64;
import java.util.HexFormat;

/**
 * What clients and tokens are known by: one administrator's token, and the key that signs tokens of ServiceAccounts. The
 * serving certificate is made by the API server itself, whose file also holds the authority that signed it.
 */
record ClusterCredentials(Path directory, String adminToken) {
    /** Those of {@code directory}, made where there are none. */
    static ClusterCredentials in(Path directory) {
        try {
            Files.createDirectories(
                    directory, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
            var tokens = directory.resolve("tokens.csv");
            var key = directory.resolve("service-accounts.key");
            if (Files.notExists(key)) {
                Files.writeString(tokens, newToken() + ",admin,admin,system:masters\n");
                Files.writeString(key, newKey());
            }
            return new ClusterCredentials(directory, Files.readString(tokens).split(",", 2)[0]);
        } catch (IOException unusable) {
            throw new ControlPlaneException("cannot read or write credentials", unusable);
        }
    }

    Path tokens() {
        return directory.resolve("tokens.csv");
    }

    Path serviceAccountKey() {
        return directory.resolve("service-accounts.key");
    }

    Path servingCertificate() {
        return directory.resolve("apiserver.crt");
    }

    /** A kubeconfig of the administrator. */
    String kubeconfig(String url) {
        try {
            var authority = Base64.getEncoder().encodeToString(Files.readAllBytes(servingCertificate()));
            return """
                    apiVersion: v1
                    kind: Config
                    clusters:
                      - name: controlplane
                        cluster:
                          server: %s
                          certificate-authority-data: %s
                    users:
                      - name: admin
                        user:
                          token: %s
                    contexts:
                      - name: controlplane
                        context:
                          cluster: controlplane
                          user: admin
                    current-context: controlplane
                    """.formatted(url, authority, adminToken);
        } catch (IOException unreadable) {
            throw new ControlPlaneException("the API server made no certificate", unreadable);
        }
    }

    private static String newToken() {
        var random = new byte[24];
        new SecureRandom().nextBytes(random);
        return HexFormat.of().formatHex(random);
    }

    /** Both halves: programs that verify tokens know no private key of this kind. One of RSA takes a second to make. */
    private static String newKey() {
        try {
            var generator = KeyPairGenerator.getInstance("EC");
            generator.initialize(new ECGenParameterSpec("secp256r1"));
            var pair = generator.generateKeyPair();
            return pem("PRIVATE KEY", pair.getPrivate()) + pem("PUBLIC KEY", pair.getPublic());
        } catch (GeneralSecurityException everyJdkHasIt) {
            throw new IllegalStateException(everyJdkHasIt);
        }
    }

    private static String pem(String what, Key key) {
        var lines = Base64.getMimeEncoder(64, new byte[] {'\n'}).encodeToString(key.getEncoded());
        return "-----BEGIN %s-----\n%s\n-----END %s-----\n".formatted(what, lines, what);
    }
}
