package dev.hyperterse.cli.command.option;

import dev.hyperterse.cli.terminal.CommandFailure;
import dev.hyperterse.cli.terminal.ExitCode;
import java.net.http.HttpRequest;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import picocli.CommandLine.ParseResult;

/** The {@code --header} options of a command. */
public final class HeaderOptions {
    private HeaderOptions() {}

    public static Map<String, String> of(ParseResult arguments) {
        var headers = new LinkedHashMap<String, String>();
        for (var header : arguments.matchedOptionValue("--header", List.<String>of())) {
            var colon = header.indexOf(':');
            if (colon <= 0) {
                throw new CommandFailure(ExitCode.USAGE, "a header is 'Name: value', not '" + header + "'");
            }
            var name = header.substring(0, colon).strip();
            var value = header.substring(colon + 1).strip();
            requireUsable(name, value);
            headers.put(name, value);
        }
        return headers;
    }

    /** The HTTP client sets some headers itself, and no two clients agree on which. */
    private static void requireUsable(String name, String value) {
        try {
            HttpRequest.newBuilder().header(name, value);
        } catch (IllegalArgumentException refused) {
            throw new CommandFailure(ExitCode.USAGE, "header '" + name + "' cannot be sent: " + refused.getMessage());
        }
    }
}
