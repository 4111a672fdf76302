package dev.hyperterse.compiler.server.adapter;

import dev.hyperterse.compiler.problem.Problem;
import dev.hyperterse.compiler.problem.Reason;
import dev.hyperterse.crds.v1alpha1.Setting;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/** The rules of a password file. A replica checks again that the path stays within its folder. */
final class PasswordFileRules {
    private static final Pattern BELOW_THE_FOLDER =
            Pattern.compile("[A-Za-z0-9_-][A-Za-z0-9._-]*(/[A-Za-z0-9_-][A-Za-z0-9._-]*)*");

    private PasswordFileRules() {}

    static List<Problem> check(Optional<Setting> password, Optional<String> file, String path) {
        List<Problem> problems = new ArrayList<>();
        if (password.isPresent() && file.isPresent()) {
            problems.add(
                    invalid(path, "one-password", "both password and passwordFile are set", "remove one of the two"));
        }
        file.filter(name -> !BELOW_THE_FOLDER.matcher(name).matches())
                .ifPresent(name -> problems.add(invalid(
                        path + ".passwordFile",
                        "path-of-secret",
                        "'%s' is not a path below the folder of secrets".formatted(name),
                        "write a relative path of letters, digits, _, - and ., such as db/password; mount the file "
                                + "below /var/run/hyperterse/secrets")));
        return problems;
    }

    private static Problem invalid(String path, String rule, String message, String remedy) {
        return Problem.of(Reason.InvalidAdapter, path, rule, message, remedy);
    }
}
