package dev.hyperterse.operator.report.condition;

import dev.hyperterse.compiler.EvaluationResult;
import dev.hyperterse.compiler.problem.Problem;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** Texts for people in statuses and events: on one line and never long. */
public final class Messages {
    /** The API takes 32 KiB in a condition; a reader in a terminal does not. */
    static final int LONGEST = 1_024;

    private static final int NAMED = 3;
    private static final Pattern LINE_BREAKS = Pattern.compile("[\\p{Cntrl}\\u2028\\u2029]+\\s*");
    private static final String SUSPENDED = "spec.suspend is true; remove it to serve the definition";

    private Messages() {}

    /** Why a leaf is not served. Only a suspended leaf has no problem. */
    public static String of(EvaluationResult.Refuse refused) {
        return refused.suspended() ? SUSPENDED : of(refused.problems());
    }

    /** The first problems in full, and how many there are beside them. */
    public static String of(List<Problem> problems) {
        var first = problems.stream().limit(NAMED).map(Problem::describe).collect(Collectors.joining(" | "));
        var others = problems.size() - NAMED;
        return others <= 0 ? first : first + " | and %d more".formatted(others);
    }

    /** @param empty message of a condition without problems: the API requires one */
    public static String line(String text, String empty) {
        var line = LINE_BREAKS.matcher(text).replaceAll(" ").strip();
        return line.isEmpty() ? empty : bounded(line, LONGEST);
    }

    /** At most so many characters, the last of which says that there were more. */
    public static String bounded(String text, int longest) {
        return text.codePointCount(0, text.length()) <= longest
                ? text
                : text.substring(0, text.offsetByCodePoints(0, longest - 1)) + "…";
    }
}
