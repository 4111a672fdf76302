package dev.hyperterse.compiler.server.setting;

import dev.hyperterse.compiler.problem.Checked;
import dev.hyperterse.compiler.problem.Problem;
import dev.hyperterse.compiler.problem.Reason;
import dev.hyperterse.crds.v1alpha1.HyperterseServerSpec;
import dev.hyperterse.crds.v1alpha1.server.Http;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** The path of a server's endpoint: {@code /mcp}, and names of the segments that its URLs have behind it. */
public final class EndpointPath {
    public static final String PREFIX = "/mcp";

    static final String FIELD = "spec.http.path";
    public static final int MOST_SEGMENTS = 4;
    private static final Pattern NAME = Pattern.compile("[A-Za-z_][A-Za-z0-9_]*");
    private static final Pattern SEGMENT = Pattern.compile("/\\{(" + NAME + ")}");
    private static final Pattern WHOLE =
            Pattern.compile(PREFIX + "(" + SEGMENT.pattern() + "){0," + MOST_SEGMENTS + "}");

    private EndpointPath() {}

    /** The names of its segments, in their order. */
    public static Checked<List<String>> segments(HyperterseServerSpec spec) {
        var path = declared(spec);
        if (path.isEmpty()) {
            return Checked.sound(List.of());
        }
        if (!WHOLE.matcher(path.get()).matches()) {
            return Checked.faulty(problem(
                    "the path is not %s with up to %d segments behind it".formatted(PREFIX, MOST_SEGMENTS),
                    "write it like /mcp/{tenant}"));
        }
        var names = SEGMENT.matcher(path.get())
                .results()
                .map(found -> found.group(1))
                .toList();
        var known = new HashSet<String>();
        var problems = new ArrayList<Problem>();
        names.stream()
                .filter(name -> !known.add(name))
                .forEach(
                        name -> problems.add(problem("two segments have the name '%s'".formatted(name), "rename one")));
        return Checked.unless(problems, names);
    }

    /** As a URL of the endpoint shows it; that of a faulty one is the path without segments. */
    public static String behindPrefix(HyperterseServerSpec spec) {
        return segments(spec).valid().map(EndpointPath::template).orElse("");
    }

    /**
     * Whether URLs of the endpoint have segments behind the prefix. So do those that stay published while the path is
     * faulty.
     */
    public static boolean hasSegments(HyperterseServerSpec spec) {
        return declared(spec).filter(path -> !path.equals(PREFIX)).isPresent();
    }

    /** The whole path as it is written: {@code /mcp/{tenant}}. */
    public static String of(List<String> segments) {
        return PREFIX + template(segments);
    }

    /** The segments as they are written: {@code /{tenant}}. */
    public static String template(List<String> segments) {
        return segments.stream().map(name -> "/{" + name + "}").collect(Collectors.joining());
    }

    private static Optional<String> declared(HyperterseServerSpec spec) {
        return spec.http().flatMap(Http::path);
    }

    private static Problem problem(String message, String remedy) {
        return Reason.InvalidServer.problem(FIELD, "endpoint-path", message, remedy);
    }
}
