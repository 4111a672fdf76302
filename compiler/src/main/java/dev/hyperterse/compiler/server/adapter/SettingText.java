package dev.hyperterse.compiler.server.adapter;

import dev.hyperterse.compiler.problem.Checked;
import dev.hyperterse.compiler.problem.Position;
import dev.hyperterse.compiler.problem.Problem;
import dev.hyperterse.compiler.problem.Reason;
import dev.hyperterse.compiler.resolve.Environment;
import java.util.ArrayList;
import java.util.regex.Pattern;

/**
 * Resolves {@code {{ env.NAME }}} in a server's own settings. Textual on purpose: the owner of the server wrote both the
 * setting and the environment, and nothing of a caller or of a leaf gets here.
 */
record SettingText(Environment environment) {
    private static final String OPEN = "{{";
    private static final String CLOSE = "}}";
    private static final Pattern VARIABLE = Pattern.compile("env\\.([A-Za-z_][A-Za-z0-9_]*)");

    /** A setting with its references resolved. {@code secret} is true as soon as one value came out of a Secret. */
    record Rendered(String text, boolean secret) {
        /** Without the text. */
        @Override
        public String toString() {
            return "Rendered[secret=" + secret + "]";
        }
    }

    Checked<Rendered> render(String text, String path, Reason reason) {
        var rendered = new StringBuilder();
        var problems = new ArrayList<Problem>();
        var secret = false;
        var index = 0;
        while (index < text.length()) {
            var open = text.indexOf(OPEN, index);
            rendered.append(text, index, open < 0 ? text.length() : open);
            if (open < 0) {
                break;
            }
            if (text.startsWith(OPEN + OPEN, open)) {
                rendered.append(OPEN);
                index = open + 2 * OPEN.length();
                continue;
            }
            var close = text.indexOf(CLOSE, open);
            var inner =
                    close < 0 ? "" : text.substring(open + OPEN.length(), close).strip();
            switch (variable(inner, path, reason)) {
                case Checked.Sound<Environment.Variable>(var variable) -> {
                    rendered.append(variable.value().orElseThrow());
                    secret |= variable.secret();
                }
                case Checked.Faulty<Environment.Variable>(var faults) ->
                    faults.forEach(fault -> problems.add(fault.at(Position.in(text, open))));
            }
            index = close < 0 ? text.length() : close + CLOSE.length();
        }
        return Checked.unless(problems, new Rendered(rendered.toString(), secret));
    }

    private Checked<Environment.Variable> variable(String inner, String path, Reason reason) {
        var name = VARIABLE.matcher(inner);
        if (!name.matches()) {
            return Checked.faulty(reason.problem(
                    path,
                    "setting-placeholder",
                    "the only placeholder of settings is {{ env.NAME }}",
                    "write that, or {{{{ for a literal {{"));
        }
        return environment
                .find(name.group(1))
                .filter(variable -> variable.value().isPresent())
                .map(Checked::sound)
                .orElseGet(() -> Checked.faulty(Reason.EnvNotFound.problem(
                        path,
                        "setting-variable-exists",
                        "the environment of the server has no value for '%s'".formatted(name.group(1)),
                        "add it under spec.env, or fix its reference")));
    }
}
