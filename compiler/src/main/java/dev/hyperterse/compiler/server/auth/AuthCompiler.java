package dev.hyperterse.compiler.server.auth;

import dev.hyperterse.catalog.access.AccessPolicy;
import dev.hyperterse.catalog.access.AccessRule;
import dev.hyperterse.catalog.server.auth.AuthSettings;
import dev.hyperterse.catalog.server.auth.AuthSettings.Mode;
import dev.hyperterse.catalog.values.ValueKey;
import dev.hyperterse.compiler.access.CompiledRules;
import dev.hyperterse.compiler.access.KeyHeaders;
import dev.hyperterse.compiler.access.PolicyCompiler;
import dev.hyperterse.compiler.access.RulesCompiler;
import dev.hyperterse.compiler.access.RulesCompiler.RuleInputs;
import dev.hyperterse.compiler.problem.Checked;
import dev.hyperterse.compiler.problem.FieldPath;
import dev.hyperterse.compiler.problem.Problem;
import dev.hyperterse.compiler.problem.Reason;
import dev.hyperterse.compiler.resolve.References;
import dev.hyperterse.compiler.resolve.grant.Grants;
import dev.hyperterse.compiler.server.setting.HttpUrl;
import dev.hyperterse.compiler.server.setting.Unsupported;
import dev.hyperterse.crds.v1alpha1.auth.Auth;
import dev.hyperterse.crds.v1alpha1.auth.AuthPlugin;
import java.net.URI;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * Compiles the authentication of a server. Every field that this build cannot enforce is a problem, and a problem here
 * publishes nothing new: an endpoint must never be more open than its owner wrote.
 */
public final class AuthCompiler {
    /** The plugin that is always there. */
    static final String ALLOW_ALL = "allow_all";

    private final References references;
    private final ScriptRights rights;
    private final CompiledRules known;
    private final List<Problem> problems = new ArrayList<>();
    private final List<Problem> leftOut = new ArrayList<>();

    private AuthCompiler(References references, ScriptRights rights, CompiledRules known) {
        this.references = references;
        this.rights = rights;
        this.known = known;
    }

    /**
     * The settings and the values that they name.
     *
     * @param leftOut what is wrong with parts that are left out of them, which lets fewer callers in
     */
    public record Compiled(AuthSettings settings, Map<ValueKey, String> values, List<Problem> leftOut) {
        Compiled decidedBy(DecisionCompiler.Compiled decision) {
            var all = new TreeMap<>(values);
            all.putAll(decision.values());
            return new Compiled(settings.decidedBy(decision.settings()), all, leftOut);
        }
    }

    /**
     * A plugin and the values that it names.
     *
     * @param leftOut what is wrong with parts that are left out of it
     */
    record Plugin(
            dev.hyperterse.catalog.server.auth.AuthPlugin plugin, Map<ValueKey, String> values, List<Problem> leftOut) {
        Plugin {
            leftOut = List.copyOf(leftOut);
        }

        Plugin(dev.hyperterse.catalog.server.auth.AuthPlugin plugin, Map<ValueKey, String> values) {
            this(plugin, values, List.of());
        }
    }

    public static Checked<Compiled> compile(
            Optional<Auth> declared, References references, ScriptRights rights, CompiledRules known) {
        return declared.map(auth -> new AuthCompiler(references, rights, known).compile(auth))
                .orElseGet(() -> Checked.sound(new Compiled(AuthSettings.of(Mode.Open), Map.of(), List.of())));
    }

    private Checked<Compiled> compile(Auth auth) {
        auth.resource().ifPresent(this::checkResource);
        var plugins = new HashMap<String, Plugin>();
        plugins.put(ALLOW_ALL, new Plugin(new dev.hyperterse.catalog.server.auth.AuthPlugin.AllowAll(), Map.of()));
        for (var index = 0; index < auth.plugins().size(); index++) {
            var plugin = auth.plugins().get(index);
            if (Grants.unrecognized(plugin.namespaces())) {
                problems.add(Unsupported.unknownValue(FieldPath.item("spec.auth.plugins", index) + ".namespaces"));
            }
            plugin(plugin, auth, FieldPath.item("spec.auth.plugins", index))
                    .valid(problems)
                    .ifPresent(it -> {
                        plugins.put(plugin.name(), it);
                        leftOut.addAll(it.leftOut());
                    });
        }
        var mode = mode(auth);
        var required = required(auth, plugins);
        var policy = policy(auth);
        checkKeys(auth, required);
        var rules = new RulesCompiler(
                        known, KeyHeaders.of(plugins.values().stream().map(Plugin::plugin)))
                .compile(auth.rules(), RuleInputs.OF_MANY, "spec.auth.rules")
                .valid(problems);
        rules.ifPresent(it -> checkRules(auth, it));
        var decision = auth.decision()
                .flatMap(it -> new DecisionCompiler(references).compile(it).valid(problems));
        if (!problems.isEmpty()) {
            problems.addAll(leftOut);
            return Checked.faulty(problems);
        }
        var compiled = compiled(mode, required, policy, rules.orElseThrow(), auth);
        return Checked.sound(decision.map(compiled::decidedBy).orElse(compiled));
    }

    private Compiled compiled(
            Mode mode, List<Plugin> required, Optional<AccessPolicy> policy, List<AccessRule> rules, Auth auth) {
        var values = new TreeMap<ValueKey, String>();
        required.forEach(it -> values.putAll(it.values()));
        return new Compiled(
                new AuthSettings(
                        mode,
                        required.stream().map(Plugin::plugin).toList(),
                        auth.resource(),
                        policy,
                        rules,
                        Optional.empty(),
                        auth.scopes()),
                values,
                leftOut);
    }

    private Checked<Plugin> plugin(AuthPlugin plugin, Auth auth, String path) {
        var declared = new ArrayList<Checked<Plugin>>();
        plugin.apiKey()
                .ifPresent(it ->
                        declared.add(new ApiKeysCompiler(references, plugin.name()).compile(it, path + ".apiKey")));
        plugin.jwt()
                .ifPresent(it -> declared.add(
                        new TokensCompiler(references, plugin.name()).compile(it, auth.resource(), path + ".jwt")));
        plugin.script()
                .ifPresent(it -> declared.add(new ScriptPluginCompiler(references, rights, plugin.name())
                        .compile(it, plugin.headers(), auth.resource(), path)));
        return declared.size() == 1
                ? declared.getFirst()
                : Checked.faulty(Reason.InvalidAuth.problem(
                        path,
                        "one-kind",
                        "the plugin has %d of apiKey, jwt and script".formatted(declared.size()),
                        "set exactly one of apiKey, jwt and script"));
    }

    /** Plugins that are required and mode Required go together; a list of them alone is meant to be one. */
    private Mode mode(Auth auth) {
        var mode = auth.mode();
        if (mode.filter(Auth.Mode.Unrecognized::equals).isPresent()) {
            problems.add(Unsupported.unknownValue("spec.auth.mode"));
            return Mode.Required;
        }
        if (mode.filter(Auth.Mode.Anonymous::equals).isPresent()) {
            if (!auth.required().isEmpty()) {
                problems.add(Reason.InvalidAuth.problem(
                        "spec.auth.required",
                        "anonymous-requires-nothing",
                        "mode Anonymous requires no plugin",
                        "remove required, or choose mode Required"));
            }
            return Mode.Anonymous;
        }
        if (auth.required().isEmpty() && (mode.isPresent() || !auth.plugins().isEmpty())) {
            problems.add(Reason.InvalidAuth.problem(
                    "spec.auth.required",
                    "something-required",
                    "no plugin is required, so every call would pass",
                    "name the plugins of which a call must pass one, or set mode Anonymous"));
        }
        return auth.required().isEmpty() ? Mode.Open : Mode.Required;
    }

    private Optional<AccessPolicy> policy(Auth auth) {
        if (auth.policy().isEmpty()) {
            return Optional.empty();
        }
        if (auth.required().isEmpty()) {
            problems.add(Reason.InvalidAuth.problem(
                    "spec.auth.policy",
                    "policy-needs-plugins",
                    "a policy is about authenticated callers, and the server requires no plugin",
                    "name plugins in required, or remove the policy"));
        }
        return PolicyCompiler.compile(Optional.empty(), auth.policy(), "spec.auth.policy")
                .valid(problems);
    }

    /** An API key has neither scopes nor groups nor claims, so such a policy refuses all keys. */
    private void checkKeys(Auth auth, List<Plugin> required) {
        var asked = auth.policy().keySet().stream().sorted().findFirst();
        for (var index = 0; index < auth.required().size(); index++) {
            var name = auth.required().get(index);
            var ofKeys = required.stream()
                    .map(Plugin::plugin)
                    .anyMatch(it -> it instanceof dev.hyperterse.catalog.server.auth.AuthPlugin.ApiKeys
                            && it.name().equals(name));
            if (ofKeys && asked.isPresent()) {
                leftOut.add(Reason.InvalidAuth.problem(
                        FieldPath.item("spec.auth.required", index),
                        "policy-that-keys-pass",
                        "API keys have no scopes, groups and claims, so the policy refuses every key of '%s'"
                                .formatted(name),
                        "remove '%s' from the policy, or ask for it in auth.policy of the definitions that need it"
                                .formatted(asked.get())));
            }
        }
    }

    /** Without a plugin every caller is anonymous. */
    private void checkRules(Auth auth, List<AccessRule> rules) {
        for (var index = 0; index < rules.size(); index++) {
            if (auth.required().isEmpty()
                    && rules.get(index).program().reads().contains(AccessRule.Variable.PRINCIPAL)) {
                leftOut.add(Reason.InvalidAuth.problem(
                        FieldPath.item("spec.auth.rules", index) + ".expression",
                        "rule-about-callers-needs-plugins",
                        "the rule is about the caller, and the server authenticates none",
                        "name plugins in required, or write the rule about inputs or headers"));
            }
        }
    }

    private List<Plugin> required(Auth auth, Map<String, Plugin> plugins) {
        var required = new ArrayList<Plugin>();
        for (var index = 0; index < auth.required().size(); index++) {
            var name = auth.required().get(index);
            if (plugins.containsKey(name)) {
                required.add(plugins.get(name));
            } else if (auth.plugins().stream().noneMatch(it -> it.name().equals(name))) {
                problems.add(Reason.PluginNotFound.problem(
                        FieldPath.item("spec.auth.required", index),
                        "plugin-exists",
                        "unknown plugin '%s'".formatted(name),
                        "add it to spec.auth.plugins, or fix the name"));
            }
        }
        return required;
    }

    private void checkResource(String resource) {
        var url = HttpUrl.parse(resource);
        if (url.map(URI::getRawFragment).isPresent()
                || url.map(URI::getRawQuery).isPresent()
                || url.isEmpty()) {
            problems.add(Reason.InvalidAuth.problem(
                    "spec.auth.resource",
                    "resource-is-a-url",
                    "'%s' is not a URL without query and fragment".formatted(resource),
                    "write the URL of the endpoint as clients know it, such as https://shop.example.com/mcp"));
        }
    }
}
