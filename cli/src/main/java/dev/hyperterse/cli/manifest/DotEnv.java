package dev.hyperterse.cli.manifest;

import dev.hyperterse.cli.diagnostics.Diagnostic;
import dev.hyperterse.cli.diagnostics.Place;
import dev.hyperterse.cli.diagnostics.Severity;
import dev.hyperterse.cli.document.SourceFile;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import tools.jackson.databind.json.JsonMapper;

/**
 * Reads {@code NAME=value} lines, with {@code export}, quotes and comments. Single quotes keep everything, double quotes
 * know {@code \n \t \" \\ \$}; nothing is ever expanded.
 */
public final class DotEnv {
    public static final String FILE_NAME = ".env";

    private static final Pattern ASSIGNMENT =
            Pattern.compile("\\s*(?:export\\s+)?([A-Za-z_][A-Za-z0-9_.-]*)\\s*=\\s*(.*)", Pattern.DOTALL);
    private static final Pattern TRAILING_COMMENT = Pattern.compile("\\s+#.*", Pattern.DOTALL);

    private final SourceFile file;
    private final Map<String, Value> values = new LinkedHashMap<>();
    private final List<Diagnostic> problems = new ArrayList<>();

    private DotEnv(SourceFile file) {
        this.file = file;
    }

    /** The value of one line. */
    public record Value(String text, Place place) {
        /** Only where it is: it may be a password. */
        @Override
        public String toString() {
            return "Value[" + place + "]";
        }
    }

    /** The line that gives {@code name} this value. */
    public static String line(String name, String value) {
        // The escapes of JSON are those of double quotes here, but for the dollar.
        return "%s=%s\n"
                .formatted(name, JsonMapper.shared().writeValueAsString(value).replace("$", "\\$"));
    }

    /** The values of a file by their names, without a word on lines that are none. */
    public static Map<String, String> values(SourceFile file) {
        var texts = new LinkedHashMap<String, String>();
        read(file).values().forEach((name, value) -> texts.put(name, value.text()));
        return texts;
    }

    /** The settings of one file; a name set twice has its last value, as in a shell. */
    record Settings(Map<String, Value> values, List<Diagnostic> problems) {}

    static Settings read(SourceFile file) {
        var reader = new DotEnv(file);
        var number = 0;
        for (var line : file.lines()) {
            reader.readLine(line, ++number);
        }
        return new Settings(reader.values, reader.problems);
    }

    private void readLine(String line, int number) {
        if (line.isBlank() || line.stripLeading().startsWith("#")) {
            return;
        }
        var assignment = ASSIGNMENT.matcher(line);
        if (!assignment.matches()) {
            problem(number, 1, "not of the form NAME=value", "a comment begins with #");
            return;
        }
        var written = assignment.group(2).strip();
        value(written)
                .ifPresentOrElse(
                        value -> values.put(
                                assignment.group(1), new Value(value, file.place(number, assignment.start(1) + 1))),
                        () -> problem(
                                number,
                                assignment.start(2) + 1,
                                "the quotes do not end where the value ends",
                                "close the quote on this line; a value of several lines is written \"a\\nb\""));
    }

    private static Optional<String> value(String written) {
        if (written.startsWith("'")) {
            return quoted(written, closing(written, '\'', false));
        }
        if (written.startsWith("\"")) {
            return quoted(written, closing(written, '"', true)).map(DotEnv::unescaped);
        }
        var bare =
                written.startsWith("#") ? "" : TRAILING_COMMENT.matcher(written).replaceFirst("");
        return Optional.of(bare.strip());
    }

    private static Optional<String> quoted(String written, int end) {
        if (end < 0) {
            return Optional.empty();
        }
        var rest = written.substring(end + 1).strip();
        return rest.isEmpty() || rest.startsWith("#") ? Optional.of(written.substring(1, end)) : Optional.empty();
    }

    private static int closing(String written, char quote, boolean escapes) {
        for (var index = 1; index < written.length(); index++) {
            if (escapes && written.charAt(index) == '\\') {
                index++;
            } else if (written.charAt(index) == quote) {
                return index;
            }
        }
        return -1;
    }

    private static String unescaped(String text) {
        var plain = new StringBuilder(text.length());
        for (var index = 0; index < text.length(); index++) {
            var character = text.charAt(index);
            if (character == '\\' && index + 1 < text.length()) {
                plain.append(escape(text.charAt(++index)));
            } else {
                plain.append(character);
            }
        }
        return plain.toString();
    }

    private static String escape(char escaped) {
        return switch (escaped) {
            case 'n' -> "\n";
            case 'r' -> "\r";
            case 't' -> "\t";
            case '"', '\\', '$' -> String.valueOf(escaped);
            default -> "\\" + escaped;
        };
    }

    private void problem(int line, int column, String message, String remedy) {
        problems.add(Diagnostic.ofFile(file.place(line, column), Severity.ERROR, "env-syntax", message, remedy));
    }
}
