package dev.hyperterse.compiler.server.setting;

import dev.hyperterse.compiler.resolve.ScriptOutcome.Finding;
import dev.hyperterse.compiler.resolve.ScriptSource;
import java.util.regex.Pattern;

/** The cure of a script that does not compile, where the words of the engine have none. */
final class ScriptAdvice {
    private static final String FUNCTION = "write export default ({ inputs }, ctx) => ...";

    /** Types as JavaScript has none, on a line that the engine stopped at. */
    private static final Pattern TYPES =
            Pattern.compile("\\w\\??\\s*:\\s*(string|number|boolean|any|unknown|void|object|never|[A-Z]\\w*|\\{)"
                    + "|^\\s*(export\\s+)?(interface|type|enum|declare)\\s+\\w|\\bas\\s+\\w|\\bimport\\s+type\\b");

    private ScriptAdvice() {}

    static String of(Finding finding, ScriptSource source) {
        var message = finding.message();
        if (message.contains("export named 'default'") || message.equals("Invalid return statement")) {
            return source.files().get(finding.file()).contains("module.exports")
                    ? FUNCTION + " in place of module.exports"
                    : FUNCTION;
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
                                line.length() <= 1000 && TYPES.matcher(line).find())
                        .isPresent();
    }
}
