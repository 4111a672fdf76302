package dev.hyperterse.cli.command;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import picocli.CommandLine.ParseResult;

/** The {@code --header} options of a command line. */
final class Headers {
    private Headers() {}

    static Map<String, String> of(ParseResult arguments) {
        var headers = new LinkedHashMap<String, String>();
        for (var header : arguments.matchedOptionValue("--header", List.<String>of())) {
            var colon = header.indexOf(':');
            if (colon <= 0) {
                throw new CommandFailure(ExitCode.USAGE, "a header is 'Name: value', not '" + header + "'");
            }
            headers.put(
                    header.substring(0, colon).strip(),
                    header.substring(colon + 1).strip());
        }
        return headers;
    }
}
