package dev.hyperterse.compiler.resolve;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/**
 * The content of a ConfigMap or a Secret, by key.
 *
 * @param text {@code data} of a ConfigMap; of a Secret, all entries that are UTF-8
 * @param binary {@code binaryData} of a ConfigMap; of a Secret, the rest
 * @param readable whether tools, prompts and resources may refer to it, and not only servers; never true of a Secret
 * @param quotable whether messages may quote its texts: only their author reads them, and has written them
 */
public record Entries(Map<String, String> text, Map<String, byte[]> binary, boolean readable, boolean quotable) {
    /**
     * The consent of a ConfigMap's owner that all of its keys may be served. The author of a tool need not be allowed to
     * read ConfigMaps (decision 0149).
     */
    public static final String READABLE_LABEL = "hyperterse.dev/readable";

    public Entries {
        text = Map.copyOf(text);
        binary = Map.copyOf(binary);
    }

    /** Entries that no message quotes. */
    public Entries(Map<String, String> text, Map<String, byte[]> binary, boolean readable) {
        this(text, binary, readable, false);
    }

    public static Entries of(Map<String, String> text) {
        return new Entries(text, Map.of(), false);
    }

    /** The entries of a ConfigMap with these labels. */
    public static Entries ofConfigMap(
            Map<String, String> labels, Map<String, String> text, Map<String, byte[]> binary) {
        return new Entries(text, binary, "true".equals(labels.get(READABLE_LABEL)));
    }

    /** The same, read beside the objects that refer to them on their author's machine. */
    public Entries writtenByReader() {
        return new Entries(text, binary, readable, true);
    }

    /** The entries of a Secret, whose values are bytes; those that are UTF-8 are texts. */
    public static Entries decoded(Map<String, byte[]> values) {
        var text = new HashMap<String, String>();
        var binary = new HashMap<String, byte[]>();
        values.forEach(
                (key, bytes) -> asText(bytes).ifPresentOrElse(it -> text.put(key, it), () -> binary.put(key, bytes)));
        return new Entries(text, binary, false);
    }

    /** Values that an object has in base64; none of an object without any. */
    public static Map<String, byte[]> bytes(Map<String, String> base64) {
        var bytes = new HashMap<String, byte[]>();
        if (base64 != null) {
            base64.forEach((key, text) -> bytes.put(key, Base64.getDecoder().decode(text)));
        }
        return bytes;
    }

    /** About the bytes that it takes. */
    public long size() {
        var ofText = text.entrySet().stream()
                .mapToLong(it -> it.getKey().length() + bytes(it.getValue()))
                .sum();
        var ofBinary = binary.entrySet().stream()
                .mapToLong(it -> it.getKey().length() + it.getValue().length)
                .sum();
        return ofText + ofBinary;
    }

    /** A string has one byte for each character, or two when one of them is beyond Latin-1. */
    private static long bytes(String text) {
        return text.chars().allMatch(it -> it <= 0xFF) ? text.length() : 2L * text.length();
    }

    public Optional<String> find(String key) {
        return Optional.ofNullable(text.get(key));
    }

    public Optional<byte[]> findBinary(String key) {
        return Optional.ofNullable(binary.get(key));
    }

    /** Keys only: entries may come from a Secret. */
    @Override
    public String toString() {
        return "Entries[" + text.keySet() + ", " + binary.keySet() + "]";
    }

    private static Optional<String> asText(byte[] bytes) {
        try {
            return Optional.of(StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(bytes))
                    .toString());
        } catch (CharacterCodingException binary) {
            return Optional.empty();
        }
    }
}
