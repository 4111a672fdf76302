package dev.hyperterse.compiler.server.auth;

import dev.hyperterse.catalog.server.auth.DecisionSettings;
import dev.hyperterse.catalog.values.ValueKey;
import dev.hyperterse.compiler.problem.Checked;
import dev.hyperterse.compiler.problem.Problem;
import dev.hyperterse.compiler.problem.Reason;
import dev.hyperterse.compiler.resolve.References;
import dev.hyperterse.compiler.resolve.Resolved;
import dev.hyperterse.compiler.server.setting.Choice;
import dev.hyperterse.compiler.server.setting.HttpUrl;
import dev.hyperterse.compiler.server.setting.Measures;
import dev.hyperterse.crds.v1alpha1.auth.Decision;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.Pattern;

/** Compiles the decision point of a server. */
final class DecisionCompiler {
    private static final String PATH = "spec.auth.decision";
    private static final long DEFAULT_MILLIS = 1_000;
    private static final long LONGEST_MILLIS = 30_000;
    /** Shorter ones can be found by trying. */
    private static final Pattern KEY = Pattern.compile("[!-~]{32,1024}");

    private final References references;
    private final List<Problem> problems = new ArrayList<>();
    private final Map<ValueKey, String> values = new TreeMap<>();

    DecisionCompiler(References references) {
        this.references = references;
    }

    record Compiled(DecisionSettings settings, Map<ValueKey, String> values) {}

    Checked<Compiled> compile(Decision declared) {
        checkUrl(declared.url());
        key(declared);
        var authority = declared.ca()
                .map(it -> references.document(it, PATH + ".ca").valid(problems))
                .map(it -> put("ca", it.map(Resolved::text).orElse("")));
        var settings = new DecisionSettings(
                declared.url(), timeout(declared.timeout()), failure(declared), ValueKey.decision("key"), authority);
        return Checked.unless(problems, new Compiled(settings, values));
    }

    private void checkUrl(String text) {
        var url = HttpUrl.parse(text);
        if (url.isEmpty() || url.map(URI::getRawFragment).isPresent()) {
            problems.add(Reason.InvalidAuth.problem(
                    PATH + ".url",
                    "http-url",
                    "'%s' is not an http or https URL without credentials".formatted(text),
                    "write it like https://decisions.example.com/v1/call"));
        } else if (!HttpUrl.isProtected(url.get())) {
            problems.add(Reason.InvalidAuth.problem(
                    PATH + ".url",
                    "decisions-over-tls",
                    "answers over http can be altered in transit, which would allow every call",
                    "use https, with ca for an authority of your own; http is for loopback addresses"));
        }
    }

    /** A line break at its end is the editor's. No message has it in it. */
    private void key(Decision declared) {
        if (declared.key() == null) {
            problems.add(weak());
            return;
        }
        references
                .value(declared.key(), PATH + ".key")
                .valid(problems)
                .map(it -> it.text().strip())
                .ifPresent(key -> {
                    if (KEY.matcher(key).matches()) {
                        put("key", key);
                    } else {
                        problems.add(weak());
                    }
                });
    }

    private static Problem weak() {
        return Reason.InvalidAuth.problem(
                PATH + ".key",
                "key-is-long-enough",
                "the key is not 32 to 1024 visible ASCII characters",
                "make one with: openssl rand -hex 32");
    }

    private ValueKey put(String name, String value) {
        var key = ValueKey.decision(name);
        values.put(key, value);
        return key;
    }

    private long timeout(Optional<String> declared) {
        if (declared.isEmpty()) {
            return DEFAULT_MILLIS;
        }
        var millis = Measures.millis(declared.get());
        if (millis.filter(it -> it <= LONGEST_MILLIS).isEmpty()) {
            problems.add(Reason.InvalidAuth.problem(
                    PATH + ".timeout",
                    "duration",
                    "'%s' is not a duration of at most 30s".formatted(declared.get()),
                    "write it like 500ms"));
        }
        return millis.orElse(DEFAULT_MILLIS);
    }

    private DecisionSettings.Failure failure(Decision declared) {
        return Choice.checked(
                        declared.failure().orElse(Decision.Failure.Closed),
                        DecisionSettings.Failure.class,
                        PATH + ".failure")
                .valid(problems)
                .orElse(DecisionSettings.Failure.Closed);
    }
}
