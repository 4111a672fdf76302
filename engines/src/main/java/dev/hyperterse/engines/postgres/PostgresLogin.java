package dev.hyperterse.engines.postgres;

import dev.hyperterse.catalog.server.adapter.Adapter;
import dev.hyperterse.engines.UnusableSettings;
import dev.hyperterse.engines.postgres.wire.EngineTimeouts;
import dev.hyperterse.engines.postgres.wire.Login;
import dev.hyperterse.engines.postgres.wire.host.HostChoice;
import dev.hyperterse.engines.postgres.wire.host.ServerAddress;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import org.postgresql.PGProperty;

/** Reads the settings of an adapter for our client. They have the names and defaults of the driver pgjdbc. */
final class PostgresLogin {
    private PostgresLogin() {}

    static Login of(Adapter adapter, PostgresSettings settings) {
        var properties = settings.properties();
        try {
            return new Login(
                    ServerAddress.list(settings.hosts()),
                    choice(properties),
                    parameters(settings),
                    settings.password(),
                    settings.encryption(),
                    PostgresSession.restoration(adapter),
                    timeouts(properties),
                    Boolean.parseBoolean(PGProperty.TCP_KEEP_ALIVE.getOrDefault(properties)));
        } catch (IllegalArgumentException malformed) {
            throw new UnusableSettings("the address or a parameter cannot be read");
        }
    }

    private static HostChoice choice(Properties properties) {
        return new HostChoice(
                HostChoice.Role.of(PGProperty.TARGET_SERVER_TYPE.getOrDefault(properties)),
                Boolean.parseBoolean(PGProperty.LOAD_BALANCE_HOSTS.getOrDefault(properties)));
    }

    private static Map<String, String> parameters(PostgresSettings settings) {
        var properties = settings.properties();
        Map<String, String> parameters = new LinkedHashMap<>();
        // Like the driver, the client uses the user of the process if none is set.
        parameters.put("user", properties.getProperty(PGProperty.USER.getName(), System.getProperty("user.name")));
        if (!settings.database().isEmpty()) {
            parameters.put("database", settings.database());
        }
        parameters.put("client_encoding", "UTF8");
        parameters.put("DateStyle", "ISO");
        parameters.put("TimeZone", "UTC");
        parameters.put("application_name", PGProperty.APPLICATION_NAME.getOrDefault(properties));
        Optional.ofNullable(PGProperty.CURRENT_SCHEMA.getOrDefault(properties))
                .ifPresent(schema -> parameters.put("search_path", schema));
        return parameters;
    }

    private static EngineTimeouts timeouts(Properties properties) {
        return new EngineTimeouts(
                seconds(PGProperty.LOGIN_TIMEOUT, properties),
                seconds(PGProperty.CONNECT_TIMEOUT, properties),
                seconds(PGProperty.SOCKET_TIMEOUT, properties));
    }

    private static Duration seconds(PGProperty property, Properties properties) {
        return Duration.ofSeconds(Long.parseLong(property.getOrDefault(properties)));
    }
}
