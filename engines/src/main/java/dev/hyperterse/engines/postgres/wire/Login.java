package dev.hyperterse.engines.postgres.wire;

import dev.hyperterse.engines.PasswordSource;
import dev.hyperterse.engines.postgres.wire.host.HostChoice;
import dev.hyperterse.engines.postgres.wire.host.ServerAddress;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The settings that a connection is opened with.
 *
 * @param parameters of the start-up message, with the user and the database
 * @param session statements that fix the session, because settings of a role override those of the start-up message
 */
public record Login(
        List<ServerAddress> hosts,
        HostChoice choice,
        Map<String, String> parameters,
        PasswordSource password,
        Optional<Encryption> encryption,
        String session,
        EngineTimeouts timeouts,
        boolean keepAlive) {
    String user() {
        return parameters.getOrDefault("user", "");
    }

    /** The settings without encryption. */
    Login plain() {
        return new Login(hosts, choice, parameters, password, Optional.empty(), session, timeouts, keepAlive);
    }

    /** Omits the password. */
    @Override
    public String toString() {
        return "Login" + hosts;
    }
}
