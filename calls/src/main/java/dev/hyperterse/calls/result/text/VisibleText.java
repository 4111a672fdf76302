package dev.hyperterse.calls.result.text;

import dev.hyperterse.catalog.text.InvisibleCharacters;

/**
 * Text that shows {@linkplain InvisibleCharacters invisible characters} as {@code <U+200B>}. The text can be many times
 * as large, so its size is known before it is written.
 */
public final class VisibleText {
    private static final String DIGITS = "0123456789ABCDEF";
    private static final int LEAST_DIGITS = 4;
    private static final int BITS_OF_DIGIT = 4;
    /** The bytes round the digits. */
    private static final int AROUND = "<U+>".length();

    private final byte[] json;
    private final long size;
    private final boolean hides;

    private VisibleText(byte[] json, long size, boolean hides) {
        this.json = json;
        this.size = size;
        this.hides = hides;
    }

    /** That of JSON, also where characters are escaped. */
    public static VisibleText of(byte[] json) {
        var size = 0L;
        var hides = false;
        for (var at = 0; at < json.length; ) {
            var length = JsonCharacter.length(json, at);
            var character = JsonCharacter.codePoint(json, at, length);
            var invisible = InvisibleCharacters.isInvisible(character);
            hides |= invisible;
            size += invisible ? AROUND + digits(character) : length;
            at += length;
        }
        return new VisibleText(json, size, hides);
    }

    /** Whether the JSON has invisible characters. */
    public boolean hides() {
        return hides;
    }

    public long size() {
        return size;
    }

    /** The same array where everything in it is visible. */
    public byte[] json() {
        if (!hides) {
            return json;
        }
        var shown = new byte[Math.toIntExact(size)];
        var to = 0;
        for (var at = 0; at < json.length; ) {
            var length = JsonCharacter.length(json, at);
            var character = JsonCharacter.codePoint(json, at, length);
            if (InvisibleCharacters.isInvisible(character)) {
                to = name(character, shown, to);
            } else {
                for (var next = at; next < at + length; next++) {
                    shown[to++] = json[next];
                }
            }
            at += length;
        }
        return shown;
    }

    /** The bytes of UTF-8 of a text that shows them. */
    public static long size(String text) {
        return text.codePoints()
                .mapToLong(it -> InvisibleCharacters.isInvisible(it) ? AROUND + digits(it) : sizeOfUtf8(it))
                .sum();
    }

    /** A text that shows them. */
    public static String of(String text) {
        if (text.codePoints().noneMatch(InvisibleCharacters::isInvisible)) {
            return text;
        }
        var shown = new StringBuilder(text.length());
        text.codePoints().forEach(character -> {
            if (InvisibleCharacters.isInvisible(character)) {
                shown.append("<U+");
                for (var digit = digits(character) - 1; digit >= 0; digit--) {
                    shown.append(digit(character, digit));
                }
                shown.append('>');
            } else {
                shown.appendCodePoint(character);
            }
        });
        return shown.toString();
    }

    private static int name(int character, byte[] shown, int from) {
        var to = from;
        shown[to++] = '<';
        shown[to++] = 'U';
        shown[to++] = '+';
        for (var digit = digits(character) - 1; digit >= 0; digit--) {
            shown[to++] = (byte) digit(character, digit);
        }
        shown[to++] = '>';
        return to;
    }

    /** The number of hexadecimal digits. */
    private static int digits(int character) {
        var bits = Integer.SIZE - Integer.numberOfLeadingZeros(character);
        return Math.max(LEAST_DIGITS, (bits + BITS_OF_DIGIT - 1) / BITS_OF_DIGIT);
    }

    private static char digit(int character, int position) {
        return DIGITS.charAt(character >> position * BITS_OF_DIGIT & 0xf);
    }

    private static int sizeOfUtf8(int character) {
        return character < 0x80 ? 1 : character < 0x800 ? 2 : character < 0x10000 ? 3 : 4;
    }
}
