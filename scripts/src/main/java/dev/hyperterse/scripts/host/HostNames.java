package dev.hyperterse.scripts.host;

import java.net.IDN;
import java.net.Inet6Address;
import java.net.InetAddress;

/** Host names in URLs, as far as they need tables that JavaScript does not have. Empty where a name is malformed. */
final class HostNames {
    private static final int GROUPS = 8;

    /** Of DNS. Normalizing a longer one could take as long as its author likes. */
    private static final int LONGEST_NAME = 253;

    private HostNames() {}

    static String ascii(String name) {
        if (name.length() > LONGEST_NAME) {
            return "";
        }
        try {
            return IDN.toASCII(name, IDN.ALLOW_UNASSIGNED);
        } catch (IllegalArgumentException malformed) {
            return "";
        }
    }

    /** The canonical notation of an IPv6 address: without the longest run of zeros. */
    static String ipv6(String text) {
        if (text.indexOf(':') < 0 || text.indexOf('%') >= 0) {
            return "";
        }
        try {
            return written(groups(InetAddress.ofLiteral(text)));
        } catch (IllegalArgumentException malformed) {
            return "";
        }
    }

    private static int[] groups(InetAddress address) {
        var groups = new int[GROUPS];
        var bytes = address.getAddress();
        if (!(address instanceof Inet6Address)) {
            // The JDK turns an IPv4-mapped address into an IPv4 address.
            groups[5] = 0xffff;
            groups[6] = (bytes[0] & 0xff) << 8 | bytes[1] & 0xff;
            groups[7] = (bytes[2] & 0xff) << 8 | bytes[3] & 0xff;
            return groups;
        }
        for (var group = 0; group < GROUPS; group++) {
            groups[group] = (bytes[2 * group] & 0xff) << 8 | bytes[2 * group + 1] & 0xff;
        }
        return groups;
    }

    private static String written(int[] groups) {
        var from = 0;
        var longest = 1;
        for (var start = 0; start < GROUPS; start++) {
            var end = start;
            while (end < GROUPS && groups[end] == 0) {
                end++;
            }
            if (end - start > longest) {
                from = start;
                longest = end - start;
            }
        }
        var text = new StringBuilder();
        for (var group = 0; group < GROUPS; group++) {
            if (longest > 1 && group == from) {
                text.append(group == 0 ? "::" : ":");
                group += longest - 1;
            } else {
                text.append(Integer.toHexString(groups[group])).append(group == GROUPS - 1 ? "" : ":");
            }
        }
        return text.toString();
    }
}
