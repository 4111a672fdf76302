package dev.hyperterse.compiler.leaf.link;

import dev.hyperterse.catalog.access.AccessPolicy;
import dev.hyperterse.catalog.access.AccessRule;
import dev.hyperterse.catalog.input.BoundInput;
import dev.hyperterse.catalog.input.Input;
import dev.hyperterse.catalog.input.InputType;
import dev.hyperterse.compiler.access.CompiledRules;
import dev.hyperterse.compiler.access.KeyHeaders;
import dev.hyperterse.compiler.access.RulesCompiler;
import dev.hyperterse.compiler.access.RulesCompiler.RuleInputs;
import dev.hyperterse.compiler.inputs.InputsCompiler;
import dev.hyperterse.compiler.leaf.link.AccessCompiler.PluginLink;
import dev.hyperterse.compiler.problem.Checked;
import dev.hyperterse.compiler.problem.Problem;
import dev.hyperterse.compiler.resolve.ServerInputs;
import dev.hyperterse.compiler.resolve.grant.Granted;
import dev.hyperterse.compiler.server.CompiledSettings;
import dev.hyperterse.crds.v1alpha1.McpResourceSpec;
import dev.hyperterse.crds.v1alpha1.PromptSpec;
import dev.hyperterse.crds.v1alpha1.ToolSpec;
import dev.hyperterse.crds.v1alpha1.auth.LeafAuth;
import dev.hyperterse.crds.v1alpha1.input.Argument;
import java.util.List;
import java.util.Optional;

/** The access policy of a leaf: its own, the rules of its server, and the server's decision point. */
public final class AccessLinker {
    private final InputsCompiler inputsCompiler = new InputsCompiler();
    private final ServerInputs inputs;
    private final CompiledSettings settings;
    private final ServerSources sources;
    private final RulesCompiler rules;
    private final List<AccessRule> serverRules;
    private final boolean decided;

    /** @param known rules that are compiled already */
    public AccessLinker(ServerInputs inputs, CompiledSettings settings, CompiledRules known) {
        this.inputs = inputs;
        this.settings = settings;
        var keyHeaders = KeyHeaders.of(settings.settings().stream().flatMap(it -> it.auth().required().stream()));
        this.sources = new ServerSources(
                keyHeaders, settings.settings().map(it -> it.http().segments()).orElseGet(List::of));
        this.rules = new RulesCompiler(known, keyHeaders);
        this.serverRules = settings.settings().map(it -> it.auth().rules()).orElseGet(List::of);
        this.decided = settings.settings().flatMap(it -> it.auth().decision()).isPresent();
    }

    public Checked<Optional<AccessPolicy>> of(ToolSpec spec, String namespace) {
        var unreadable = sources.problem(spec.inputs());
        if (unreadable.isPresent()) {
            return Checked.faulty(unreadable.get().failingClosed());
        }
        return of(
                spec.auth(),
                namespace,
                new RuleInputs(
                        new DeclaredInputs(spec.inputs(), spec.inputSchema()),
                        () -> inputsCompiler.compile(spec).valid().map(it -> it.inputs()
                                .fields())));
    }

    public Checked<Optional<AccessPolicy>> of(PromptSpec spec, String namespace) {
        return of(
                spec.auth(),
                namespace,
                texts(spec.arguments().stream().map(Argument::name).toList()));
    }

    public Checked<Optional<AccessPolicy>> of(McpResourceSpec spec, String namespace) {
        return of(
                spec.auth(),
                namespace,
                texts(ResourceAddress.compile(spec)
                        .valid()
                        .map(ResourceAddress::variables)
                        .orElseGet(List::of)));
    }

    /** The problem that keeps a published version of a tool from reading its sources. */
    public Optional<Problem> unreadable(List<BoundInput> bound) {
        return sources.problemOfPublished(bound);
    }

    /** The declared inputs of a tool. */
    private record DeclaredInputs(Object fields, Object schema) {}

    private static RuleInputs texts(List<String> names) {
        return new RuleInputs(
                names,
                () -> Optional.of(names.stream()
                        .map(name -> Input.of(name, InputType.STRING, true))
                        .toList()));
    }

    private Checked<Optional<AccessPolicy>> of(Optional<LeafAuth> auth, String namespace, RuleInputs ruleInputs) {
        return auth.map(it -> AccessCompiler.compile(it, plugin(namespace, it.plugin()), rules, ruleInputs))
                .orElseGet(() -> Checked.sound(Optional.empty()))
                .map(this::withServerRules)
                .map(this::withDecision)
                .mapProblems(Problem::failingClosed);
    }

    private Optional<AccessPolicy> withDecision(Optional<AccessPolicy> policy) {
        return decided
                ? Optional.of(policy.orElseGet(() -> AccessPolicy.of(List.of())).decidedAtTheCall())
                : policy;
    }

    private Optional<AccessPolicy> withServerRules(Optional<AccessPolicy> policy) {
        return serverRules.isEmpty()
                ? policy
                : Optional.of(policy.map(it -> it.behind(serverRules)).orElseGet(() -> AccessPolicy.of(serverRules)));
    }

    private PluginLink plugin(String namespace, String name) {
        if (name.equals(AccessCompiler.ALLOW_ALL)) {
            return PluginLink.REQUIRED;
        }
        var owner = inputs.server().getMetadata().getNamespace();
        var grant = settings.grants().find(new Granted.Plugin(name));
        if (grant.filter(it -> !it.admits(namespace, owner, inputs.namespaces()))
                .isPresent()) {
            return PluginLink.NOT_GRANTED;
        }
        return grant.isPresent()
                        && settings.settings().stream()
                                .flatMap(it -> it.auth().required().stream())
                                .anyMatch(it -> it.name().equals(name))
                ? PluginLink.REQUIRED
                : PluginLink.MISSING;
    }
}
