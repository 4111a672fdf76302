package dev.hyperterse.runtime.tls;

import dev.hyperterse.runtime.tls.CertificateFiles.Content;
import java.net.Socket;
import java.security.GeneralSecurityException;
import java.security.Principal;
import java.security.PrivateKey;
import java.security.cert.X509Certificate;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Function;
import javax.net.ssl.KeyManager;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.X509ExtendedKeyManager;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The certificate of a port, which follows its files: connections that open later get the new one. */
public final class ServerCertificate {
    private static final Logger LOG = LoggerFactory.getLogger(ServerCertificate.class);

    private final CertificateFiles files;
    private final AtomicReference<Versions> versions;
    /** The reason that was logged last; a faulty file is looked at often. */
    private String complaint = "";

    private ServerCertificate(CertificateFiles files, Content.Pair first) {
        this.files = files;
        this.versions = new AtomicReference<>(new Versions(0, first, Optional.empty()));
    }

    /** How a first reading ended. */
    public sealed interface Reading {
        record Usable(ServerCertificate certificate) implements Reading {}

        record Unusable(String reason) implements Reading {}
    }

    public static Reading read(CertificateFiles files) {
        return switch (files.read()) {
            case Content.Pair pair -> new Reading.Usable(new ServerCertificate(files, pair));
            case Content.Unusable(var reason) -> new Reading.Unusable(reason);
        };
    }

    /** Reads the files again. Where they hold no certificate with its key, the former one stays. */
    public synchronized void renew() {
        switch (files.read()) {
            case Content.Pair pair -> renew(pair);
            case Content.Unusable(var reason) -> complain(reason);
        }
    }

    private void renew(Content.Pair pair) {
        complaint = "";
        if (!pair.texts().equals(versions.get().newest().texts())) {
            versions.set(versions.get().then(pair));
            LOG.atInfo()
                    .addKeyValue("event", "certificate_renewed")
                    .addKeyValue("expires", pair.certificate().getNotAfter().toInstant())
                    .log("new connections get the new certificate");
        }
    }

    private void complain(String reason) {
        if (!reason.equals(complaint)) {
            complaint = reason;
            LOG.atWarn()
                    .addKeyValue("event", "certificate_not_renewed")
                    .addKeyValue("reason", reason)
                    .log("the former certificate stays");
        }
    }

    /** A context for the port; it need not be made again after a renewal. */
    SSLContext context() {
        try {
            var context = SSLContext.getInstance("TLS");
            context.init(new KeyManager[] {new Renewed(versions)}, null, null);
            return context;
        } catch (GeneralSecurityException impossible) {
            throw new IllegalStateException("every Java platform has TLS", impossible);
        }
    }

    /** The newest version, and the one before: a handshake asks several times and must get one pair. */
    private record Versions(long number, Content.Pair newest, Optional<Content.Pair> before) {
        Versions then(Content.Pair next) {
            return new Versions(number + 1, next, Optional.of(newest));
        }

        String named(String alias) {
            return alias == null ? null : number + "." + alias;
        }

        Optional<Content.Pair> of(String alias) {
            var version = Long.parseLong(alias.substring(0, alias.indexOf('.')));
            return version == number ? Optional.of(newest) : before.filter(_ -> version == number - 1);
        }
    }

    /** Gives aliases the number of their version. */
    private static final class Renewed extends X509ExtendedKeyManager {
        private final AtomicReference<Versions> versions;

        Renewed(AtomicReference<Versions> versions) {
            this.versions = versions;
        }

        @Override
        public String chooseServerAlias(String type, Principal[] issuers, Socket socket) {
            var present = versions.get();
            return present.named(present.newest().keys().chooseServerAlias(type, issuers, socket));
        }

        @Override
        public String chooseEngineServerAlias(String type, Principal[] issuers, SSLEngine engine) {
            var present = versions.get();
            return present.named(present.newest().keys().chooseEngineServerAlias(type, issuers, engine));
        }

        @Override
        public X509Certificate[] getCertificateChain(String alias) {
            return of(alias, keys -> keys.getCertificateChain(withoutVersion(alias)));
        }

        @Override
        public PrivateKey getPrivateKey(String alias) {
            return of(alias, keys -> keys.getPrivateKey(withoutVersion(alias)));
        }

        @Override
        public String[] getServerAliases(String type, Principal[] issuers) {
            return null;
        }

        @Override
        public String[] getClientAliases(String type, Principal[] issuers) {
            return null;
        }

        @Override
        public String chooseClientAlias(String[] types, Principal[] issuers, Socket socket) {
            return null;
        }

        /** Null, as the interface wants it, where two renewals came during one handshake. */
        private <T> T of(String alias, Function<X509ExtendedKeyManager, T> part) {
            return versions.get().of(alias).map(pair -> part.apply(pair.keys())).orElse(null);
        }

        private static String withoutVersion(String alias) {
            return alias.substring(alias.indexOf('.') + 1);
        }
    }
}
