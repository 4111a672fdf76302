package dev.hyperterse.engines.redis;

import com.google.re2j.Pattern;
import dev.hyperterse.catalog.server.adapter.Engine;
import dev.hyperterse.catalog.server.adapter.Engine.TlsMode;
import dev.hyperterse.catalog.values.ValueSet;
import dev.hyperterse.engines.PasswordSource;
import dev.hyperterse.engines.RemoteSettings;
import dev.hyperterse.engines.UnusableSettings;
import dev.hyperterse.engines.UserInfo;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import javax.net.ssl.SSLSocketFactory;

/**
 * The settings of connections.
 *
 * @param seeds nodes to begin with, in the order in which they are tried
 * @param tls present where connections are encrypted
 * @param hostNames whether the certificate has to be for the host
 */
record RedisSettings(
        List<NodeAddress> seeds,
        int database,
        Optional<String> username,
        PasswordSource password,
        Optional<SSLSocketFactory> tls,
        boolean hostNames) {
    private static final Pattern ADDRESS = Pattern.compile("redis(s?)://([A-Za-z0-9._:\\[\\],-]+)(?:/([0-9]{0,4}))?");

    static RedisSettings of(Engine.Redis engine, ValueSet values, Path secrets) {
        var remote = new RemoteSettings(engine, values);
        var address = ADDRESS.matcher(UserInfo.without(remote.url()));
        if (!address.matches()) {
            throw new UnusableSettings("the address is not redis://host[:port][/database]");
        }
        var encrypted = !address.group(1).isEmpty();
        if (encrypted != (engine.tls().mode() != TlsMode.Disable)) {
            throw new UnusableSettings("the address and the mode of tls disagree");
        }
        var database = Optional.ofNullable(address.group(3)).filter(number -> !number.isEmpty());
        return new RedisSettings(
                NodeAddress.list(address.group(2)),
                database.map(Integer::parseInt).orElse(0),
                remote.username().or(() -> remote.userInUrl().filter(user -> !user.isEmpty())),
                remote.passwordSource(secrets),
                encrypted ? Optional.of(remote.tls().context().getSocketFactory()) : Optional.empty(),
                engine.tls().mode() == TlsMode.VerifyFull);
    }

    /** Omits the settings, which include a password. */
    @Override
    public String toString() {
        return "RedisSettings[]";
    }
}
