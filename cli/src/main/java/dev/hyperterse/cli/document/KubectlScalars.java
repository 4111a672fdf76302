package dev.hyperterse.cli.document;

import java.math.BigInteger;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * Reads an unquoted scalar as kubectl does: YAML 1.1 as its Go parser reads it, then JSON as the API server reads that.
 * So {@code no} is false, {@code 0777} is 511, {@code 1:30} is a text, and {@code 1.0} arrives as the integer 1.
 */
public final class KubectlScalars {
    private static final Map<String, Optional<Object>> WORDS = words();
    private static final Pattern FLOAT = Pattern.compile("[-+]?(\\.[0-9]+|[0-9]+(\\.[0-9]*)?)([eE][-+]?[0-9]+)?");
    private static final Pattern TIMESTAMP = Pattern.compile("[0-9]{4}-[0-9]{1,2}-[0-9]{1,2}([Tt ].*)?");
    private static final Pattern LEADING_ZEROS = Pattern.compile("^0+");
    /** Of 64 bits, written in the radix 2. */
    private static final int MOST_FIGURES = 64;

    private static final BigInteger UNSIGNED_LIMIT = BigInteger.ONE.shiftLeft(64);
    private static final BigInteger LEAST = BigInteger.valueOf(Long.MIN_VALUE);

    private KubectlScalars() {}

    /** Whether a text without quotes stays one. */
    public static boolean isText(String text) {
        return resolve(text).filter(String.class::isInstance).isPresent();
    }

    /** Text, {@link Long}, {@link Double} or {@link Boolean}; empty for null. */
    static Optional<Object> resolve(String text) {
        var word = WORDS.get(text);
        if (word != null) {
            return word;
        }
        var first = text.charAt(0);
        if (first == '.' || first == '+' || first == '-' || isDigit(first)) {
            return Optional.of(numberOr(text));
        }
        return Optional.of(text);
    }

    /** A number as it is after a way through JSON: a whole one is an integer as long as 64 bits hold it. */
    static Object normal(double number) {
        var whole = number == Math.rint(number) && Math.abs(number) < 0x1p63;
        return whole ? (Object) (long) number : (Object) number;
    }

    private static Object numberOr(String text) {
        if (TIMESTAMP.matcher(text).matches()) {
            return text;
        }
        var plain = text.replace("_", "");
        return integer(plain).or(() -> floating(plain)).orElse(text);
    }

    private static Optional<Object> integer(String plain) {
        var negative = plain.startsWith("-");
        var digits = negative || plain.startsWith("+") ? plain.substring(1) : plain;
        return magnitude(digits).flatMap(value -> fitting(plain, negative ? value.negate() : value));
    }

    private static Optional<BigInteger> magnitude(String digits) {
        var radix = radix(digits);
        var start = radix == 10 ? 0 : radix == 8 && Character.isDigit(digits.charAt(1)) ? 1 : 2;
        var figures = digits.substring(start);
        var valid = !figures.isEmpty() && figures.chars().allMatch(it -> it < 128 && Character.digit(it, radix) >= 0);
        // Reading digits takes the square of their number, and no more than these can be of 64 bits.
        var significant = valid ? LEADING_ZEROS.matcher(figures).replaceFirst("") : "";
        return valid && significant.length() <= MOST_FIGURES
                ? Optional.of(significant.isEmpty() ? BigInteger.ZERO : new BigInteger(significant, radix))
                : Optional.empty();
    }

    private static int radix(String digits) {
        if (digits.length() < 2 || digits.charAt(0) != '0') {
            return 10;
        }
        return switch (Character.toLowerCase(digits.charAt(1))) {
            case 'x' -> 16;
            case 'b' -> 2;
            case 'o', '0', '1', '2', '3', '4', '5', '6', '7', '8', '9' -> 8;
            default -> 10;
        };
    }

    /** More than 64 bits unsigned are not an integer to the parser, more than 63 not to the API server. */
    private static Optional<Object> fitting(String plain, BigInteger value) {
        if (value.compareTo(LEAST) < 0 || value.compareTo(UNSIGNED_LIMIT) >= 0 || isSignedPlus(plain, value)) {
            return Optional.empty();
        }
        return value.bitLength() < 64 ? Optional.of(value.longValue()) : Optional.of(value.doubleValue());
    }

    /** Unsigned parsing takes no sign, so {@code +9223372036854775808} falls through to the floats. */
    private static boolean isSignedPlus(String plain, BigInteger value) {
        return plain.startsWith("+") && value.bitLength() >= 64;
    }

    private static Optional<Object> floating(String plain) {
        if (!FLOAT.matcher(plain).matches()) {
            return Optional.empty();
        }
        var number = Double.parseDouble(plain);
        return Double.isInfinite(number) ? Optional.empty() : Optional.of(normal(number));
    }

    private static boolean isDigit(char character) {
        return character >= '0' && character <= '9';
    }

    private static Map<String, Optional<Object>> words() {
        var words = new HashMap<String, Optional<Object>>();
        put(words, Optional.of(true), "y Y yes Yes YES true True TRUE on On ON");
        put(words, Optional.of(false), "n N no No NO false False FALSE off Off OFF");
        put(words, Optional.empty(), "~ null Null NULL");
        put(words, Optional.of(Double.NaN), ".nan .NaN .NAN");
        put(words, Optional.of(Double.POSITIVE_INFINITY), ".inf .Inf .INF +.inf +.Inf +.INF");
        put(words, Optional.of(Double.NEGATIVE_INFINITY), "-.inf -.Inf -.INF");
        words.put("", Optional.empty());
        return words;
    }

    private static void put(Map<String, Optional<Object>> words, Optional<Object> meaning, String spellings) {
        for (var spelling : spellings.split(" ")) {
            words.put(spelling, meaning);
        }
    }
}
