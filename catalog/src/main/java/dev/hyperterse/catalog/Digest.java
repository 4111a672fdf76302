package dev.hyperterse.catalog;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/** SHA-256, as bytes and in the lower-case hexadecimal that index and slots use. */
public final class Digest {
    private Digest() {}

    public static String of(byte[] content) {
        return HexFormat.of().formatHex(sha256().digest(content));
    }

    public static String of(String content) {
        return of(content.getBytes(StandardCharsets.UTF_8));
    }

    public static byte[] bytes(String content) {
        return sha256().digest(content.getBytes(StandardCharsets.UTF_8));
    }

    /** For content that comes in parts. */
    public static MessageDigest sha256() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException impossible) {
            throw new IllegalStateException("every Java platform has SHA-256", impossible);
        }
    }
}
