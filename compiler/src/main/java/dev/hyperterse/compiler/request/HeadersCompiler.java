package dev.hyperterse.compiler.request;

import dev.hyperterse.catalog.request.HeaderRules;
import dev.hyperterse.catalog.request.RequestTemplate.Field;
import dev.hyperterse.compiler.problem.FieldPath;
import dev.hyperterse.compiler.problem.Problem;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;

/** Compiles the headers of a request. */
record HeadersCompiler(RequestSource source, PlacedText texts, List<Problem> problems) {
    /** Fewer than HTTP has: several servers drop a header whose name has an underscore or another sign. */
    private static final Pattern NAME = Pattern.compile("[A-Za-z0-9-]+");

    /** Credentials, which belong to the owner of the adapter; a value in a cookie could begin another one. */
    private static final Set<String> OF_OWNER = Set.of("authorization", "cookie");

    List<Field> compile(Map<String, String> declared) {
        var fields = new ArrayList<Field>();
        var seen = new HashSet<String>();
        declared.forEach((name, text) -> {
            var path = FieldPath.key(source.path() + ".headers", name);
            var lower = name.toLowerCase(Locale.ROOT);
            checkName(name, lower, path);
            if (!seen.add(lower)) {
                problems.add(
                        RequestRule.HEADER_NAME.problem(path, "duplicate header '%s'".formatted(lower), "remove one"));
            }
            if (!HeaderRules.isText(text)) {
                problems.add(RequestRule.HEADER_TEXT.problem(
                        path,
                        "the header has a line break or another character that no header may have",
                        "write ASCII on one line"));
            }
            texts.value(text, path, PlacedText.Place.HEADER).ifPresent(value -> fields.add(new Field(lower, value)));
        });
        return fields;
    }

    private void checkName(String name, String lower, String path) {
        if (!NAME.matcher(name).matches()) {
            problems.add(RequestRule.HEADER_NAME.problem(
                    path, "'%s' is not the name of a header".formatted(name), "use letters, digits and -"));
        } else if (HeaderRules.isOfConnectionOrBody(lower)) {
            problems.add(RequestRule.HEADER_NAME.problem(
                    path, "%s follows from the connection or the body".formatted(name), "remove it"));
        } else if (OF_OWNER.contains(lower) || source.headersOfAdapter().contains(lower)) {
            problems.add(RequestRule.HEADER_OF_ADAPTER.problem(
                    path,
                    "%s can be set by the adapter only".formatted(name),
                    "remove it; the owner of the server can set it in the adapter's http.headers"));
        }
    }
}
