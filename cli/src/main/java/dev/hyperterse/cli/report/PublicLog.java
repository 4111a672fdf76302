package dev.hyperterse.cli.report;

import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** The log of a container without what callers have sent: records of calls, and SQL with its values. */
public final class PublicLog {
    private static final Pattern OF_CALLERS = Pattern.compile("^\\{\"audit\":|\"event\":\"ad_hoc_sql_text\"");

    private PublicLog() {}

    public static String of(String log) {
        return log.lines()
                .filter(line -> !OF_CALLERS.matcher(line).find())
                .map(line -> line + "\n")
                .collect(Collectors.joining());
    }
}
