package dev.hyperterse.engines.postgres.rows;

/** The grammar of numbers in JSON. */
final class JsonNumber {
    private JsonNumber() {}

    /** Whether {@code text[from, to)} is exactly one number. */
    static boolean is(byte[] text, int from, int to) {
        var at = from < to && text[from] == '-' ? from + 1 : from;
        var whole = at;
        at = digits(text, at, to);
        if (at == whole || at - whole > 1 && text[whole] == '0') {
            return false;
        }
        if (at < to && text[at] == '.') {
            var fraction = at + 1;
            at = digits(text, fraction, to);
            if (at == fraction) {
                return false;
            }
        }
        if (at < to && (text[at] == 'e' || text[at] == 'E')) {
            var exponent = at + 1;
            if (exponent < to && (text[exponent] == '+' || text[exponent] == '-')) {
                exponent++;
            }
            at = digits(text, exponent, to);
            if (at == exponent) {
                return false;
            }
        }
        return at == to;
    }

    private static int digits(byte[] text, int from, int to) {
        var at = from;
        while (at < to && text[at] >= '0' && text[at] <= '9') {
            at++;
        }
        return at;
    }
}
