package dev.hyperterse.runtime.connector.redis;

import com.google.re2j.Pattern;
import dev.hyperterse.catalog.server.Engine;
import dev.hyperterse.catalog.server.Engine.TlsMode;
import dev.hyperterse.catalog.values.ValueKey;
import dev.hyperterse.catalog.values.ValueSet;
import dev.hyperterse.runtime.connector.RequiredValue;
import dev.hyperterse.runtime.connector.UnusableSettings;
import dev.hyperterse.runtime.connector.UserInfo;
import dev.hyperterse.runtime.tls.PemContext;
import java.io.IOException;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.util.List;
import java.util.Optional;
import javax.net.ssl.SSLSocketFactory;

/**
 * How connections are made.
 *
 * @param seeds nodes to begin with, in the order in which they are tried
 * @param tls present where connections are encrypted
 * @param hostNames whether the certificate has to be for the host
 */
record RedisSettings(
        List<NodeAddress> seeds,
        int database,
        Optional<String> username,
        Optional<String> password,
        Optional<SSLSocketFactory> tls,
        boolean hostNames) {
    private static final Pattern ADDRESS = Pattern.compile("redis(s?)://([A-Za-z0-9._:\\[\\],-]+)(?:/([0-9]{0,4}))?");

    static RedisSettings of(Engine.Redis engine, ValueSet values) {
        var url = RequiredValue.of(values, engine.url(), "url");
        var address = ADDRESS.matcher(UserInfo.without(url));
        if (!address.matches()) {
            throw new UnusableSettings("the address is not redis://host[:port][/database]");
        }
        var encrypted = !address.group(1).isEmpty();
        if (encrypted != (engine.tls().mode() != TlsMode.Disable)) {
            throw new UnusableSettings("the address and the mode of tls disagree");
        }
        var database = Optional.ofNullable(address.group(3)).filter(number -> !number.isEmpty());
        var inUrl = UserInfo.of(url);
        return new RedisSettings(
                NodeAddress.list(address.group(2)),
                database.map(Integer::parseInt).orElse(0),
                value(engine.username(), "username", values)
                        .or(() -> inUrl.user().map(RedisSettings::decoded).filter(user -> !user.isEmpty())),
                value(engine.password(), "password", values)
                        .or(() -> inUrl.password().map(RedisSettings::decoded)),
                encrypted ? Optional.of(sockets(engine.tls(), values)) : Optional.empty(),
                engine.tls().mode() == TlsMode.VerifyFull);
    }

    private static Optional<String> value(Optional<ValueKey> key, String what, ValueSet values) {
        return key.map(it -> RequiredValue.of(values, it, what));
    }

    private static SSLSocketFactory sockets(Engine.Tls tls, ValueSet values) {
        try {
            return PemContext.of(
                            tls.mode() == TlsMode.VerifyCa || tls.mode() == TlsMode.VerifyFull,
                            value(tls.ca(), "tls.ca", values),
                            value(tls.certificate(), "tls.certificate", values),
                            value(tls.key(), "tls.key", values))
                    .getSocketFactory();
        } catch (GeneralSecurityException | IOException | IllegalArgumentException unreadable) {
            throw new UnusableSettings("the documents under tls cannot be used");
        }
    }

    private static String decoded(String text) {
        try {
            return URLDecoder.decode(text.replace("+", "%2B"), StandardCharsets.UTF_8);
        } catch (IllegalArgumentException malformed) {
            throw new UnusableSettings("the address holds a malformed percent-encoding");
        }
    }

    /** Without anything: a password is among it. */
    @Override
    public String toString() {
        return "RedisSettings[]";
    }
}
