package dev.hyperterse.calls.fetch.address;

import java.net.InetAddress;
import java.util.List;

/** The class of an address. */
enum AddressClass {
    /** The internet. */
    PUBLIC,
    /** The networks of a cluster or of a company. */
    PRIVATE,
    /** Loopback, link-local, multicast, and addresses that are translated or tunnelled to others. */
    SPECIAL;

    private static final List<Block> PRIVATE_BLOCKS = List.of(
            Block.of("10.0.0.0", 8),
            Block.of("100.64.0.0", 10),
            Block.of("172.16.0.0", 12),
            Block.of("192.168.0.0", 16),
            Block.of("fc00::", 7));

    /** The special-purpose registries of IANA; for IPv6 only blocks within global unicast. */
    private static final List<Block> SPECIAL_BLOCKS = List.of(
            Block.of("0.0.0.0", 8),
            Block.of("127.0.0.0", 8),
            Block.of("169.254.0.0", 16),
            Block.of("192.0.0.0", 24),
            Block.of("192.0.2.0", 24),
            Block.of("192.88.99.0", 24),
            Block.of("198.18.0.0", 15),
            Block.of("198.51.100.0", 24),
            Block.of("203.0.113.0", 24),
            Block.of("224.0.0.0", 3),
            Block.of("2001::", 23),
            Block.of("2001:db8::", 32),
            Block.of("2002::", 16),
            Block.of("3fff::", 20));

    /**
     * Services of clouds for their machines, such as credentials, that are not link-local: of Amazon, Google, Azure, and
     * Alibaba. Some are within private blocks, and one among public addresses.
     */
    private static final List<Block> CLOUD_SERVICES = List.of(
            Block.of("fd00:ec2::", 32),
            Block.of("fd20:ce::254", 128),
            Block.of("168.63.129.16", 32),
            Block.of("100.100.100.200", 32));

    private static final Block GLOBAL_UNICAST = Block.of("2000::", 3);

    static AddressClass of(InetAddress address) {
        var bytes = address.getAddress();
        if (CLOUD_SERVICES.stream().anyMatch(block -> block.contains(bytes))) {
            return SPECIAL;
        }
        if (PRIVATE_BLOCKS.stream().anyMatch(block -> block.contains(bytes))) {
            return PRIVATE;
        }
        if (SPECIAL_BLOCKS.stream().anyMatch(block -> block.contains(bytes))) {
            return SPECIAL;
        }
        return bytes.length == 4 || GLOBAL_UNICAST.contains(bytes) ? PUBLIC : SPECIAL;
    }

    /** Addresses with a common prefix. */
    private record Block(byte[] prefix, int bits) {
        static Block of(String literal, int bits) {
            return new Block(InetAddress.ofLiteral(literal).getAddress(), bits);
        }

        boolean contains(byte[] address) {
            if (address.length != prefix.length) {
                return false;
            }
            for (var bit = 0; bit < bits; bit++) {
                var mask = 0x80 >> bit % 8;
                if ((address[bit / 8] & mask) != (prefix[bit / 8] & mask)) {
                    return false;
                }
            }
            return true;
        }
    }
}
