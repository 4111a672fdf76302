package dev.hyperterse.compiler.inputs;

import com.google.re2j.Pattern;
import com.google.re2j.PatternSyntaxException;
import dev.hyperterse.catalog.input.PatternSize;
import dev.hyperterse.compiler.problem.Problem;
import dev.hyperterse.compiler.problem.Reason;
import java.util.Optional;

/**
 * The rules of the patterns of one tool: RE2, whose time is linear in the text, and small, because that time is the
 * length of the text for each instruction of the pattern. Sizes come first: compiling a large one takes memory.
 */
final class PatternRules {
    private final Reason reason;
    private long together;

    PatternRules(Reason reason) {
        this.reason = reason;
    }

    /** The first rule that the pattern breaks, with those that were checked before it. */
    Optional<Problem> broken(String pattern, String path) {
        if (pattern.length() > PatternSize.MOST_CHARACTERS) {
            return problem(
                    path,
                    "pattern-length",
                    "the pattern has %d characters, more than %d"
                            .formatted(pattern.length(), PatternSize.MOST_CHARACTERS),
                    "shorten it, or use enum for a list of values");
        }
        var size = PatternSize.of(pattern);
        if (size.depth() > PatternSize.DEEPEST) {
            return problem(
                    path,
                    "pattern-depth",
                    "the groups of the pattern nest deeper than %d levels".formatted(PatternSize.DEEPEST),
                    "remove groups that hold one element");
        }
        if (size.instructions() > PatternSize.MOST_INSTRUCTIONS) {
            return problem(
                    path,
                    "pattern-size",
                    "the pattern has %d instructions with its repetitions written out, more than %d"
                            .formatted(size.instructions(), PatternSize.MOST_INSTRUCTIONS),
                    "use * or + for the repetition, and maxLength for the length of the text");
        }
        together += size.instructions();
        if (together > PatternSize.MOST_TOGETHER) {
            return problem(
                    path,
                    "patterns-together",
                    "the patterns of the tool have more than %d instructions together"
                            .formatted(PatternSize.MOST_TOGETHER),
                    "use enum, format or maxLength where they say the same");
        }
        try {
            Pattern.compile(pattern);
            return Optional.empty();
        } catch (PatternSyntaxException broken) {
            return problem(
                    path,
                    "pattern-is-re2",
                    "the pattern is not valid RE2: " + broken.getDescription(),
                    "RE2 has no look-around and no back-references");
        }
    }

    private Optional<Problem> problem(String path, String rule, String message, String remedy) {
        return Optional.of(reason.problem(path, rule, message, remedy));
    }
}
