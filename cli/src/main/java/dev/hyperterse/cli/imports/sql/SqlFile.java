package dev.hyperterse.cli.imports.sql;

import dev.hyperterse.cli.document.SourceFile;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.regex.Pattern;

/** Cuts a file into queries at comments with a name; a file without one is one query, of the name of the file. */
final class SqlFile {
    private static final Pattern NAME =
            Pattern.compile("--+\\s*(?:@name|name\\s*:)\\s*:?\\s*(?<name>[^\\s:]+)\\s*(?<many>:\\w+)?.*");
    private static final Pattern DESCRIPTION =
            Pattern.compile("--+\\s*(?:@description|description\\s*:)\\s*:?\\s*(.*)");
    private static final Pattern INPUT = Pattern.compile(
            "--+\\s*(?:@(?:input|param)|(?:input|param)\\s*:)\\s*:?\\s*(?<name>\\w+)\\s+(?<type>[\\w\\[\\]]+\\??)(?:\\s+(?<text>.*))?");
    private static final Pattern COMMENT = Pattern.compile("--+\\s?(.*)");

    private SqlFile() {}

    static List<Query> read(SourceFile file) {
        var queries = new ArrayList<Query>();
        var lines = file.lines();
        var names = new ArrayList<Integer>();
        for (var index = 0; index < lines.size(); index++) {
            if (NAME.matcher(lines.get(index).strip()).matches()) {
                names.add(index);
            }
        }
        if (names.isEmpty()) {
            names.add(0);
        }
        for (var index = 0; index < names.size(); index++) {
            var end = index + 1 < names.size() ? names.get(index + 1) : lines.size();
            var query = query(file, names.get(index), lines.subList(names.get(index), end));
            if (!query.statement().isBlank()) {
                queries.add(query);
            }
        }
        return queries;
    }

    private static Query query(SourceFile file, int first, List<String> lines) {
        var name = file.name().replaceFirst("^.*/", "").replaceFirst("\\.sql$", "");
        var many = "";
        var declared = new LinkedHashMap<String, Declared>();
        var said = new ArrayList<String>();
        var comments = new ArrayList<String>();
        var index = 0;
        for (; index < lines.size() && (lines.get(index).isBlank() || isComment(lines.get(index))); index++) {
            var line = lines.get(index).strip();
            var named = NAME.matcher(line);
            var described = DESCRIPTION.matcher(line);
            var input = INPUT.matcher(line);
            if (named.matches()) {
                name = named.group("name");
                many = named.group("many") == null ? "" : named.group("many");
            } else if (described.matches()) {
                said.add(described.group(1));
            } else if (input.matches()) {
                declared.put(
                        input.group("name"),
                        new Declared(input.group("type"), input.group("text") == null ? "" : input.group("text")));
            } else if (!line.isEmpty()) {
                comments.add(COMMENT.matcher(line).replaceFirst("$1"));
            }
        }
        return new Query(
                file.place(first + 1, 1),
                name,
                many,
                String.join(" ", said.isEmpty() ? comments : said),
                declared,
                String.join("\n", lines.subList(index, lines.size())));
    }

    private static boolean isComment(String line) {
        return line.stripLeading().startsWith("--");
    }

    /** An input that a comment declares. */
    record Declared(String type, String description) {}
}
