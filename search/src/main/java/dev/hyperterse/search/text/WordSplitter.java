package dev.hyperterse.search.text;

import java.lang.Character.UnicodeScript;
import java.util.Locale;

/**
 * Finds the words of a folded text. A sequence of letters and digits is a word; in it, identifiers are split at changes
 * of case and between letters and digits; scripts without spaces yield overlapping pairs of characters.
 */
record WordSplitter(String text, Sink sink) {
    /** Longer runs are data (base64, hashes) and not words; they are cut to limit the cost of a word. */
    static final int LONGEST_WORD = 64;

    /** An identifier of more pieces is not indexed as a whole. */
    private static final int MOST_PIECES_OF_A_WHOLE = 4;

    /** Receives each word in the order of the text. */
    interface Sink {
        void word(String lowerCase, SearchToken.Kind kind);
    }

    void split() {
        int at = 0;
        while (at < text.length()) {
            int codePoint = text.codePointAt(at);
            int next = at + Character.charCount(codePoint);
            if (isUnspaced(codePoint)) {
                at = pairs(at);
            } else if (isWordCharacter(codePoint)) {
                at = run(at);
            } else {
                if (Character.isExtendedPictographic(codePoint)) {
                    sink.word(text.substring(at, next), SearchToken.Kind.WORD);
                }
                at = next;
            }
        }
    }

    /** Emits the run of unspaced script that begins here as overlapping pairs, a lone character as itself. */
    private int pairs(int start) {
        int at = start;
        int previous = -1;
        int pairs = 0;
        while (at < text.length() && isUnspaced(text.codePointAt(at))) {
            int next = at + Character.charCount(text.codePointAt(at));
            if (previous >= 0) {
                sink.word(text.substring(previous, next), SearchToken.Kind.WORD);
                pairs++;
            }
            previous = at;
            at = next;
        }
        if (pairs == 0) {
            sink.word(text.substring(start, at), SearchToken.Kind.WORD);
        }
        return at;
    }

    private int run(int start) {
        int end = start;
        while (end < text.length() && end - start < LONGEST_WORD) {
            int codePoint = text.codePointAt(end);
            if (isUnspaced(codePoint) || !isWordCharacter(codePoint) && !isInnerApostrophe(end)) {
                break;
            }
            end += Character.charCount(codePoint);
        }
        emit(withoutPossessive(text.substring(start, end)));
        return end;
    }

    private void emit(String run) {
        if (Character.isDigit(run.codePointAt(0))) {
            sink.word(lower(run), SearchToken.Kind.NUMBER);
            return;
        }
        int pieces = 0;
        int start = 0;
        while (start < run.length()) {
            int end = endOfPiece(run, start);
            if (start == 0 && end == run.length()) {
                sink.word(lower(run), SearchToken.Kind.WORD);
                return;
            }
            // Digits as in address2 or T1 are no words of their own, and stay in the whole.
            if (!Character.isDigit(run.charAt(start))) {
                sink.word(lower(run.substring(start, end)), SearchToken.Kind.PIECE);
            }
            pieces++;
            start = end;
        }
        if (pieces <= MOST_PIECES_OF_A_WHOLE) {
            sink.word(lower(run), SearchToken.Kind.WHOLE);
        }
    }

    private static int endOfPiece(String run, int start) {
        int at = start + 1;
        while (at < run.length() && !isBoundary(run, start, at)) {
            at++;
        }
        return at;
    }

    private static boolean isBoundary(String run, int start, int at) {
        char before = run.charAt(at - 1);
        char here = run.charAt(at);
        if (Character.isDigit(before) != Character.isDigit(here)) {
            return true;
        }
        if (!Character.isUpperCase(here)) {
            return false;
        }
        if (Character.isLowerCase(before)) {
            return true;
        }
        // The last capital of HTTPServer begins the next word, but the plural in "IDs" does not.
        boolean lowerFollows = at + 1 < run.length() && Character.isLowerCase(run.charAt(at + 1));
        boolean pluralFollows = at + 2 == run.length() && run.charAt(at + 1) == 's';
        return Character.isUpperCase(before) && lowerFollows && !pluralFollows && at > start;
    }

    private boolean isInnerApostrophe(int at) {
        char apostrophe = text.charAt(at);
        return (apostrophe == '\'' || apostrophe == '’')
                && at + 1 < text.length()
                && Character.isLetter(text.charAt(at + 1));
    }

    private static String withoutPossessive(String run) {
        var plain = run.indexOf('’') < 0 ? run : run.replace('’', '\'');
        if (plain.indexOf('\'') < 0) {
            return plain;
        }
        return (plain.endsWith("'s") || plain.endsWith("'S") ? plain.substring(0, plain.length() - 2) : plain)
                .replace("'", "");
    }

    private static boolean isWordCharacter(int codePoint) {
        if (codePoint < 0x80) {
            return codePoint >= 'a' && codePoint <= 'z'
                    || codePoint >= 'A' && codePoint <= 'Z'
                    || codePoint >= '0' && codePoint <= '9';
        }
        return Character.isLetterOrDigit(codePoint) || isMark(codePoint);
    }

    private static boolean isMark(int codePoint) {
        int type = Character.getType(codePoint);
        return type == Character.NON_SPACING_MARK || type == Character.COMBINING_SPACING_MARK;
    }

    private static boolean isUnspaced(int codePoint) {
        if (codePoint < 0x0E00 || !Character.isLetter(codePoint) && !isMark(codePoint)) {
            return false;
        }
        return switch (UnicodeScript.of(codePoint)) {
            case HAN, HIRAGANA, KATAKANA, HANGUL, BOPOMOFO, THAI, LAO, KHMER, MYANMAR -> true;
            default -> isKanaLengthMark(codePoint);
        };
    }

    /** The prolonged sound mark belongs to both kana, so Unicode gives it no script of its own. */
    private static boolean isKanaLengthMark(int codePoint) {
        return codePoint == 0x30FC;
    }

    private static String lower(String word) {
        return word.toLowerCase(Locale.ROOT);
    }
}
