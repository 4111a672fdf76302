package dev.hyperterse.compiler.server.setting;

import dev.hyperterse.compiler.resolve.ScriptOutcome.Finding;
import dev.hyperterse.compiler.resolve.ScriptSource;
import java.util.regex.Pattern;

/** The cure of a script that does not compile, where the words of the engine have none. */
final class ScriptAdvice {
    private static final String FUNCTION = "write export default ({ %s }, ctx) => ...";

    /** Types where JavaScript has none, from the place on that the engine stopped at: it stops at no colon of an object. */
    private static final Pattern TYPES =
            Pattern.compile("\\s*(\\??:\\s*[\\w{\\[(]|(interface|type|enum|declare|abstract)\\s+\\w)");

    private static final int LONGEST = 1_000;

    private ScriptAdvice() {}

    /** @param path of the script in its object, which says what its function gets */
    static String of(String path, Finding finding, ScriptSource source) {
        var function = FUNCTION.formatted(
                path.contains(".plugins[") ? "headers" : path.endsWith("transforms.output") ? "results" : "inputs");
        var message = finding.message();
        var lacksFunction = finding.line() == 0 && message.contains("export named 'default'");
        if (lacksFunction || message.equals("Invalid return statement")) {
            return source.files().get(finding.file()).contains("module.exports")
                    ? function + " in place of module.exports"
                    : function;
        }
        return isTyped(finding, source)
                ? finding.file().equals(source.entry())
                        ? "for types write language: TypeScript beside source"
                        : "for types end the name of the file with .ts"
                : "";
    }

    private static boolean isTyped(Finding finding, ScriptSource source) {
        return source.language(finding.file()) == ScriptSource.Language.JAVASCRIPT
                && finding.line() > 0
                && source.files()
                        .get(finding.file())
                        .lines()
                        .skip(finding.line() - 1)
                        .findFirst()
                        .filter(line ->
                                line.length() <= LONGEST && finding.column() > 0 && finding.column() <= line.length())
                        .filter(line -> TYPES.matcher(line)
                                .region(finding.column() - 1, line.length())
                                .lookingAt())
                        .isPresent();
    }
}
