package dev.hyperterse.catalog.text;

/**
 * Characters that people do not see and models read: controls, marks of direction, tags, selectors and fillers. Some of
 * them are of use within words and pictures; whether they are is for the reader of the text to decide.
 */
public final class InvisibleCharacters {
    private InvisibleCharacters() {}

    /** Also what Unicode says to ignore where a font has no shape for it, of any category; not line breaks and tabs. */
    public static boolean isInvisible(int character) {
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
