package dev.hyperterse.compiler.request;

import dev.hyperterse.catalog.request.RequestTemplate.Field;
import dev.hyperterse.compiler.problem.FieldPath;
import dev.hyperterse.compiler.problem.Problem;
import dev.hyperterse.compiler.problem.Reason;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;

/** Compiles the headers of a request. */
public final class HeadersCompiler {
    private static final Pattern NAME = Pattern.compile("[A-Za-z0-9-]+");
    private static final Pattern TEXT = Pattern.compile("[\\t\\x20-\\x7e]*");

    /** Those of the connection and its framing, and those that follow from the body. */
    private static final Set<String> OF_CONNECTION = Set.of(
            "accept-encoding",
            "connection",
            "content-encoding",
            "content-length",
            "content-type",
            "expect",
            "host",
            "keep-alive",
            "proxy-authorization",
            "proxy-connection",
            "te",
            "trailer",
            "transfer-encoding",
            "upgrade");

    /** Credentials, which belong to the owner of the adapter; a value in a cookie could begin another one. */
    private static final Set<String> OF_OWNER = Set.of("authorization", "cookie");

    private final RequestSource source;
    private final PlacedText texts;
    private final List<Problem> problems;

    HeadersCompiler(RequestSource source, PlacedText texts, List<Problem> problems) {
        this.source = source;
        this.texts = texts;
        this.problems = problems;
    }

    /** Whether only the client itself sets that header. @param name in lower case */
    public static boolean isOfConnection(String name) {
        return OF_CONNECTION.contains(name);
    }

    /** Whether a text can be in a header. */
    public static boolean isText(String text) {
        return TEXT.matcher(text).matches();
    }

    List<Field> compile(Map<String, String> declared) {
        var fields = new ArrayList<Field>();
        var seen = new HashSet<String>();
        declared.forEach((name, text) -> {
            var path = FieldPath.key(source.path() + ".headers", name);
            var lower = name.toLowerCase(Locale.ROOT);
            checkName(name, lower, path);
            if (!seen.add(lower)) {
                add(path, RequestRule.HEADER_NAME, "duplicate header '%s'".formatted(lower), "remove one");
            }
            if (!isText(text)) {
                add(
                        path,
                        RequestRule.HEADER_TEXT,
                        "the header has a line break or another character that no header may have",
                        "write ASCII on one line");
            }
            texts.value(text, path, PlacedText.Place.HEADER).ifPresent(value -> fields.add(new Field(lower, value)));
        });
        return fields;
    }

    private void checkName(String name, String lower, String path) {
        if (!NAME.matcher(name).matches()) {
            add(
                    path,
                    RequestRule.HEADER_NAME,
                    "'%s' is not the name of a header".formatted(name),
                    "use letters, digits and -");
        } else if (OF_CONNECTION.contains(lower)) {
            add(
                    path,
                    RequestRule.HEADER_NAME,
                    "%s follows from the connection or the body".formatted(name),
                    "remove it");
        } else if (OF_OWNER.contains(lower) || source.headersOfAdapter().contains(lower)) {
            add(
                    path,
                    RequestRule.HEADER_OF_ADAPTER,
                    "%s can be set by the adapter only".formatted(name),
                    "remove it; the owner of the server can set it in the adapter's http.headers");
        }
    }

    private void add(String path, RequestRule rule, String message, String remedy) {
        problems.add(Problem.of(Reason.InvalidRequest, path, rule.identifier(), message, remedy));
    }
}
