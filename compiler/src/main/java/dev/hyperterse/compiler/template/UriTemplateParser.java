package dev.hyperterse.compiler.template;

import dev.hyperterse.catalog.UriTemplate;
import dev.hyperterse.compiler.problem.Checked;
import dev.hyperterse.compiler.problem.Position;
import dev.hyperterse.compiler.problem.Problem;
import dev.hyperterse.compiler.problem.Reason;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * Parses URI templates of RFC 6570, levels 1 and 2, as far as a URI can be matched against them in linear time and in
 * one way only: between two variables there is always some text.
 */
public final class UriTemplateParser {
    private static final Pattern SCHEME = Pattern.compile("[A-Za-z][A-Za-z0-9+.-]*:");
    private static final Pattern VARIABLE = Pattern.compile("[A-Za-z0-9_]([A-Za-z0-9_.]*[A-Za-z0-9_])?");
    private static final String NOT_IN_A_URI = " \"<>\\^`|";
    private static final String LATER_OPERATORS = "./;?&=,!@|$";

    private final String text;
    private final String path;
    private final List<UriTemplate.Part> parts = new ArrayList<>();
    private final List<Problem> problems = new ArrayList<>();
    private final Set<String> names = new HashSet<>();

    private UriTemplateParser(String text, String path) {
        this.text = text;
        this.path = path;
    }

    public static Checked<UriTemplate> parse(String text, String path) {
        return new UriTemplateParser(text, path).parse();
    }

    private Checked<UriTemplate> parse() {
        if (!SCHEME.matcher(text).lookingAt()) {
            problems.add(mistake(
                    0,
                    "uri-has-a-scheme",
                    "the template does not start with a scheme",
                    "start with one, such as shop://orders/{id}"));
        }
        var index = 0;
        while (index < text.length()) {
            index = text.charAt(index) == '{' ? expression(index) : literal(index);
        }
        if (names.isEmpty() && problems.isEmpty()) {
            problems.add(mistake(
                    0, "template-has-a-variable", "the template has no variable", "use spec.uri for a fixed URI"));
        }
        return Checked.unless(problems, new UriTemplate(text, parts));
    }

    private int literal(int start) {
        var end = start;
        while (end < text.length() && text.charAt(end) != '{') {
            var character = text.charAt(end);
            if (character == '}' || character <= ' ' || NOT_IN_A_URI.indexOf(character) >= 0) {
                problems.add(mistake(
                        end,
                        "uri-characters",
                        "'%s' is not allowed in a URI".formatted(character),
                        "write it percent-encoded"));
            }
            end++;
        }
        parts.add(new UriTemplate.Literal(text.substring(start, end)));
        return end;
    }

    private int expression(int open) {
        var close = text.indexOf('}', open);
        if (close < 0) {
            problems.add(mistake(open, "variable-closed", "this variable is not closed", "close it with }"));
            return text.length();
        }
        variable(open, text.substring(open + 1, close));
        return close + 1;
    }

    private void variable(int open, String expression) {
        var expansion = expansion(expression);
        var name = expansion == UriTemplate.Expansion.SIMPLE ? expression : expression.substring(1);
        if (!expression.isEmpty() && LATER_OPERATORS.indexOf(expression.charAt(0)) >= 0) {
            problems.add(mistake(
                    open,
                    "uri-template-level",
                    "the operator '%s' is of RFC 6570 level 3".formatted(expression.charAt(0)),
                    "use {name}, {+name} or {#name}"));
        } else if (name.endsWith("*") || name.indexOf(':') >= 0 || name.indexOf(',') >= 0) {
            problems.add(mistake(
                    open,
                    "uri-template-level",
                    "'{%s}' is of RFC 6570 level 3 or 4".formatted(expression),
                    "use one variable per expression, without a modifier"));
        } else if (!VARIABLE.matcher(name).matches()) {
            problems.add(mistake(
                    open,
                    "variable-name",
                    "'%s' is not the name of a variable".formatted(name),
                    "use letters, digits and underscores"));
        } else if (!names.add(name)) {
            problems.add(mistake(
                    open, "variable-once", "duplicate variable '%s'".formatted(name), "give each its own name"));
        } else if (!parts.isEmpty() && parts.getLast() instanceof UriTemplate.Variable before) {
            problems.add(mistake(
                    open,
                    "variables-apart",
                    "no literal separates '%s' and '%s', so URIs would be ambiguous".formatted(before.name(), name),
                    "put a literal character between them"));
        } else {
            parts.add(new UriTemplate.Variable(name, expansion));
        }
    }

    private static UriTemplate.Expansion expansion(String expression) {
        if (expression.startsWith("+")) {
            return UriTemplate.Expansion.RESERVED;
        }
        return expression.startsWith("#") ? UriTemplate.Expansion.FRAGMENT : UriTemplate.Expansion.SIMPLE;
    }

    private Problem mistake(int offset, String rule, String message, String remedy) {
        return Reason.InvalidUri.problem(path, rule, message, remedy).at(Position.in(text, offset));
    }
}
