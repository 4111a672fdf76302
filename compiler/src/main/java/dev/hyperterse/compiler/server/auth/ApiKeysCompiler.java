package dev.hyperterse.compiler.server.auth;

import dev.hyperterse.catalog.server.auth.ApiKeyDigests;
import dev.hyperterse.catalog.values.ValueKey;
import dev.hyperterse.compiler.problem.Checked;
import dev.hyperterse.compiler.problem.FieldPath;
import dev.hyperterse.compiler.problem.Problem;
import dev.hyperterse.compiler.problem.Reason;
import dev.hyperterse.compiler.resolve.References;
import dev.hyperterse.crds.v1alpha1.auth.AuthPlugin.ApiKeys;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Pattern;

/**
 * Compiles the keys of a plugin into their digests. An unusable key is left out and reported as a problem of the
 * server. The other keys are the current ones, so that a mistake never keeps a revoked key in force. Without any key no
 * caller is admitted.
 */
public final class ApiKeysCompiler {
    public static final String DEFAULT_HEADER = "X-API-Key";

    /** Shorter ones can be guessed; longer ones do not fit into a header. */
    private static final Pattern KEY = Pattern.compile("[!-~]{16,1024}");

    private static final Pattern PRINCIPAL = Pattern.compile("[^\\p{Cntrl}\\u2028\\u2029]{1,253}");

    private final References references;
    private final String plugin;
    private final List<Problem> problems = new ArrayList<>();
    private final List<Problem> leftOut = new ArrayList<>();
    private final Map<String, String> principals = new TreeMap<>();
    private final Set<String> ambiguous = new HashSet<>();

    ApiKeysCompiler(References references, String plugin) {
        this.references = references;
        this.plugin = plugin;
    }

    Checked<AuthCompiler.Plugin> compile(ApiKeys declared, String path) {
        var header = declared.header().orElse(DEFAULT_HEADER);
        if (TakenHeaders.isTaken(header)) {
            problems.add(Reason.InvalidAuth.problem(
                    path + ".header",
                    "header-of-its-own",
                    "the header %s is reserved".formatted(header),
                    "choose another one, such as " + DEFAULT_HEADER));
        }
        read(declared, path);
        if (problems.isEmpty() && leftOut.isEmpty() && principals.isEmpty()) {
            leftOut.add(Reason.InvalidAuth.problem(
                    path,
                    "some-key",
                    "the plugin has no key, so no caller can authenticate with it",
                    "set keys, or fill the Secret of keysFrom"));
        }
        if (!problems.isEmpty()) {
            problems.addAll(leftOut);
        }
        var digests = ValueKey.auth(plugin, "keys");
        return Checked.unless(
                problems,
                new AuthCompiler.Plugin(
                        new dev.hyperterse.catalog.server.auth.AuthPlugin.ApiKeys(plugin, header, digests),
                        Map.of(digests, new ApiKeyDigests(principals).write()),
                        leftOut));
    }

    /** The principal of each digest; empty where a Secret cannot be read. */
    Optional<Map<String, String>> readable(ApiKeys declared) {
        read(declared, "");
        return problems.isEmpty() ? Optional.of(principals) : Optional.empty();
    }

    private void read(ApiKeys declared, String path) {
        for (var index = 0; index < declared.keys().size(); index++) {
            var key = declared.keys().get(index);
            var at = FieldPath.item(path + ".keys", index);
            var value = references.value(key.valueFrom(), at + ".valueFrom");
            leaveOut(value.problems());
            value.valid().ifPresent(it -> add(key.principal(), it.text(), at));
        }
        declared.keysFrom().ifPresent(from -> addAll(from.secretRef().name(), path + ".keysFrom.secretRef"));
        principals.keySet().removeAll(ambiguous);
    }

    /** A Secret that could not be read may have any keys, so all keys stay as published. */
    private void leaveOut(List<Problem> faults) {
        faults.forEach(fault -> (isUnread(fault) ? problems : leftOut).add(fault));
    }

    private static boolean isUnread(Problem fault) {
        return fault.reason() == Reason.OperatorForbidden || fault.reason() == Reason.OperatorFull;
    }

    private void addAll(String secret, String path) {
        var entries = references.secretEntries(secret, path);
        leaveOut(entries.problems());
        entries.valid()
                .ifPresent(keys -> keys.forEach((principal, key) -> {
                    leaveOut(key.problems());
                    key.valid().ifPresent(text -> add(principal, text, path));
                }));
    }

    /** A line break at its end is the editor's. No message has a key in it. */
    private void add(String principal, String text, String path) {
        var key = text.strip();
        if (!PRINCIPAL.matcher(principal).matches()) {
            leftOut.add(Reason.InvalidAuth.problem(
                    path + ".principal",
                    "principal-is-a-name",
                    "a principal is empty, too long or has control characters",
                    "use a name of up to 253 characters"));
        } else if (!KEY.matcher(key).matches()) {
            leftOut.add(Reason.InvalidAuth.problem(
                    path,
                    "key-is-long-enough",
                    "the key of '%s' is not 16 to 1024 visible ASCII characters".formatted(principal),
                    "make one with: openssl rand -hex 32"));
        } else {
            var digest = ApiKeyDigests.digest(key);
            var other = principals.putIfAbsent(digest, principal);
            if (other != null && !other.equals(principal)) {
                ambiguous.add(digest);
                leftOut.add(Reason.InvalidAuth.problem(
                        path,
                        "key-of-one-principal",
                        "'%s' and '%s' have the same key".formatted(other, principal),
                        "give each principal a key of its own"));
            }
        }
    }
}
