package dev.hyperterse.compiler.script;

import dev.hyperterse.catalog.script.ModuleNames;
import dev.hyperterse.compiler.problem.Position;
import dev.hyperterse.compiler.resolve.ScriptOutcome.Finding;
import dev.hyperterse.compiler.resolve.ScriptSource;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/** Explains why a script could not be linked by the import that names none of its files. */
final class MissingImport {
    /** Bounded, because it is looked for at each line of a text that an author has sent. */
    private static final Pattern IMPORT = Pattern.compile("(?m)^[ \\t]*(?:import|export)\\b(?!\\s+type\\b)"
            + "(?:[^;'\"`]{0,4000}?\\bfrom)?\\s{0,100}['\"]([^'\"\\n]{1,253})['\"]");

    private static final Set<String> OF_NODE = Set.of(
            "assert",
            "buffer",
            "child_process",
            "crypto",
            "events",
            "fs",
            "http",
            "https",
            "net",
            "os",
            "path",
            "process",
            "stream",
            "timers",
            "url",
            "util",
            "worker_threads",
            "zlib");

    private MissingImport() {}

    /** The first one, beginning with the file that has the function. */
    static Optional<Finding> in(ScriptSource source) {
        return first(source, source.entry()).or(() -> source.files().keySet().stream()
                .flatMap(file -> first(source, file).stream())
                .findFirst());
    }

    private static Optional<Finding> first(ScriptSource source, String file) {
        var text = source.files().get(file);
        return IMPORT.matcher(text)
                .results()
                .map(found -> Map.entry(found.start(1), found.group(1)))
                .filter(found -> !isThere(found.getValue(), source))
                .findFirst()
                .map(found -> {
                    var place = Position.in(text, found.getKey());
                    return new Finding(file, place.line(), place.column(), message(found.getValue(), source));
                });
    }

    private static boolean isThere(String specifier, ScriptSource source) {
        return ModuleNames.resolve(specifier, source.files().keySet()).isPresent();
    }

    private static String message(String specifier, ScriptSource source) {
        if (specifier.startsWith(".")) {
            return source.files().size() == 1
                    ? "no file '%s' is beside this script; an inline script has none, and one in a ConfigMap the other keys"
                            .formatted(specifier)
                    : "no file '%s' is beside this script, which imports of %s"
                            .formatted(
                                    specifier, String.join(", ", source.files().keySet()));
        }
        if (specifier.startsWith("node:") || OF_NODE.contains(specifier)) {
            return "there are no modules of Node.js such as '%s'; fetch, URL, crypto and timers are globals"
                    .formatted(specifier);
        }
        return "packages such as '%s' are not installed here; bundle it into the script with your own bundler, as esbuild --bundle --format=esm does"
                .formatted(specifier);
    }
}
