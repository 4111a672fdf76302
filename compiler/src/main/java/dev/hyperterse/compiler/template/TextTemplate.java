package dev.hyperterse.compiler.template;

import dev.hyperterse.catalog.Template;
import dev.hyperterse.compiler.problem.Checked;
import dev.hyperterse.compiler.problem.Position;
import dev.hyperterse.compiler.problem.Problem;
import dev.hyperterse.compiler.problem.Reason;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Parses text with arguments: {@code {{ name }}} is an argument, {@code {{{{} is a literal {@code {{}, and every other
 * {@code {{} is a mistake, because guessing what its author meant would show clients half a placeholder.
 */
public final class TextTemplate {
    private static final String OPEN = "{{";
    private static final String CLOSE = "}}";

    private final String text;
    private final String path;
    private final Reason reason;
    private final Set<String> arguments;
    private final List<Template.Piece> pieces = new ArrayList<>();
    private final List<Problem> problems = new ArrayList<>();
    private final StringBuilder literal = new StringBuilder();

    private TextTemplate(String text, String path, Reason reason, Set<String> arguments) {
        this.text = text;
        this.path = path;
        this.reason = reason;
        this.arguments = arguments;
    }

    /**
     * @param path the field the text stands in
     * @param reason what a mistake in this text is called
     * @param arguments the names that may be used
     */
    public static Checked<Template> parse(String text, String path, Reason reason, Set<String> arguments) {
        return new TextTemplate(text, path, reason, arguments).parse();
    }

    private Checked<Template> parse() {
        var index = 0;
        while (index < text.length()) {
            var open = text.indexOf(OPEN, index);
            if (open < 0) {
                literal.append(text, index, text.length());
                break;
            }
            literal.append(text, index, open);
            index = placeholder(open);
        }
        endLiteral();
        return Checked.unless(problems, new Template(pieces));
    }

    /** Reads what starts at {@code open}; returns where the text goes on. */
    private int placeholder(int open) {
        if (text.startsWith(OPEN + OPEN, open)) {
            literal.append(OPEN);
            return open + 2 * OPEN.length();
        }
        var close = text.indexOf(CLOSE, open);
        if (close < 0) {
            problems.add(mistake(
                    open,
                    "placeholder-closed",
                    "this placeholder is not closed",
                    "close it with }}, or write {{{{ for a literal {{"));
            return text.length();
        }
        var name = text.substring(open + OPEN.length(), close).strip();
        if (!isName(name)) {
            problems.add(mistake(
                    open,
                    "placeholder-is-a-name",
                    "'%s' is not the name of an argument".formatted(name),
                    "write {{ name }}, or {{{{ for a literal {{"));
        } else if (!arguments.contains(name)) {
            problems.add(
                    mistake(open, "placeholder-is-an-argument", "unknown argument '%s'".formatted(name), declared()));
        } else {
            endLiteral();
            pieces.add(new Template.Argument(name));
        }
        return close + CLOSE.length();
    }

    private String declared() {
        return arguments.isEmpty()
                ? "declare it under spec.arguments"
                : "declare it under spec.arguments, or use one of: "
                        + arguments.stream().sorted().collect(Collectors.joining(", "));
    }

    private Problem mistake(int offset, String rule, String message, String remedy) {
        return reason.problem(path, rule, message, remedy).at(Position.in(text, offset));
    }

    private void endLiteral() {
        if (!literal.isEmpty()) {
            pieces.add(new Template.Literal(literal.toString()));
            literal.setLength(0);
        }
    }

    private static boolean isName(String name) {
        return !name.isEmpty()
                && name.chars()
                        .allMatch(character -> character < 128 && Character.isLetterOrDigit(character)
                                || character == '_'
                                || character == '-'
                                || character == '.');
    }
}
