package dev.hyperterse.engines.redis;

import dev.hyperterse.engines.UnusableSettings;
import java.util.Arrays;
import java.util.List;

/** The address of a node. */
record NodeAddress(String host, int port) {
    private static final int USUAL_PORT = 6379;
    private static final int LARGEST_PORT = 65535;

    /** Reads {@code host[:port][,host[:port]...]}; an IPv6 address is in brackets. */
    static List<NodeAddress> list(String hosts) {
        return Arrays.stream(hosts.split(",", -1)).map(NodeAddress::configured).toList();
    }

    private static NodeAddress configured(String text) {
        var colon = text.lastIndexOf(':');
        var hasPort = colon > text.lastIndexOf(']');
        return of(hasPort ? text.substring(0, colon) : text, hasPort ? text.substring(colon + 1) : "" + USUAL_PORT);
    }

    /**
     * Reads the address in a redirection.
     *
     * @param self the node that sent it: an empty host means its own
     */
    static NodeAddress announced(String text, NodeAddress self) {
        var colon = text.lastIndexOf(':');
        var host = colon <= 0 ? self.host : text.substring(0, colon);
        return of(host, text.substring(colon + 1));
    }

    private static NodeAddress of(String host, String port) {
        var bare = host.startsWith("[") && host.endsWith("]") ? host.substring(1, host.length() - 1) : host;
        try {
            var number = Integer.parseInt(port);
            if (!bare.isEmpty() && number >= 1 && number <= LARGEST_PORT) {
                return new NodeAddress(bare, number);
            }
        } catch (NumberFormatException notOne) {
            // Refused below.
        }
        throw new UnusableSettings("the address has a host or port that cannot be");
    }
}
