package dev.hyperterse.runtime.live.template;

import com.google.re2j.Matcher;
import com.google.re2j.Pattern;
import dev.hyperterse.catalog.UriTemplate;
import dev.hyperterse.catalog.UriTemplate.Expansion;
import dev.hyperterse.catalog.UriTemplate.Literal;
import dev.hyperterse.catalog.UriTemplate.Variable;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * Matches URIs with a template and extracts the variables. RE2 matches in time linear in the URI's length for any
 * template.
 *
 * <p>{@code {id}} matches one or more unreserved or percent-encoded characters, and is decoded; {@code {+path}} and
 * {@code {#part}} match any text, including the empty one, and are not decoded, because the client has encoded them on
 * purpose. A variable that appears twice must have the same value.
 */
public final class TemplateMatcher {
    private static final String UNRESERVED = "((?:[^:/?#\\[\\]@!$&'()*+,;=%\\x00-\\x20\\x7f]|%[0-9A-Fa-f]{2})+)";
    private static final String ANYTHING = "([^\\x00-\\x20\\x7f]*)";

    /** A usual limit of HTTP servers; a URI is matched with every template that has the same beginning. */
    static final int LONGEST_URI = 8_192;

    private final UriTemplate template;
    private final String prefix;
    private final int literalLength;
    private final Pattern pattern;

    public TemplateMatcher(UriTemplate template) {
        this.template = template;
        this.prefix = template.parts().getFirst() instanceof Literal(var text) ? text : "";
        int length = 0;
        var expression = new StringBuilder();
        for (var part : template.parts()) {
            switch (part) {
                case Literal(var text) -> {
                    expression.append(Pattern.quote(text));
                    length += text.length();
                }
                case Variable variable -> expression.append(group(variable));
            }
        }
        this.literalLength = length;
        this.pattern = Pattern.compile(expression.toString());
    }

    public String text() {
        return template.text();
    }

    /** The length of the literal text; of several matching templates, the longest literal text wins. */
    public int literalLength() {
        return literalLength;
    }

    public Optional<Map<String, String>> match(String uri) {
        if (uri.length() > LONGEST_URI || !uri.startsWith(prefix)) {
            return Optional.empty();
        }
        var matcher = pattern.matcher(uri);
        return matcher.matches() ? variables(matcher) : Optional.empty();
    }

    private Optional<Map<String, String>> variables(Matcher matcher) {
        var values = new LinkedHashMap<String, String>();
        int group = 0;
        for (var part : template.parts()) {
            if (!(part instanceof Variable(var name, var expansion))) {
                continue;
            }
            group++;
            var raw = matcher.group(group);
            var value = expansion == Expansion.SIMPLE ? PercentEncoding.decode(raw) : Optional.of(raw);
            if (value.isEmpty()
                    || !values.merge(name, value.get(), TemplateMatcher::firstOf)
                            .equals(value.get())) {
                return Optional.empty();
            }
        }
        return Optional.of(values);
    }

    private static String firstOf(String first, String second) {
        return first;
    }

    private static String group(Variable variable) {
        return switch (variable.expansion()) {
            case SIMPLE -> UNRESERVED;
            case RESERVED -> ANYTHING;
            case FRAGMENT -> "#" + ANYTHING;
        };
    }
}
