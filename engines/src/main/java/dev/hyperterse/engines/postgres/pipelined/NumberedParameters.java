package dev.hyperterse.engines.postgres.pipelined;

/** Maps between the two spellings of parameters: question marks, and dollar signs with numbers. */
final class NumberedParameters {
    private NumberedParameters() {}

    /** The offset in {@code marked} that corresponds to {@code offset} in {@code numbered}. */
    static int offset(String marked, String numbered, int offset) {
        var at = 0;
        for (var index = 0; index < offset && at < marked.length(); at++) {
            if (marked.charAt(at) != '?') {
                index++;
            } else if (numbered.charAt(index) == '$') {
                index = endOfNumber(numbered, index + 1);
            } else {
                // An operator of the engine, doubled for the driver; in quotes it is as it was.
                index++;
                if (marked.startsWith("??", at) && !numbered.startsWith("?", index)) {
                    at++;
                }
            }
        }
        return Math.min(at, marked.length());
    }

    private static int endOfNumber(String numbered, int from) {
        var end = from;
        while (end < numbered.length() && Character.isDigit(numbered.charAt(end))) {
            end++;
        }
        return end;
    }
}
