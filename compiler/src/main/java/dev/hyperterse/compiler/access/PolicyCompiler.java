package dev.hyperterse.compiler.access;

import dev.hyperterse.catalog.access.AccessPolicy;
import dev.hyperterse.compiler.problem.Checked;
import dev.hyperterse.compiler.problem.FieldPath;
import dev.hyperterse.compiler.problem.Problem;
import dev.hyperterse.compiler.problem.Reason;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;

/** Reads {@code auth.policy}. An entry that is not understood is a problem: ignored, it would let more callers in. */
public final class PolicyCompiler {
    /** RFC 6749, section 3.3; a challenge quotes it. */
    private static final Pattern SCOPE = Pattern.compile("[\\x21\\x23-\\x5b\\x5d-\\x7e]+");

    private static final String CLAIMS = "claims.";

    private final String path;
    private final List<Problem> problems = new ArrayList<>();
    private final Map<String, String> claims = new TreeMap<>();
    private Set<String> scopes = Set.of();
    private Set<String> groups = Set.of();
    private Set<String> subjects = Set.of();

    private PolicyCompiler(String path) {
        this.path = path;
    }

    /**
     * @param plugin that has to have authenticated the caller; empty for any
     * @param path of the policy
     */
    public static Checked<AccessPolicy> compile(Optional<String> plugin, Map<String, String> policy, String path) {
        var compiler = new PolicyCompiler(path);
        policy.forEach(compiler::read);
        if (plugin.isEmpty() && policy.containsKey("subjects")) {
            compiler.problem(
                    "subjects",
                    "subjects-of-a-plugin",
                    "a subject is a name within its plugin, and this policy is for callers of every plugin",
                    "name the plugin in auth.plugin of the Tool, Prompt or Resource, or ask for a claim");
        }
        return Checked.unless(
                compiler.problems,
                new AccessPolicy(plugin, compiler.scopes, compiler.groups, compiler.subjects, compiler.claims));
    }

    private void read(String key, String text) {
        switch (key) {
            case "scopes" -> scopes = scopes(text);
            case "groups" -> groups = names(key, text);
            case "subjects" -> subjects = names(key, text);
            default -> {
                if (key.startsWith(CLAIMS) && key.length() > CLAIMS.length()) {
                    claims.put(key.substring(CLAIMS.length()), text);
                } else {
                    problem(
                            key,
                            "policy-entry-known",
                            "unknown policy entry '%s'".formatted(key),
                            "use scopes, groups, subjects, or claims. followed by the name of a claim");
                }
            }
        }
    }

    private Set<String> scopes(String text) {
        var found = split(text, " ");
        if (found.isEmpty() || !found.stream().allMatch(it -> SCOPE.matcher(it).matches())) {
            problem(
                    "scopes",
                    "scopes-are-tokens",
                    "'%s' is not a list of scopes".formatted(text),
                    "write scopes of visible ASCII characters without quotes, separated by spaces");
        }
        return found;
    }

    private Set<String> names(String key, String text) {
        var found = split(text, ",");
        if (found.isEmpty()) {
            problem(
                    key,
                    "names-some",
                    "the entry is empty, so no caller would pass",
                    "name at least one, or remove it");
        }
        return found;
    }

    private static Set<String> split(String text, String separator) {
        var found = new TreeSet<String>();
        for (var part : text.split(separator)) {
            if (!part.isBlank()) {
                found.add(part.strip());
            }
        }
        return found;
    }

    private void problem(String key, String rule, String message, String remedy) {
        problems.add(Reason.InvalidAuth.problem(FieldPath.key(path, key), rule, message, remedy));
    }
}
