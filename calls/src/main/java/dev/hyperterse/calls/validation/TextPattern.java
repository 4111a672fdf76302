package dev.hyperterse.calls.validation;

import com.google.re2j.Pattern;

/** A pattern of a catalog. RE2 reads each character once, with at most every instruction of the pattern. */
final class TextPattern {
    /** Shorter texts are counted as a whole, not by character. */
    private static final int SHORT = 1 << 12;

    private final Pattern pattern;

    TextPattern(String pattern) {
        this.pattern = Pattern.compile(pattern);
    }

    boolean occursIn(String text, ValidationWork work) {
        var most = (long) text.length() * pattern.programSize();
        if (most <= SHORT) {
            work.spend(most);
            return pattern.matcher(text).find();
        }
        return pattern.matcher(new Metered(text, pattern.programSize(), work)).find();
    }

    /** Text that counts each character when it is first looked at. */
    private static final class Metered implements CharSequence {
        private final String text;
        private final long unitsPerCharacter;
        private final ValidationWork work;
        private int counted;

        Metered(String text, long unitsPerCharacter, ValidationWork work) {
            this.text = text;
            this.unitsPerCharacter = unitsPerCharacter;
            this.work = work;
        }

        @Override
        public char charAt(int index) {
            if (index >= counted) {
                work.spend((index + 1L - counted) * unitsPerCharacter);
                counted = index + 1;
            }
            return text.charAt(index);
        }

        @Override
        public int length() {
            return text.length();
        }

        @Override
        public CharSequence subSequence(int start, int end) {
            return text.subSequence(start, end);
        }

        @Override
        public String toString() {
            return text;
        }
    }
}
