package dev.hyperterse.statement.sql.token;

import static dev.hyperterse.statement.sql.token.SqlCharacters.isDigit;

/**
 * Finds the end of a number: {@code 1}, {@code 1_000}, {@code 1.5e-3}, {@code .5}, {@code 0x1F}, {@code 0b1}, {@code 0o7}.
 */
final class Numerals {
    private Numerals() {}

    static int end(CharSequence text, int start) {
        if (at(text, start) == '0' && "xXoObB".indexOf(at(text, start + 1)) >= 0) {
            var end = start + 2;
            while (isHexadecimal(at(text, end))) {
                end++;
            }
            return end;
        }
        var end = digits(text, start);
        if (at(text, end) == '.') {
            end = digits(text, end + 1);
        }
        return exponent(text, end);
    }

    private static int exponent(CharSequence text, int end) {
        if (at(text, end) != 'e' && at(text, end) != 'E') {
            return end;
        }
        var signed = at(text, end + 1) == '+' || at(text, end + 1) == '-' ? end + 2 : end + 1;
        return isDigit(at(text, signed)) ? digits(text, signed) : end;
    }

    private static int digits(CharSequence text, int start) {
        var end = start;
        while (isDigit(at(text, end)) || at(text, end) == '_' && end > start) {
            end++;
        }
        return end;
    }

    private static boolean isHexadecimal(char character) {
        return isDigit(character)
                || character >= 'a' && character <= 'f'
                || character >= 'A' && character <= 'F'
                || character == '_';
    }

    private static char at(CharSequence text, int index) {
        return index < text.length() ? text.charAt(index) : '\0';
    }
}
