package dev.hyperterse.engines.postgres.wire.host;

import java.util.Arrays;
import java.util.List;

/** One of the hosts of a database. */
public record ServerAddress(String host, int port) {
    private static final int USUAL_PORT = 5432;
    private static final int LARGEST_PORT = 65535;

    /**
     * Reads {@code host[:port][,host[:port]...]}; an IPv6 address is in brackets.
     *
     * @throws IllegalArgumentException when it is something else
     */
    public static List<ServerAddress> list(String hosts) {
        return Arrays.stream(hosts.split(",", -1)).map(ServerAddress::of).toList();
    }

    private static ServerAddress of(String text) {
        var colon = text.lastIndexOf(':');
        var hasPort = colon > text.lastIndexOf(']');
        var host = hasPort ? text.substring(0, colon) : text;
        if (host.startsWith("[") && host.endsWith("]")) {
            host = host.substring(1, host.length() - 1);
        }
        var port = hasPort ? Integer.parseInt(text.substring(colon + 1)) : USUAL_PORT;
        if (host.isEmpty() || port < 1 || port > LARGEST_PORT) {
            throw new IllegalArgumentException("not an address of a host");
        }
        return new ServerAddress(host, port);
    }
}
