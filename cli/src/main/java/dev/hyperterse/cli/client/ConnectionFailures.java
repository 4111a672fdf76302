package dev.hyperterse.cli.client;

import io.modelcontextprotocol.client.transport.McpHttpClientTransportAuthorizationException;
import java.net.ConnectException;
import java.net.URI;
import java.nio.channels.UnresolvedAddressException;
import java.util.Optional;
import javax.net.ssl.SSLException;

/** Why no server answers at an address, and what to do. */
final class ConnectionFailures {
    private ConnectionFailures() {}

    static ConnectionFailure of(URI url, boolean withHeaders, Exception failed) {
        var reason = failed.toString();
        for (Throwable cause = failed; cause != null; cause = cause.getCause()) {
            if (cause instanceof McpHttpClientTransportAuthorizationException) {
                return ofCredentials(url, withHeaders);
            }
            // The innermost message: outer exceptions only say that something failed.
            reason = switch (cause) {
                case UnresolvedAddressException _ -> "its host name has no address";
                case ConnectException refused
                when !(refused.getCause() instanceof UnresolvedAddressException) ->
                    "no server listens there; start one with 'hyperterse dev', which prints its address";
                case SSLException tls -> tls(url, tls);
                default -> Optional.ofNullable(cause.getMessage()).orElse(reason);
            };
            if (cause instanceof SSLException) {
                break;
            }
        }
        return new ConnectionFailure("no MCP server answers at " + url + ": " + reason + path(url, reason), failed);
    }

    static ConnectionFailure ofCredentials(URI url, boolean withHeaders) {
        return new ConnectionFailure("the server at " + url
                + (withHeaders ? " refuses these headers; it asks" : " asks")
                + " for credentials: --header 'X-API-Key: ...' or --header 'Authorization: Bearer ...'");
    }

    private static String tls(URI url, SSLException failed) {
        return String.valueOf(failed.getMessage()).contains("plaintext")
                        || String.valueOf(failed.getMessage()).contains("Unrecognized")
                ? "it speaks HTTP without TLS; write http:" + url.getSchemeSpecificPart()
                : "TLS failed: " + failed.getMessage();
    }

    /** Something listens, and has no MCP on that path or port. */
    static String path(URI url, String reason) {
        if (reason.contains("no server listens") || reason.contains("TLS") || reason.contains("no address")) {
            return "";
        }
        return McpAddress.path(url).startsWith(McpAddress.PATH)
                ? "; this may be another program's port, or the admin port: 'hyperterse dev' prints the address behind 'serves'"
                : "; the path of Hyperterse is " + McpAddress.PATH + ": " + url.resolve(McpAddress.PATH);
    }
}
