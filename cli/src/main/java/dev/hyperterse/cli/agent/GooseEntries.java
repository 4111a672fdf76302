package dev.hyperterse.cli.agent;

import dev.hyperterse.cli.client.ExactJson;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/** An extension in the YAML of Goose. The rest of the file is left as it is, comments included. */
record GooseEntries() implements Entries {
    private static final String SECTION = "extensions:";
    private static final int INDENT = 2;

    @Override
    public String alone(String name, Endpoint endpoint) {
        return SECTION + "\n" + entry(name, endpoint, INDENT);
    }

    @Override
    public String merged(String file, String name, Endpoint endpoint) {
        var lines = new ArrayList<>(file.lines().toList());
        var at = indexOf(lines, SECTION);
        if (at < 0) {
            return (file.isBlank() ? "" : file.stripTrailing() + "\n") + alone(name, endpoint);
        }
        if (!lines.get(at).stripTrailing().equals(SECTION)) {
            if (!lines.get(at).replace(" ", "").equals(SECTION + "{}")) {
                throw new UnmergeableFile("'extensions' is not a block there");
            }
            lines.set(at, SECTION);
        }
        var indent = lines.stream()
                .skip(at + 1L)
                .filter(line -> !line.isBlank() && !line.strip().startsWith("#"))
                .findFirst()
                .map(GooseEntries::indent)
                .orElse(INDENT);
        var members = indent == 0 ? INDENT : indent;
        for (var line = at + 1;
                line < lines.size() && (lines.get(line).isBlank() || indent(lines.get(line)) > 0);
                line++) {
            if (indent(lines.get(line)) == members && isNamed(lines.get(line).strip(), name)) {
                throw new UnmergeableFile("it has an extension '" + name + "'; remove that, or choose another --name");
            }
        }
        lines.add(at + 1, entry(name, endpoint, members).stripTrailing());
        return String.join("\n", lines) + "\n";
    }

    private static boolean isNamed(String line, String name) {
        return line.equals(name + ":") || line.equals(quoted(name) + ":") || line.equals("'" + name + "':");
    }

    private static int indexOf(List<String> lines, String start) {
        for (var line = 0; line < lines.size(); line++) {
            if (lines.get(line).startsWith(start)) {
                return line;
            }
        }
        return -1;
    }

    private static int indent(String line) {
        return line.length() - line.stripLeading().length();
    }

    private static String entry(String name, Endpoint endpoint, int indent) {
        var lines = new ArrayList<String>();
        lines.add("enabled: true");
        lines.add("name: " + quoted(name));
        lines.add("description: " + quoted("Tools of " + name));
        switch (endpoint) {
            case Endpoint.Http(var url, var headers) -> {
                lines.add("type: streamable_http");
                lines.add("uri: " + quoted(url.toString()));
                lines.add(headers.entrySet().stream()
                        .map(header -> quoted(header.getKey()) + ": " + quoted(header.getValue()))
                        .collect(Collectors.joining(", ", "headers: {", "}")));
            }
            case Endpoint.Program(var command, var arguments) -> {
                lines.add("type: stdio");
                lines.add("cmd: " + quoted(command));
                lines.add(
                        arguments.stream().map(GooseEntries::quoted).collect(Collectors.joining(", ", "args: [", "]")));
                lines.add("envs: {}");
            }
        }
        lines.add("timeout: 300");
        var space = " ".repeat(indent);
        return space + quoted(name) + ":\n"
                + lines.stream().map(line -> space + space + line + "\n").collect(Collectors.joining());
    }

    /** JSON is YAML. */
    private static String quoted(String text) {
        return ExactJson.mapper().writeValueAsString(text);
    }
}
