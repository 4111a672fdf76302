package dev.hyperterse.calls.result;

import java.nio.charset.StandardCharsets;

/**
 * JSON whose texts show characters that nobody sees as {@code <U+200B>}, also where they are escaped: controls, marks of
 * direction, tags, selectors and fillers. People overlook them, and models read what is written in them.
 */
public final class VisibleText {
    private VisibleText() {}

    @FunctionalInterface
    private interface Invisible {
        void character(int from, int to, byte[] name);
    }

    /** The same array where everything in it is visible. */
    public static byte[] of(byte[] json) {
        var size = size(json);
        if (size < 0) {
            return json;
        }
        var shown = new byte[size];
        // The position in the JSON, and that in the copy.
        var copied = new int[2];
        forEach(json, (from, to, name) -> {
            copy(json, from, shown, copied);
            System.arraycopy(name, 0, shown, copied[1], name.length);
            copied[0] = to;
            copied[1] += name.length;
        });
        copy(json, json.length, shown, copied);
        return shown;
    }

    /** The size of the copy; negative where there is none. */
    private static int size(byte[] json) {
        var size = new int[] {json.length};
        var found = new boolean[1];
        forEach(json, (from, to, name) -> {
            found[0] = true;
            size[0] += name.length - (to - from);
        });
        return found[0] ? size[0] : -1;
    }

    private static void copy(byte[] json, int to, byte[] shown, int[] copied) {
        System.arraycopy(json, copied[0], shown, copied[1], to - copied[0]);
        copied[1] += to - copied[0];
    }

    private static void forEach(byte[] json, Invisible reader) {
        for (var at = 0; at < json.length; ) {
            var length = JsonCharacter.length(json, at);
            var character = JsonCharacter.codePoint(json, at, length);
            if (isInvisible(character)) {
                reader.character(
                        at, at + length, "<U+%04X>".formatted(character).getBytes(StandardCharsets.US_ASCII));
            }
            at += length;
        }
    }

    /** Also what Unicode says to ignore where a font has no shape for it, of any category. */
    private static boolean isInvisible(int character) {
        if (character < 0x7f) {
            return character < ' ' && character != '\n' && character != '\r' && character != '\t';
        }
        return switch (Character.getType(character)) {
            case Character.CONTROL,
                    Character.FORMAT,
                    Character.LINE_SEPARATOR,
                    Character.PARAGRAPH_SEPARATOR,
                    Character.SURROGATE -> true;
            default -> isFiller(character) || isSelector(character) || character >= 0xe0000 && character < 0xe1000;
        };
    }

    private static boolean isFiller(int character) {
        return switch (character) {
            case 0x34f, 0x115f, 0x1160, 0x17b4, 0x17b5, 0x2065, 0x3164, 0xffa0 -> true;
            default -> character >= 0xfff0 && character < 0xfff9;
        };
    }

    private static boolean isSelector(int character) {
        return character >= 0x180b && character <= 0x180f || character >= 0xfe00 && character <= 0xfe0f;
    }
}
