package dev.hyperterse.testbed;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;

/** Issues certificates that only its own tests trust. The JDK's {@code keytool} makes them; nothing else is needed. */
public final class CertificateAuthority implements AutoCloseable {
    private static final String AUTHORITY = "authority";
    private static final String PASSWORD = "not-a-secret";
    private static final Base64.Encoder LINES = Base64.getMimeEncoder(64, "\n".getBytes(StandardCharsets.US_ASCII));

    private final Path directory;

    /**
     * Somebody with a certificate.
     *
     * @param certificate PEM
     * @param key PEM, PKCS #8
     */
    public record Identity(String certificate, String key) {}

    private CertificateAuthority(Path directory) {
        this.directory = directory;
    }

    public static CertificateAuthority create(String commonName) {
        try {
            var authority = new CertificateAuthority(Files.createTempDirectory("hyperterse-authority"));
            authority.generate(AUTHORITY, commonName, List.of("-ext", "bc:c"));
            return authority;
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    /** Its own certificate as PEM: what others are told to trust. */
    public String certificate() {
        return identity(AUTHORITY).certificate();
    }

    /**
     * @param alternativeNames such as {@code dns:localhost} or {@code ip:127.0.0.1}
     */
    public Identity issue(String commonName, String... alternativeNames) {
        var options = new ArrayList<>(List.of("-signer", AUTHORITY));
        if (alternativeNames.length > 0) {
            options.addAll(List.of("-ext", "san=" + String.join(",", alternativeNames)));
        }
        generate(commonName, commonName, options);
        return identity(commonName);
    }

    @Override
    public void close() {
        Directories.delete(directory);
    }

    private void generate(String alias, String commonName, List<String> options) {
        var command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "keytool").toString(),
                // The second compiler and a parallel collector would take more than half of its processor time.
                "-J-XX:TieredStopAtLevel=1",
                "-J-XX:+UseSerialGC",
                "-genkeypair",
                "-keystore",
                store().toString(),
                "-storetype",
                "PKCS12",
                "-storepass",
                PASSWORD,
                "-alias",
                alias,
                "-dname",
                "CN=" + commonName,
                "-keyalg",
                "EC",
                "-groupname",
                "secp256r1"));
        command.addAll(options);
        try {
            var process = new ProcessBuilder(command).redirectErrorStream(true).start();
            var output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            if (process.waitFor() != 0) {
                throw new TestbedException("keytool failed: " + output);
            }
        } catch (IOException failed) {
            throw new TestbedException("cannot run keytool", failed);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw new TestbedException("interrupted while waiting for keytool", interrupted);
        }
    }

    private Identity identity(String alias) {
        try (var content = Files.newInputStream(store())) {
            var store = KeyStore.getInstance("PKCS12");
            store.load(content, PASSWORD.toCharArray());
            return new Identity(
                    pem("CERTIFICATE", store.getCertificate(alias).getEncoded()),
                    pem(
                            "PRIVATE KEY",
                            store.getKey(alias, PASSWORD.toCharArray()).getEncoded()));
        } catch (IOException | GeneralSecurityException failed) {
            throw new TestbedException("cannot read what keytool wrote", failed);
        }
    }

    private Path store() {
        return directory.resolve("store.p12");
    }

    private static String pem(String what, byte[] encoded) {
        return "-----BEGIN %s-----\n%s\n-----END %s-----\n".formatted(what, LINES.encodeToString(encoded), what);
    }
}
