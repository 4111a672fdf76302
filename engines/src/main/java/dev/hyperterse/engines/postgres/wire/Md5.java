package dev.hyperterse.engines.postgres.wire;

import dev.hyperterse.engines.postgres.wire.message.ClientMessages;
import dev.hyperterse.engines.postgres.wire.message.ProtocolViolation;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/** The response to a request for a password with MD5 and a salt. */
final class Md5 {
    private static final int SALT = 4;

    private Md5() {}

    static byte[] answer(String user, String password, byte[] bytes, int salt) throws ProtocolViolation {
        if (bytes.length - salt < SALT) {
            throw new ProtocolViolation("a salt that is too short");
        }
        var digest = digest();
        digest.update(ClientMessages.utf8(password));
        var stored = hex(digest.digest(ClientMessages.utf8(user)));
        digest.update(stored.getBytes(StandardCharsets.US_ASCII));
        digest.update(bytes, salt, SALT);
        return ("md5" + hex(digest.digest())).getBytes(StandardCharsets.US_ASCII);
    }

    private static String hex(byte[] bytes) {
        return HexFormat.of().formatHex(bytes);
    }

    private static MessageDigest digest() {
        try {
            return MessageDigest.getInstance("MD5");
        } catch (NoSuchAlgorithmException notInThisJava) {
            throw new IllegalStateException(notInThisJava);
        }
    }
}
