package dev.hyperterse.cli.agent;

import dev.hyperterse.cli.client.ExactJson;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** A table of TOML for each server, as Codex reads it. The rest of the file is left as it is, comments included. */
record TomlEntries() implements Entries {
    private static final String TABLE = "mcp_servers";

    @Override
    public String alone(String name, Endpoint endpoint) {
        return "[" + TABLE + "." + name + "]\n"
                + switch (endpoint) {
                    case Endpoint.Http(var url, var headers) ->
                        "url = " + quoted(url.toString()) + "\n"
                                + (headers.isEmpty()
                                        ? ""
                                        : headers.entrySet().stream()
                                                .map(header ->
                                                        quoted(header.getKey()) + " = " + quoted(header.getValue()))
                                                .collect(Collectors.joining(", ", "http_headers = { ", " }\n")));
                    case Endpoint.Program(var command, var arguments) ->
                        "command = " + quoted(command) + "\n"
                                + arguments.stream()
                                        .map(TomlEntries::quoted)
                                        .collect(Collectors.joining(", ", "args = [", "]\n"));
                };
    }

    @Override
    public String merged(String file, String name, Endpoint endpoint) {
        if (Pattern.compile("(?m)^\\s*" + TABLE + "\\s*=").matcher(file).find()) {
            throw new UnmergeableFile("'" + TABLE + "' is an inline table there");
        }
        var entry = alone(name, endpoint);
        // Up to the next table that is not a part of this one.
        var table = TABLE + "\\.\"?" + Pattern.quote(name) + "\"?";
        var former = Pattern.compile("(?ms)^\\[" + table + "\\][^\\n]*\\n.*?(?=^\\[(?!" + table + "\\.)|\\z)")
                .matcher(file.endsWith("\n") || file.isEmpty() ? file : file + "\n");
        if (former.find()) {
            return former.replaceFirst(Matcher.quoteReplacement(entry + lastComments(former.group())))
                            .stripTrailing() + "\n";
        }
        return file.isBlank() ? entry : file.stripTrailing() + "\n\n" + entry;
    }

    /** Lines at the end of a table that are likely about the next one. */
    private static String lastComments(String table) {
        var comments = Pattern.compile("(?:^[ \\t]*(?:#[^\n]*)?\n)+\\z", Pattern.MULTILINE)
                .matcher(table);
        return comments.find() ? comments.group() : "\n";
    }

    /** The escapes of JSON are those of a basic string. */
    private static String quoted(String text) {
        return ExactJson.mapper().writeValueAsString(text);
    }
}
