package dev.hyperterse.compiler.leaf.link;

import dev.hyperterse.catalog.access.AccessPolicy;
import dev.hyperterse.catalog.access.AccessRule;
import dev.hyperterse.compiler.access.PolicyCompiler;
import dev.hyperterse.compiler.access.RulesCompiler;
import dev.hyperterse.compiler.access.RulesCompiler.RuleInputs;
import dev.hyperterse.compiler.problem.Checked;
import dev.hyperterse.compiler.problem.Reason;
import dev.hyperterse.crds.v1alpha1.auth.LeafAuth;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Compiles the {@code auth} of a leaf. */
final class AccessCompiler {
    static final String ALLOW_ALL = "allow_all";

    private static final String PLUGIN = "spec.auth.plugin";

    private AccessCompiler() {}

    /** Resolves the names of plugins for the leaves of one namespace. */
    enum PluginLink {
        /** Calls can pass it. */
        REQUIRED,
        /** The server has none of that name, or requires others. */
        MISSING,
        /** The server has it for others. */
        NOT_GRANTED
    }

    /** The policy of a leaf that not every caller may use. */
    static Checked<Optional<AccessPolicy>> compile(
            LeafAuth auth, PluginLink plugin, RulesCompiler rules, RuleInputs inputs) {
        return switch (plugin) {
            case REQUIRED ->
                both(
                                PolicyCompiler.compile(
                                        Optional.of(auth.plugin()).filter(name -> !name.equals(ALLOW_ALL)),
                                        auth.policy(),
                                        "spec.auth.policy"),
                                rules.compile(auth.rules(), inputs, "spec.auth.rules"))
                        .map(policy -> Optional.of(policy).filter(it -> !it.asksNothing()));
            case MISSING ->
                Checked.faulty(Reason.PluginNotFound.problem(
                        PLUGIN,
                        "plugin-required",
                        "the server does not require a plugin '%s'".formatted(auth.plugin()),
                        "name one of the server's spec.auth.required, or add it there"));
            case NOT_GRANTED ->
                Checked.faulty(Reason.NotAllowedPlugin.problem(
                        PLUGIN,
                        "plugin-granted",
                        "the plugin '%s' is not granted to this namespace".formatted(auth.plugin()),
                        "its owner can add the namespace to the plugin's 'namespaces'"));
        };
    }

    private static Checked<AccessPolicy> both(Checked<AccessPolicy> policy, Checked<List<AccessRule>> rules) {
        var problems = new ArrayList<>(policy.problems());
        problems.addAll(rules.problems());
        return problems.isEmpty() ? policy.map(it -> it.behind(rules.valid().orElseThrow())) : Checked.faulty(problems);
    }
}
