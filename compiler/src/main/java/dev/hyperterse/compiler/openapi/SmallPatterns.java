package dev.hyperterse.compiler.openapi;

import com.google.re2j.Pattern;
import com.google.re2j.PatternSyntaxException;
import dev.hyperterse.catalog.input.PatternSize;

/** The patterns of one tool that replicas can check: RE2, and small. */
final class SmallPatterns {
    private long together;

    /** Whether the schema of a tool can have that pattern beside those before. */
    boolean take(String pattern) {
        if (pattern.length() > PatternSize.MOST_CHARACTERS) {
            return false;
        }
        var size = PatternSize.of(pattern);
        if (size.depth() > PatternSize.DEEPEST
                || size.instructions() > PatternSize.MOST_INSTRUCTIONS
                || together + size.instructions() > PatternSize.MOST_TOGETHER
                || !isRe2(pattern)) {
            return false;
        }
        together += size.instructions();
        return true;
    }

    private static boolean isRe2(String pattern) {
        try {
            Pattern.compile(pattern);
            return true;
        } catch (PatternSyntaxException other) {
            return false;
        }
    }
}
