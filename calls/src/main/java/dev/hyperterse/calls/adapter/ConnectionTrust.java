package dev.hyperterse.calls.adapter;

import dev.hyperterse.catalog.server.adapter.Engine.TlsMode;
import java.util.Optional;

/**
 * The role and the security of a connection.
 *
 * @param authority the certificates that the server has to be signed by
 */
public record ConnectionTrust(Optional<String> role, TlsMode mode, Optional<String> authority) {
    /** For an engine inside this process. */
    public static final ConnectionTrust LOCAL =
            new ConnectionTrust(Optional.empty(), TlsMode.Disable, Optional.empty());

    /** Whether a connection with this trust satisfies the wanted one. */
    boolean admits(ConnectionTrust wanted) {
        return role.equals(wanted.role) && authority.equals(wanted.authority) && mode.compareTo(wanted.mode) >= 0;
    }
}
