package dev.hyperterse.engines.mysql;

import com.google.re2j.Pattern;
import dev.hyperterse.catalog.server.adapter.Adapter;
import dev.hyperterse.catalog.server.adapter.Engine;
import dev.hyperterse.catalog.server.adapter.Engine.TlsMode;
import dev.hyperterse.catalog.values.ValueSet;
import dev.hyperterse.engines.RemoteSettings;
import dev.hyperterse.engines.UnusableSettings;
import dev.hyperterse.engines.UserInfo;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.Optional;
import java.util.Properties;
import org.mariadb.jdbc.Configuration;
import org.mariadb.jdbc.HostAddress;

/**
 * The settings of the driver: every option is chosen here.
 * @param withoutTls for a server that offers none, where that is allowed
 * @param collation of comparisons between values of a call
 * @param longestRow in bytes of the protocol
 */
record MysqlSettings(
        Configuration configuration, Optional<Configuration> withoutTls, Optional<String> collation, long longestRow) {
    private static final Pattern ADDRESS =
            Pattern.compile("(?:mysql|mariadb)://([A-Za-z0-9._-]+|\\[[0-9A-Fa-f:.]+])(?::([0-9]{1,5}))?/([^/?#&]+)");
    private static final Pattern COLLATION = Pattern.compile("utf8mb4_[A-Za-z0-9_]+");
    private static final int DEFAULT_PORT = 3306;
    private static final int LARGEST_PORT = 65535;

    static {
        // The driver logs messages of engines at WARN, with values in them.
        System.setProperty("mariadb.logging.disable", "true");
    }

    static MysqlSettings of(Adapter adapter, Engine.Mysql engine, ValueSet values, Path secrets, long maxResultSize) {
        var remote = new RemoteSettings(engine, values);
        var address = ADDRESS.matcher(UserInfo.without(remote.url()));
        if (!address.matches()) {
            throw new UnusableSettings("the address is not mysql://host[:port]/database");
        }
        var host = address.group(1).replace("[", "").replace("]", "");
        var port = port(Optional.ofNullable(address.group(2)));
        var file = remote.passwordFile(secrets);
        var builder = fixed(adapter, file.map(FilePassword::options).orElseGet(Properties::new))
                .addresses(HostAddress.from(host, port))
                .database(RemoteSettings.decoded(address.group(3)));
        remote.user().ifPresent(builder::user);
        file.ifPresentOrElse(_ -> builder.credentialType(FilePassword.TYPE), () -> remote.password()
                .ifPresent(builder::password));
        PemSockets.configure(remote, builder);
        var collation = Optional.ofNullable(engine.parameters().get("connectionCollation"));
        if (collation.filter(name -> !COLLATION.matches(name)).isPresent()) {
            throw new UnusableSettings("connectionCollation is not one of utf8mb4");
        }
        return new MysqlSettings(
                builder.build(),
                engine.tls().mode() == TlsMode.Prefer
                        ? Optional.of(builder.sslMode("disable").build())
                        : Optional.empty(),
                collation,
                // A row of the protocol is never much longer than its JSON.
                2 * maxResultSize + 64 * 1024);
    }

    private static int port(Optional<String> digits) {
        var port = digits.map(Integer::parseInt).orElse(DEFAULT_PORT);
        if (port < 1 || port > LARGEST_PORT) {
            throw new UnusableSettings("the address has a port that cannot be");
        }
        return port;
    }

    private static Configuration.Builder fixed(Adapter adapter, Properties ofPlugins) {
        return unset(ofPlugins)
                .socketFactory(CountedSockets.class.getName())
                .connectTimeout((int) adapter.pool().connectionTimeoutMillis())
                .tcpKeepAlive(true)
                .connectionAttributes("program_name:hyperterse")
                .useServerPrepStmts(true)
                // Leases hold statements open.
                .cachePrepStmts(false)
                .allowMultiQueries(false)
                .allowLocalInfile(false)
                .permitRedirect(false)
                // The sql_mode stays the server's.
                .jdbcCompliantTruncation(false)
                .connectionTimeZone("UTC")
                .forceConnectionTimeZoneToSession(false)
                .preserveInstants(false)
                .tinyInt1isBit(false)
                .yearIsDateType(false)
                .useBulkStmts(false);
    }

    /** Parsed, because the driver fails to connect with a builder that was made without a map of further options. */
    private static Configuration.Builder unset(Properties ofPlugins) {
        try {
            return Configuration.parse("jdbc:mariadb://localhost/", ofPlugins).toBuilder();
        } catch (SQLException impossible) {
            throw new IllegalStateException(impossible);
        }
    }

    /** Omits the configuration, which contains a password. */
    @Override
    public String toString() {
        return "MysqlSettings[]";
    }
}
