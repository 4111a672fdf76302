package dev.hyperterse.operator.compile.server;

import dev.hyperterse.catalog.server.AuthSettings;
import dev.hyperterse.crds.v1alpha1.Auth;
import dev.hyperterse.operator.problem.Checked;
import dev.hyperterse.operator.problem.Problem;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Who may call. Every field that this build cannot enforce is a problem, and a problem here publishes nothing new: an
 * endpoint must never be more open than its owner wrote.
 */
final class AuthCompiler {
    /** The plugin that is always there. */
    static final String ALLOW_ALL = "allow_all";

    private AuthCompiler() {}

    static Checked<AuthSettings> compile(Optional<Auth> declared) {
        if (declared.isEmpty()) {
            return Checked.sound(new AuthSettings(AuthSettings.Mode.Open));
        }
        var auth = declared.get();
        List<Problem> problems = new ArrayList<>();
        if (!auth.plugins().isEmpty()) {
            problems.add(Unsupported.yet("spec.auth.plugins", "auth plugins other than allow_all are"));
        }
        if (auth.required().stream().anyMatch(plugin -> !plugin.equals(ALLOW_ALL))) {
            problems.add(Unsupported.yet("spec.auth.required", "auth plugins other than allow_all are"));
        }
        if (auth.resource().isPresent()) {
            problems.add(Unsupported.yet("spec.auth.resource", "the identity of a protected resource is"));
        }
        var mode = mode(auth.mode());
        problems.addAll(mode.problems());
        return problems.isEmpty() ? mode.map(AuthSettings::new) : Checked.faulty(problems);
    }

    private static Checked<AuthSettings.Mode> mode(Optional<Auth.Mode> mode) {
        if (mode.isEmpty()) {
            return Checked.sound(AuthSettings.Mode.Open);
        }
        return switch (mode.get()) {
            case Anonymous -> Checked.sound(AuthSettings.Mode.Anonymous);
            case Required -> Checked.faulty(Unsupported.yet("spec.auth.mode", "mode Required is"));
            case Unrecognized -> Checked.faulty(Unsupported.unknownValue("spec.auth.mode"));
        };
    }
}
