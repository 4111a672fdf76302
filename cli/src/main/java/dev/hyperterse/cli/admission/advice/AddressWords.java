package dev.hyperterse.cli.admission.advice;

import dev.hyperterse.compiler.admission.violation.Violation;
import dev.hyperterse.compiler.problem.Problem;
import dev.hyperterse.compiler.problem.Reason;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/** The rules about an adapter's url, at that field. Its value may have a password and is not quoted. */
final class AddressWords {
    private static final Pattern RULE = Pattern.compile("(url of engine [A-Za-z]+): (.+)");

    private AddressWords() {}

    /** Empty for other rules. */
    static Optional<Problem> of(Violation violation, Map<?, ?> adapter) {
        var rule = RULE.matcher(violation.message());
        return rule.find()
                ? Optional.of(Reason.InvalidSpec.problem(
                        violation.path().child("url").text(),
                        violation.rule(),
                        "is not a " + rule.group(1),
                        remedy(String.valueOf(adapter.get("url")), rule.group(2))))
                : Optional.empty();
    }

    private static String remedy(String written, String example) {
        if (written.contains("${")) {
            return "write \"{{ env.NAME }}\", and NAME under env of the server: ${NAME} is not replaced";
        }
        return (written.startsWith("jdbc:") ? "remove jdbc: and write " : "write ") + example;
    }
}
