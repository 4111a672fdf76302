package dev.hyperterse.compiler.leaf;

import dev.hyperterse.catalog.ToolLeaf;
import dev.hyperterse.catalog.access.AccessPolicy;
import dev.hyperterse.catalog.input.BoundInput;
import dev.hyperterse.catalog.script.CompiledScript;
import dev.hyperterse.catalog.script.FetchGrant;
import dev.hyperterse.catalog.script.ScriptIsolation;
import dev.hyperterse.compiler.access.CompiledRules;
import dev.hyperterse.compiler.items.ItemSource;
import dev.hyperterse.compiler.leaf.link.AccessLinker;
import dev.hyperterse.compiler.leaf.link.AdapterLink;
import dev.hyperterse.compiler.leaf.link.CacheDefaults;
import dev.hyperterse.compiler.leaf.link.CallersLinker;
import dev.hyperterse.compiler.leaf.link.Links;
import dev.hyperterse.compiler.leaf.link.ReferencedContents;
import dev.hyperterse.compiler.leaf.link.ToolsetMembership;
import dev.hyperterse.compiler.leaf.statement.QueriesCompiler;
import dev.hyperterse.compiler.leaf.tool.TransformsCompiler;
import dev.hyperterse.compiler.leaf.tool.ViewCompiler;
import dev.hyperterse.compiler.problem.Checked;
import dev.hyperterse.compiler.problem.FieldPath;
import dev.hyperterse.compiler.problem.Problem;
import dev.hyperterse.compiler.resolve.References;
import dev.hyperterse.compiler.resolve.ServerInputs;
import dev.hyperterse.compiler.resolve.grant.Granted;
import dev.hyperterse.compiler.server.CompiledSettings;
import dev.hyperterse.compiler.server.setting.ScriptLink;
import dev.hyperterse.crds.v1alpha1.LeafSpec;
import dev.hyperterse.crds.v1alpha1.McpResourceSpec;
import dev.hyperterse.crds.v1alpha1.PromptSpec;
import dev.hyperterse.crds.v1alpha1.ToolSpec;
import dev.hyperterse.crds.v1alpha1.action.Builtin;
import dev.hyperterse.crds.v1alpha1.action.Request;
import dev.hyperterse.crds.v1alpha1.action.Script;
import dev.hyperterse.crds.v1alpha1.action.ScriptQuery;
import dev.hyperterse.crds.v1alpha1.action.Statement;
import dev.hyperterse.crds.v1alpha1.action.Transforms;
import dev.hyperterse.crds.v1alpha1.action.UpstreamPrompt;
import dev.hyperterse.crds.v1alpha1.action.UpstreamResource;
import dev.hyperterse.crds.v1alpha1.action.UpstreamTool;
import dev.hyperterse.crds.v1alpha1.adapter.Adapter;
import dev.hyperterse.crds.v1alpha1.adapter.Postgres;
import dev.hyperterse.crds.v1alpha1.shared.Document;
import dev.hyperterse.crds.v1alpha1.tool.ToolView;
import io.fabric8.kubernetes.api.model.ObjectMeta;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/** Finds out what the leaves of one compile depend on. Made anew for each compile; the work per namespace is shared. */
public final class LeafLinker {
    private final ServerInputs inputs;
    private final CompiledSettings settings;
    private final String owner;
    private final boolean namespacedTools;
    private final CacheDefaults cache;
    private final CallersLinker callers;
    private final AccessLinker access;
    private final ToolsetMembership toolsets;
    private final Map<String, Set<String>> lastEnvironments;
    private final Map<String, Neighbourhood> neighbourhoods = new HashMap<>();

    /**
     * @param rules that are compiled already
     * @param lastEnvironments variables by namespace as the last compile saw them; sets that did not change are used
     *     again, so that comparing links compares one pointer
     */
    public LeafLinker(
            ServerInputs inputs,
            CompiledSettings settings,
            boolean namespacedTools,
            CompiledRules rules,
            Map<String, Set<String>> lastEnvironments) {
        this.inputs = inputs;
        this.settings = settings;
        this.owner = inputs.server().getMetadata().getNamespace();
        this.namespacedTools = namespacedTools;
        this.cache =
                settings.settings().map(it -> CacheDefaults.of(it.caching())).orElse(CacheDefaults.NONE);
        this.callers = new CallersLinker(inputs);
        this.lastEnvironments = lastEnvironments;
        this.access = new AccessLinker(inputs, settings, rules);
        this.toolsets = ToolsetMembership.of(inputs.server().getSpec(), settings.settings());
    }

    /** @param published the name that clients know it by, where what it is named now is not known */
    public Links link(ObjectMeta leaf, LeafSpec spec, Optional<String> published) {
        return switch (spec) {
            case ToolSpec tool -> link(leaf, tool, published);
            case PromptSpec prompt -> link(leaf, prompt, published);
            case McpResourceSpec resource -> link(leaf, resource, published);
        };
    }

    private Links link(ObjectMeta leaf, ToolSpec tool, Optional<String> published) {
        var namespace = leaf.getNamespace();
        var name = tool.name().orElse(leaf.getName());
        var publicName = published.orElseGet(() -> namespacedTools ? namespace + "." + name : name);
        var contents = contents(namespace);
        tool.view().flatMap(ToolView::page).ifPresent(it -> contents.add(it, ViewCompiler.PAGE));
        return links(
                namespace,
                publicName,
                tool.statement(),
                tool.statement()
                        .map(Statement::adapter)
                        .or(() -> tool.builtin().map(Builtin::adapter))
                        .or(() -> tool.http().map(Request::adapter))
                        .or(() -> tool.mcp().map(UpstreamTool::adapter)),
                cache,
                scriptsOf(tool, leaf),
                access.of(tool, namespace).map(policy -> toolsets.bind(policy, leaf, publicName)),
                callers.of(tool, namespace),
                Map.of(
                        QueriesCompiler.PATH,
                        queries(tool.script()),
                        QueriesCompiler.OF_TRANSFORMS,
                        tool.transforms().map(Transforms::queries).orElseGet(List::of)),
                contents);
    }

    private Links link(ObjectMeta leaf, PromptSpec prompt, Optional<String> published) {
        var namespace = leaf.getNamespace();
        var contents = contents(namespace);
        var messages = prompt.messages();
        for (var index = 0; index < messages.size(); index++) {
            var path = FieldPath.item("spec.messages", index) + ".content";
            Optional.ofNullable(messages.get(index).content()).ifPresent(content -> contents.add(content, path));
        }
        var publicName = published.or(prompt::name).orElseGet(leaf::getName);
        return links(
                namespace,
                publicName,
                Optional.empty(),
                prompt.mcp().map(UpstreamPrompt::adapter),
                CacheDefaults.NONE,
                scripts(prompt.script(), leaf),
                access.of(prompt, namespace).map(policy -> toolsets.bind(policy, leaf, publicName)),
                Optional.empty(),
                Map.of(QueriesCompiler.PATH, queries(prompt.script())),
                contents);
    }

    /** Clients know a resource by its URI, so it has no other name. */
    private Links link(ObjectMeta leaf, McpResourceSpec resource, Optional<String> published) {
        var namespace = leaf.getNamespace();
        var contents = contents(namespace);
        resource.configMapKeyRef().ifPresent(it -> contents.add(it, "spec.configMapKeyRef"));
        resource.skill().ifPresent(skill -> {
            for (var index = 0; index < skill.files().size(); index++) {
                contents.add(
                        skill.files().get(index).content(), FieldPath.item("spec.skill.files", index) + ".content");
            }
        });
        var uri = published.or(resource::uri).or(resource::uriTemplate).orElse("");
        return links(
                namespace,
                "",
                resource.statement(),
                resource.statement().map(Statement::adapter).or(() -> resource.mcp()
                        .map(UpstreamResource::adapter)),
                CacheDefaults.NONE,
                scripts(resource.script(), leaf),
                access.of(resource, namespace).map(policy -> toolsets.bind(policy, leaf, uri)),
                Optional.empty(),
                Map.of(QueriesCompiler.PATH, queries(resource.script())),
                contents);
    }

    private ReferencedContents contents(String namespace) {
        return new ReferencedContents(neighbourhood(namespace).references());
    }

    /** The document that describes the items of an object of a namespace. */
    public Checked<String> text(ItemSource source, String namespace) {
        return neighbourhood(namespace).references().document(source.document(), source.path());
    }

    /** The adapter that a name refers to in the leaves of one namespace. */
    public AdapterLink adapter(String namespace, String name) {
        return neighbourhood(namespace).adapters().computeIfAbsent(name, it -> findAdapter(namespace, it));
    }

    /** Whether leaves of a namespace may bring scripts. */
    public boolean admitsScripts(String namespace) {
        return admits(new Granted.Scripts(), namespace);
    }

    /** The problem that keeps a published version from reading what the server binds to its inputs. */
    public Optional<Problem> unreadable(List<BoundInput> bound) {
        return access.unreadable(bound);
    }

    /** The engine of scripts that do not ask for one. */
    public ScriptIsolation engine() {
        return ScriptLink.engine(inputs.server().getSpec().scripts());
    }

    private Map<String, Checked<CompiledScript>> scripts(Optional<Script> script, ObjectMeta leaf) {
        return script.map(it -> Map.of(
                        ScriptLink.PATH, script(ScriptLink.PATH, it.language(), it.engine(), it.source(), leaf, "")))
                .orElseGet(Map::of);
    }

    private Map<String, Checked<CompiledScript>> scriptsOf(ToolSpec tool, ObjectMeta leaf) {
        if (tool.transforms().isEmpty()) {
            return scripts(tool.script(), leaf);
        }
        var scripts = new HashMap<>(scripts(tool.script(), leaf));
        var transforms = tool.transforms().get();
        transforms.input().ifPresent(it -> scripts.put(TransformsCompiler.INPUT, transform(it, leaf, "input")));
        transforms.output().ifPresent(it -> scripts.put(TransformsCompiler.OUTPUT, transform(it, leaf, "output")));
        return Map.copyOf(scripts);
    }

    private Checked<CompiledScript> transform(Transforms.Transform transform, ObjectMeta leaf, String which) {
        return script(
                "spec.transforms." + which,
                transform.language(),
                transform.engine(),
                transform.source(),
                leaf,
                "-" + which);
    }

    /** @param ending of the name of an inline script, which distinguishes those of one definition */
    private Checked<CompiledScript> script(
            String path,
            Optional<Script.Language> language,
            Optional<Script.Engine> engine,
            Document source,
            ObjectMeta leaf,
            String ending) {
        var link = new ScriptLink(path);
        return admitsScripts(leaf.getNamespace())
                ? link.of(
                        language,
                        engine,
                        engine(),
                        source,
                        leaf.getName() + ending,
                        neighbourhood(leaf.getNamespace()).references(),
                        inputs.scripts())
                : Checked.faulty(link.notGranted());
    }

    private static List<ScriptQuery> queries(Optional<Script> script) {
        return script.map(Script::queries).orElseGet(List::of);
    }

    /** The variables that statements of a namespace may read. */
    public Set<String> environment(String namespace) {
        return neighbourhood(namespace).environment();
    }

    /** The URLs that scripts of a namespace may fetch. */
    public List<FetchGrant> fetch(String namespace) {
        return settings.fetch().stream()
                .filter(it -> admits(new Granted.Fetch(it.url()), namespace))
                .toList();
    }

    /** By namespace, for the next compile. */
    public Map<String, Set<String>> environments() {
        var environments = new HashMap<String, Set<String>>();
        neighbourhoods.forEach((namespace, it) -> environments.put(namespace, it.environment()));
        return Map.copyOf(environments);
    }

    private Links links(
            String namespace,
            String publicName,
            Optional<Statement> statement,
            Optional<String> adapter,
            CacheDefaults cache,
            Map<String, Checked<CompiledScript>> scripts,
            Checked<Optional<AccessPolicy>> access,
            Optional<ToolLeaf.Callers> callers,
            Map<String, List<ScriptQuery>> queries,
            ReferencedContents contents) {
        var queried = new HashMap<String, AdapterLink>();
        queries.forEach((path, list) -> {
            for (var index = 0; index < list.size(); index++) {
                var query = list.get(index);
                queried.put(query.adapter(), adapter(namespace, query.adapter()));
                contents.add(query.text(), FieldPath.item(path, index) + ".text");
            }
        });
        statement
                .flatMap(it -> Optional.ofNullable(it.text()))
                .ifPresent(text -> contents.add(text, "spec.statement.text"));
        return new Links(
                publicName,
                adapter.map(it -> adapter(namespace, it)),
                adapter.isPresent() || !scripts.isEmpty() ? environment(namespace) : Set.of(),
                cache,
                settings.results(),
                scripts,
                scripts.isEmpty() ? List.of() : fetch(namespace),
                access,
                callers,
                Map.copyOf(queried),
                contents.found());
    }

    private Neighbourhood neighbourhood(String namespace) {
        return neighbourhoods.computeIfAbsent(namespace, it -> {
            var environment = settings.environment()
                    .known()
                    .filter(name -> admits(new Granted.Variable(name), it))
                    .collect(Collectors.<String, Set<String>>toCollection(TreeSet::new));
            var last = lastEnvironments.get(it);
            return new Neighbourhood(
                    environment.equals(last) ? last : environment,
                    new HashMap<>(),
                    References.ofDefinitions(inputs.documents(), it));
        });
    }

    private AdapterLink findAdapter(String namespace, String name) {
        var adapter = new Granted.Adapter(name);
        if (settings.grants().find(adapter).isEmpty()) {
            return new AdapterLink.Missing();
        }
        if (!admits(adapter, namespace)) {
            return new AdapterLink.NotGranted();
        }
        // As written now: an earlier version of an adapter that is faulty allows no more.
        var written = inputs.server().getSpec().adapters().stream()
                .filter(it -> it.name().equals(name))
                .findFirst();
        return settings.adapter(name)
                .<AdapterLink>map(it -> AdapterLink.Usable.of(
                        it,
                        written.flatMap(Adapter::textual)
                                .filter(Adapter.Textual.Allowed::equals)
                                .isPresent(),
                        written.flatMap(Adapter::allowSql)
                                .filter(Adapter.AllowSql.Allowed::equals)
                                .isPresent(),
                        written.map(LeafLinker::roles).orElseGet(List::of)))
                .orElseGet(AdapterLink.Faulty::new);
    }

    private static List<String> roles(Adapter adapter) {
        return adapter.postgres().stream()
                .flatMap(it -> it.roles().stream())
                .filter(role -> !role.equals(Postgres.NO_ROLE))
                .distinct()
                .sorted()
                .toList();
    }

    private boolean admits(Granted thing, String namespace) {
        return settings.grants().to(thing).admits(namespace, owner, inputs.namespaces());
    }

    /** The parts that all leaves of one namespace share. */
    private record Neighbourhood(Set<String> environment, Map<String, AdapterLink> adapters, References references) {}
}
