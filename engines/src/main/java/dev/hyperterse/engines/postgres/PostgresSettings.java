package dev.hyperterse.engines.postgres;

import com.google.re2j.Pattern;
import dev.hyperterse.catalog.server.adapter.Adapter;
import dev.hyperterse.catalog.server.adapter.Engine;
import dev.hyperterse.catalog.values.ValueSet;
import dev.hyperterse.engines.PasswordSource;
import dev.hyperterse.engines.RemoteSettings;
import dev.hyperterse.engines.UnusableSettings;
import dev.hyperterse.engines.postgres.wire.Encryption;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.Set;
import java.util.stream.Stream;
import org.postgresql.PGProperty;

/**
 * An address without parameters, and properties by their names in the driver pgjdbc, every one chosen here.
 *
 * @param password is not among the properties
 * @param longestRow in bytes of a message of the engine; a longer one is not read
 */
record PostgresSettings(
        String hosts,
        String database,
        Properties properties,
        PasswordSource password,
        Optional<Encryption> encryption,
        long longestRow) {
    private static final Pattern ADDRESS =
            Pattern.compile("postgres(?:ql)?://(?:[^/@]*@)?([A-Za-z0-9._:\\[\\],-]+)(?:/([^/?#&]*))?");

    /** The only parameters a manifest may set; others of the driver load classes or read files. */
    private static final Set<String> ALLOWED = Set.of(
            "applicationName",
            "connectTimeout",
            "currentSchema",
            "loadBalanceHosts",
            "socketTimeout",
            "targetServerType",
            "tcpKeepAlive");

    static PostgresSettings of(
            Adapter adapter, Engine.Postgres engine, ValueSet values, Path secrets, long maxResultSize) {
        var remote = new RemoteSettings(engine, values);
        var address = ADDRESS.matcher(remote.url());
        if (!address.matches()) {
            throw new UnusableSettings("the address is not postgresql://host[:port]/database");
        }
        var properties = fixed(adapter);
        remote.user().ifPresent(user -> PGProperty.USER.set(properties, user));
        parameters(engine.parameters(), properties);
        var database = Optional.ofNullable(address.group(2))
                .map(RemoteSettings::decoded)
                .orElse("");
        requireNoZeroByte(database, remote.password(), properties);
        // Text of a row is never much shorter than its JSON, except for bytea, which is longer.
        return new PostgresSettings(
                address.group(1),
                database,
                properties,
                remote.passwordSource(secrets),
                PostgresEncryption.of(remote),
                2 * maxResultSize + 64 * 1024);
    }

    /** The protocol terminates each of them with a zero byte. */
    private static void requireNoZeroByte(String database, Optional<String> password, Properties properties) {
        var all = Stream.concat(
                Stream.concat(Stream.of(database), password.stream()),
                properties.stringPropertyNames().stream().map(properties::getProperty));
        if (all.anyMatch(text -> text.indexOf('\0') >= 0)) {
            throw new UnusableSettings("the user, the password, the database or a parameter has a zero byte");
        }
    }

    private static Properties fixed(Adapter adapter) {
        var properties = new Properties();
        var seconds = (int) Math.max(1, adapter.pool().connectionTimeoutMillis() / 1000);
        PGProperty.APPLICATION_NAME.set(properties, "hyperterse");
        PGProperty.CONNECT_TIMEOUT.set(properties, seconds);
        PGProperty.LOGIN_TIMEOUT.set(properties, seconds);
        PGProperty.TCP_KEEP_ALIVE.set(properties, true);
        return properties;
    }

    private static void parameters(Map<String, String> parameters, Properties properties) {
        parameters.forEach((name, value) -> {
            if (!ALLOWED.contains(name)) {
                throw new UnusableSettings("parameter '%s' is not allowed".formatted(name));
            }
            properties.setProperty(
                    name.equals("applicationName") ? PGProperty.APPLICATION_NAME.getName() : name, value);
        });
    }

    /** Omits the password and the properties. */
    @Override
    public String toString() {
        return "PostgresSettings[" + hosts + "/" + database + "]";
    }
}
