package dev.hyperterse.compiler.server;

import dev.hyperterse.catalog.script.FetchGrant;
import dev.hyperterse.catalog.server.ServerIdentity;
import dev.hyperterse.catalog.server.ServerSettings;
import dev.hyperterse.catalog.server.Toolset;
import dev.hyperterse.catalog.server.adapter.Adapter;
import dev.hyperterse.catalog.server.auth.AuthSettings;
import dev.hyperterse.catalog.values.ValueKey;
import dev.hyperterse.compiler.access.CompiledRules;
import dev.hyperterse.compiler.leaf.link.ResultDefaults;
import dev.hyperterse.compiler.problem.Checked;
import dev.hyperterse.compiler.problem.FieldPath;
import dev.hyperterse.compiler.problem.Problem;
import dev.hyperterse.compiler.problem.Reason;
import dev.hyperterse.compiler.resolve.Environment;
import dev.hyperterse.compiler.resolve.References;
import dev.hyperterse.compiler.resolve.ServerInputs;
import dev.hyperterse.compiler.resolve.grant.Granted;
import dev.hyperterse.compiler.resolve.grant.Grantees;
import dev.hyperterse.compiler.resolve.grant.Grants;
import dev.hyperterse.compiler.resolve.grant.ServerGrants;
import dev.hyperterse.compiler.resolve.grant.UnreadableLabels;
import dev.hyperterse.compiler.server.adapter.AdapterCompiler;
import dev.hyperterse.compiler.server.adapter.AdapterOwner;
import dev.hyperterse.compiler.server.adapter.MaskingCompiler;
import dev.hyperterse.compiler.server.adapter.SharedStateCompiler;
import dev.hyperterse.compiler.server.auth.AuthCompiler;
import dev.hyperterse.compiler.server.auth.RemainingKeys;
import dev.hyperterse.compiler.server.auth.ScriptRights;
import dev.hyperterse.compiler.server.setting.ScriptLink;
import dev.hyperterse.compiler.server.setting.ServerRules;
import dev.hyperterse.compiler.server.setting.SettingsBounds;
import dev.hyperterse.compiler.server.setting.Unsupported;
import dev.hyperterse.crds.v1alpha1.HyperterseServerSpec;
import dev.hyperterse.crds.v1alpha1.auth.Auth;
import dev.hyperterse.crds.v1alpha1.server.ServerScripts;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Predicate;

/** Compiles a server's own parts, one by one. */
public final class ServerCompiler {
    private final ServerInputs inputs;
    private final ServerIdentity identity;
    private final HyperterseServerSpec spec;
    private final References references;
    private final CompiledRules rules;
    private final ServerGrants grants;
    private final List<Problem> problems = new ArrayList<>();
    private final SortedMap<ValueKey, String> values = new TreeMap<>();

    private ServerCompiler(ServerInputs inputs, ServerIdentity identity, CompiledRules rules) {
        this.rules = rules;
        this.inputs = inputs;
        this.identity = identity;
        this.spec = inputs.server().getSpec();
        this.grants = ServerGrants.of(spec);
        this.references = References.ofServer(inputs.documents(), identity.namespace());
    }

    /** @param rules that are compiled already */
    public static CompiledSettings compile(ServerInputs inputs, ServerIdentity identity, CompiledRules rules) {
        return new ServerCompiler(inputs, identity, rules).compile();
    }

    private CompiledSettings compile() {
        problems.addAll(ServerRules.check(spec));
        problems.addAll(UnreadableLabels.of(grants, inputs.namespaces()));
        var environment = environment();
        var adapters = adapters(environment);
        var fetch = fetch();
        var shared = sharedState(adapters);
        var rights = new ScriptRights(inputs.scripts(), ScriptLink.engine(spec.scripts()), environment, fetch);
        var auth = AuthCompiler.compile(spec.auth(), references, rights, rules);
        var results = results();
        var settings = settings(auth.valid(problems), adapters, shared).filter(this::fits);
        var kept = settings.isEmpty();
        var published = inputs.published();
        return new CompiledSettings(
                settings.or(() -> published.settings().map(this::masked)),
                kept && published.settings().isPresent(),
                Collections.unmodifiableSortedMap(
                        kept
                                ? RemainingKeys.of(
                                        published,
                                        spec.auth().map(Auth::plugins).orElseGet(List::of),
                                        references)
                                : values),
                kept ? asPublished(environment) : environment,
                kept ? asPublished(fetch) : fetch,
                results,
                grants,
                List.copyOf(problems));
    }

    private boolean fits(ServerSettings settings) {
        var beyond = SettingsBounds.check(settings, values);
        problems.addAll(beyond);
        return beyond.isEmpty();
    }

    private Environment environment() {
        var environment = new EnvironmentCompiler(inputs, references).compile(spec.env(), problems);
        environment.variables().forEach((name, variable) -> variable.value()
                .ifPresent(value -> values.put(ValueKey.environment(name), value)));
        return environment;
    }

    private ResultDefaults results() {
        problems.addAll(ResultDefaults.problems(spec.result()));
        return ResultDefaults.of(spec.result());
    }

    private List<FetchGrant> fetch() {
        return new FetchCompiler(inputs, references, values, problems)
                .compile(spec.scripts().map(ServerScripts::fetch).orElse(List.of()));
    }

    /** Without an authority that is published nothing is fetched that needs it. */
    private List<FetchGrant> asPublished(List<FetchGrant> fetch) {
        var published = inputs.published().values();
        return fetch.stream()
                .filter(it ->
                        it.ca().map(published::find).map(Optional::isPresent).orElse(true))
                .toList();
    }

    /** When settings are kept whole, so are the values: a variable that is not among them cannot be bound. */
    private Environment asPublished(Environment environment) {
        var variables = new HashMap<String, Environment.Variable>();
        environment
                .variables()
                .forEach((name, variable) -> variables.put(
                        name,
                        new Environment.Variable(
                                inputs.published().values().find(ValueKey.environment(name)), variable.secret())));
        return new Environment(variables);
    }

    private List<Adapter> adapters(Environment environment) {
        var compiler =
                new AdapterCompiler(references, environment, AdapterOwner.of(identity.name(), spec.auth()), rules);
        var adapters = new TreeMap<String, Adapter>();
        for (var index = 0; index < spec.adapters().size(); index++) {
            var declared = spec.adapters().get(index);
            var path = FieldPath.item("spec.adapters", index);
            if (Grants.unrecognized(declared.namespaces())) {
                problems.add(Unsupported.unknownValue(path + ".namespaces"));
            }
            if (adapters.containsKey(declared.name())) {
                problems.add(Reason.InvalidAdapter.problem(
                        path + ".name",
                        "adapter-once",
                        "duplicate adapter '%s'".formatted(declared.name()),
                        "rename one"));
                continue;
            }
            switch (compiler.compile(declared, path)) {
                case Checked.Sound<AdapterCompiler.Compiled>(var compiled) -> {
                    adapters.put(declared.name(), compiled.adapter());
                    values.putAll(compiled.values());
                }
                case Checked.Faulty<AdapterCompiler.Compiled>(var faults) -> {
                    problems.addAll(faults);
                    published(declared).ifPresent(last -> adapters.put(declared.name(), last));
                }
            }
        }
        return List.copyOf(adapters.values());
    }

    /** Without it each replica counts for itself. */
    private Optional<Adapter> sharedState(List<Adapter> adapters) {
        return spec.sharedState()
                .flatMap(it -> SharedStateCompiler.compile(it, adapters).valid(problems));
    }

    private void keep(Predicate<ValueKey> wanted) {
        inputs.published().values().entries().forEach((key, value) -> {
            if (wanted.test(key)) {
                values.put(key, value);
            }
        });
    }

    /**
     * The adapter as it is published, with the values it names; never with an access that was taken away since, and only
     * with the masking that is asked for.
     */
    private Optional<Adapter> published(dev.hyperterse.crds.v1alpha1.adapter.Adapter declared) {
        var name = declared.name();
        var last = inputs.published().settings().stream()
                .flatMap(it -> it.adapters().stream())
                .filter(it -> it.name().equals(name))
                .filter(it -> isMaskedAs(declared, it))
                .findFirst();
        var prefix = ValueKey.adapter(name, "").name();
        last.ifPresent(_ -> keep(key -> key.name().startsWith(prefix)));
        return AdapterCompiler.mayWrite(declared) ? last : last.map(ServerCompiler::readOnly);
    }

    /** The settings as they are published, without adapters that would show more than is asked for now. */
    private ServerSettings masked(ServerSettings published) {
        var declared = spec.adapters();
        return published.with(draft -> draft.adapters = published.adapters().stream()
                .filter(last -> declared.stream()
                        .filter(it -> it.name().equals(last.name()))
                        .allMatch(it -> isMaskedAs(it, last)))
                .toList());
    }

    private boolean isMaskedAs(dev.hyperterse.crds.v1alpha1.adapter.Adapter declared, Adapter last) {
        return new MaskingCompiler(rules)
                .compile(declared, "")
                .valid()
                .filter(last.masking()::equals)
                .isPresent();
    }

    private static Adapter readOnly(Adapter adapter) {
        return new Adapter(
                adapter.name(),
                Adapter.Access.ReadOnly,
                adapter.pool(),
                adapter.statementTimeoutMillis(),
                adapter.maxRows(),
                adapter.engine(),
                adapter.masking());
    }

    private Optional<ServerSettings> settings(
            Optional<AuthCompiler.Compiled> auth, List<Adapter> adapters, Optional<Adapter> sharedState) {
        auth.ifPresent(it -> {
            values.putAll(it.values());
            problems.addAll(it.leftOut());
        });
        var ofSections = new ArrayList<Problem>();
        var sections = new SectionsCompiler(spec, inputs.published().settings(), ofSections);
        var code = sections.code();
        var settings = auth.map(it -> new ServerSettings(
                identity,
                sections.info(identity.name()),
                sections.exposure(),
                sections.executeErrors(),
                adapters,
                it.settings(),
                sections.search(admitsOthers(), code.isPresent()),
                sections.limits(),
                sections.sessions(),
                sections.http(),
                sections.logLevel(),
                sections.cache(),
                sections.traces(),
                sections.audit(),
                sections.scripts(),
                sharedState,
                sections.statementComments(),
                toolsets(it.settings()),
                code,
                sections.toolMetrics()));
        problems.addAll(ofSections);
        return settings;
    }

    /** While one is faulty, the published ones stay. */
    private List<Toolset> toolsets(AuthSettings auth) {
        return ToolsetsCompiler.compile(spec.toolsets(), auth)
                .valid(problems)
                .or(() -> inputs.published().settings().map(ServerSettings::toolsets))
                .orElse(List.of());
    }

    private boolean admitsOthers() {
        return !(grants.to(new Granted.Attachment()) instanceof Grantees.Same);
    }
}
