package dev.hyperterse.cli.report;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/** The end of a container's log without what callers have sent: records of calls, and SQL with its values. */
public final class PublicLog {
    private static final Pattern OF_CALLERS = Pattern.compile("^\\{\"audit\":|\"event\":\"ad_hoc_sql_text\"");

    private PublicLog() {}

    public static String of(String log) {
        List<String> lines = new ArrayList<>(log.lines().toList());
        // The end of a log may begin within a record of a call.
        if (!lines.isEmpty() && !lines.getFirst().startsWith("{")) {
            lines.removeFirst();
        }
        lines.removeIf(line -> OF_CALLERS.matcher(line).find());
        return lines.isEmpty() ? "" : String.join("\n", lines) + "\n";
    }
}
