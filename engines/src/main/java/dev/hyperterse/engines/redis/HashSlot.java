package dev.hyperterse.engines.redis;

/** The slot of a key in a cluster: CRC16 (XMODEM) of the text between its first braces, or of the whole key. */
final class HashSlot {
    static final int COUNT = 16384;

    private HashSlot() {}

    static int of(byte[] key) {
        var from = 0;
        var to = key.length;
        var open = indexOf(key, '{', 0);
        if (open >= 0) {
            var close = indexOf(key, '}', open + 1);
            if (close > open + 1) {
                from = open + 1;
                to = close;
            }
        }
        var crc = 0;
        for (var at = from; at < to; at++) {
            crc ^= (key[at] & 0xff) << 8;
            for (var bit = 0; bit < 8; bit++) {
                crc = (crc & 0x8000) == 0 ? crc << 1 : crc << 1 ^ 0x1021;
            }
        }
        return (crc & 0xffff) % COUNT;
    }

    private static int indexOf(byte[] key, char wanted, int from) {
        for (var at = from; at < key.length; at++) {
            if (key[at] == wanted) {
                return at;
            }
        }
        return -1;
    }
}
