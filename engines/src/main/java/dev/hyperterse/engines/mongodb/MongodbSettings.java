package dev.hyperterse.engines.mongodb;

import com.google.re2j.Pattern;
import com.mongodb.MongoClientSettings;
import com.mongodb.MongoCredential;
import com.mongodb.ReadPreference;
import com.mongodb.ServerAddress;
import com.mongodb.connection.ServerMonitoringMode;
import dev.hyperterse.catalog.server.adapter.Adapter;
import dev.hyperterse.catalog.server.adapter.Engine;
import dev.hyperterse.catalog.server.adapter.Engine.TlsMode;
import dev.hyperterse.catalog.values.ValueSet;
import dev.hyperterse.engines.RemoteSettings;
import dev.hyperterse.engines.UnusableSettings;
import dev.hyperterse.engines.UserInfo;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;

/** The settings of the driver. The driver's own parser of addresses is not used, because it accepts further options. */
record MongodbSettings(MongoClientSettings client, String database, ReadPreference preference) {
    private static final Pattern ADDRESS = Pattern.compile("mongodb://([A-Za-z0-9._:\\[\\],-]+)/?");
    private static final Set<String> ALLOWED = Set.of("applicationName", "authSource", "readPreference", "replicaSet");
    /** If the database does not stop a command at its timeout, the connection is closed after this time. */
    private static final int AFTER_TIMEOUT_MILLIS = 5_000;
    /** Network devices may drop connections that are idle for longer. */
    private static final int LONGEST_IDLE_MILLIS = 30_000;

    static MongodbSettings of(Adapter adapter, Engine.Mongodb engine, ValueSet values) {
        engine.parameters().keySet().stream()
                .filter(name -> !ALLOWED.contains(name))
                .findFirst()
                .ifPresent(name -> {
                    throw new UnusableSettings("parameter '%s' is not allowed".formatted(name));
                });
        var remote = new RemoteSettings(engine, values);
        var address = ADDRESS.matcher(UserInfo.without(remote.url()));
        if (!address.matches()) {
            throw new UnusableSettings("the address is not mongodb://host[:port][,host...]");
        }
        var parameters = engine.parameters();
        var preference = ReadPreference.valueOf(parameters.getOrDefault("readPreference", "primary"));
        var settings = MongoClientSettings.builder();
        pool(adapter, settings);
        cluster(hosts(address.group(1)), parameters, adapter, settings);
        tls(remote, settings);
        credential(engine, remote).ifPresent(settings::credential);
        settings.applicationName(parameters.getOrDefault("applicationName", "hyperterse"))
                .readPreference(preference)
                .inetAddressResolver(MongodbSettings::addresses)
                // Only reads are retried: a write is never sent twice (decision 0195).
                .retryReads(true)
                .retryWrites(false);
        return new MongodbSettings(settings.build(), engine.database(), preference);
    }

    private static void pool(Adapter adapter, MongoClientSettings.Builder settings) {
        var pool = adapter.pool();
        var connectMillis = (int) Math.min(pool.connectionTimeoutMillis(), Integer.MAX_VALUE);
        var statementMillis = Math.min(adapter.statementTimeoutMillis(), Integer.MAX_VALUE - AFTER_TIMEOUT_MILLIS);
        settings.applyToConnectionPoolSettings(builder -> builder.maxSize(pool.maxSize())
                        .minSize(Math.min(pool.minIdle(), pool.maxSize()))
                        .maxWaitTime(connectMillis, TimeUnit.MILLISECONDS)
                        .maxConnectionIdleTime(
                                Math.min(LONGEST_IDLE_MILLIS, pool.idleTimeoutMillis()), TimeUnit.MILLISECONDS)
                        .maxConnectionLifeTime(pool.maxLifetimeMillis(), TimeUnit.MILLISECONDS))
                .applyToSocketSettings(builder -> builder.connectTimeout(connectMillis, TimeUnit.MILLISECONDS)
                        .readTimeout((int) statementMillis + AFTER_TIMEOUT_MILLIS, TimeUnit.MILLISECONDS));
    }

    private static void cluster(
            List<ServerAddress> hosts,
            Map<String, String> parameters,
            Adapter adapter,
            MongoClientSettings.Builder settings) {
        settings.applyToClusterSettings(builder -> {
                    builder.hosts(hosts)
                            .serverSelectionTimeout(adapter.pool().connectionTimeoutMillis(), TimeUnit.MILLISECONDS);
                    Optional.ofNullable(parameters.get("replicaSet")).ifPresent(builder::requiredReplicaSetName);
                })
                // Detects immediately that a member has ended, so that its idle connections are not used.
                .applyToServerSettings(builder -> builder.serverMonitoringMode(ServerMonitoringMode.STREAM)
                        .minHeartbeatFrequency(50, TimeUnit.MILLISECONDS));
    }

    private static List<ServerAddress> hosts(String hosts) {
        try {
            return Arrays.stream(hosts.split(",")).map(ServerAddress::new).toList();
        } catch (RuntimeException malformed) {
            throw new UnusableSettings("the address has a host or port that cannot be");
        }
    }

    /**
     * Gives each address the host of the adapter as its name. Otherwise the driver would verify the certificate for a
     * literal address by the name from a reverse lookup.
     */
    private static List<InetAddress> addresses(String host) throws UnknownHostException {
        List<InetAddress> named = new ArrayList<>();
        for (var address : InetAddress.getAllByName(host)) {
            named.add(InetAddress.getByAddress(host, address.getAddress()));
        }
        return named;
    }

    private static Optional<MongoCredential> credential(Engine.Mongodb engine, RemoteSettings remote) {
        var user = remote.user();
        var password = remote.password();
        var source = engine.parameters().getOrDefault("authSource", "admin");
        if (user.isPresent() && password.isEmpty()) {
            throw new UnusableSettings("the user has no password");
        }
        return user.map(name -> MongoCredential.createCredential(
                name, source, password.orElseThrow().toCharArray()));
    }

    private static void tls(RemoteSettings remote, MongoClientSettings.Builder settings) {
        var mode = remote.engine().tls().mode();
        if (mode == TlsMode.Disable) {
            return;
        }
        var context = remote.tls().context();
        settings.applyToSslSettings(builder -> builder.enabled(true)
                .invalidHostNameAllowed(mode != TlsMode.VerifyFull)
                .context(context));
    }

    /** Omits the settings, which include a password. */
    @Override
    public String toString() {
        return "MongodbSettings[" + database + "]";
    }
}
