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
import dev.hyperterse.compiler.leaf.link.ToolsetMembership;
import dev.hyperterse.compiler.leaf.statement.QueriesCompiler;
import dev.hyperterse.compiler.leaf.tool.TransformsCompiler;
import dev.hyperterse.compiler.leaf.tool.ViewCompiler;
import dev.hyperterse.compiler.problem.Checked;
import dev.hyperterse.compiler.problem.FieldPath;
import dev.hyperterse.compiler.problem.Problem;
import dev.hyperterse.compiler.resolve.DocumentContent;
import dev.hyperterse.compiler.resolve.References;
import dev.hyperterse.compiler.resolve.ServerInputs;
import dev.hyperterse.compiler.resolve.grant.Granted;
import dev.hyperterse.compiler.server.CompiledSettings;
import dev.hyperterse.compiler.server.setting.ScriptLink;
import dev.hyperterse.crds.v1alpha1.McpResource;
import dev.hyperterse.crds.v1alpha1.Prompt;
import dev.hyperterse.crds.v1alpha1.Tool;
import dev.hyperterse.crds.v1alpha1.action.Builtin;
import dev.hyperterse.crds.v1alpha1.action.Request;
import dev.hyperterse.crds.v1alpha1.action.Script;
import dev.hyperterse.crds.v1alpha1.action.ScriptQuery;
import dev.hyperterse.crds.v1alpha1.action.Statement;
import dev.hyperterse.crds.v1alpha1.action.Transforms;
import dev.hyperterse.crds.v1alpha1.action.UpstreamTool;
import dev.hyperterse.crds.v1alpha1.adapter.Adapter;
import dev.hyperterse.crds.v1alpha1.adapter.Postgres;
import dev.hyperterse.crds.v1alpha1.content.PromptContent;
import dev.hyperterse.crds.v1alpha1.shared.Document;
import dev.hyperterse.crds.v1alpha1.shared.KeyRef;
import dev.hyperterse.crds.v1alpha1.tool.ToolView;
import io.fabric8.kubernetes.api.model.HasMetadata;
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

    public Links link(Tool tool) {
        return link(tool, Optional.empty());
    }

    /** @param published the name that clients know it by, where what it is named now is not known */
    public Links link(Tool tool, Optional<String> published) {
        var namespace = tool.getMetadata().getNamespace();
        var name = tool.getSpec().name().orElse(tool.getMetadata().getName());
        var publicName = published.orElseGet(() -> namespacedTools ? namespace + "." + name : name);
        var contents = contents(tool);
        return links(
                namespace,
                publicName,
                tool.getSpec().statement(),
                tool.getSpec()
                        .statement()
                        .map(Statement::adapter)
                        .or(() -> tool.getSpec().builtin().map(Builtin::adapter))
                        .or(() -> tool.getSpec().http().map(Request::adapter))
                        .or(() -> tool.getSpec().mcp().map(UpstreamTool::adapter)),
                cache,
                scriptsOf(tool),
                access.of(tool).map(policy -> toolsets.bind(policy, tool.getMetadata(), publicName)),
                callers.of(tool.getSpec(), namespace),
                Map.of(
                        QueriesCompiler.PATH, queries(tool.getSpec().script()),
                        QueriesCompiler.OF_TRANSFORMS,
                                tool.getSpec()
                                        .transforms()
                                        .map(Transforms::queries)
                                        .orElseGet(List::of)),
                contents);
    }

    /** Contents of the references of a tool; those of its statements follow. */
    private Map<String, Checked<DocumentContent>> contents(Tool tool) {
        var page = tool.getSpec().view().flatMap(ToolView::page);
        if (page.isEmpty()
                && tool.getSpec().statement().isEmpty()
                && tool.getSpec().script().isEmpty()
                && tool.getSpec().transforms().isEmpty()) {
            return Map.of();
        }
        var contents = new HashMap<String, Checked<DocumentContent>>(2);
        page.ifPresent(it -> document(it, ViewCompiler.PAGE, tool.getMetadata().getNamespace(), contents));
        return contents;
    }

    public Links link(Prompt prompt) {
        var namespace = prompt.getMetadata().getNamespace();
        var contents = new HashMap<String, Checked<DocumentContent>>();
        var messages = prompt.getSpec().messages();
        for (var index = 0; index < messages.size(); index++) {
            var path = FieldPath.item("spec.messages", index) + ".content";
            Optional.ofNullable(messages.get(index).content())
                    .ifPresent(content -> documents(content, path, namespace, contents));
        }
        var publicName = prompt.getSpec().name().orElse(prompt.getMetadata().getName());
        return links(
                namespace,
                publicName,
                Optional.empty(),
                Optional.empty(),
                CacheDefaults.NONE,
                scripts(prompt.getSpec().script(), prompt),
                access.of(prompt).map(policy -> toolsets.bind(policy, prompt.getMetadata(), publicName)),
                Optional.empty(),
                Map.of(QueriesCompiler.PATH, queries(prompt.getSpec().script())),
                contents);
    }

    public Links link(McpResource resource) {
        var namespace = resource.getMetadata().getNamespace();
        var contents = new HashMap<String, Checked<DocumentContent>>();
        resource.getSpec()
                .configMapKeyRef()
                .ifPresent(it -> contents.put("spec.configMapKeyRef", content(namespace, it, "spec.configMapKeyRef")));
        resource.getSpec().skill().ifPresent(skill -> {
            for (var index = 0; index < skill.files().size(); index++) {
                var path = FieldPath.item("spec.skill.files", index) + ".content";
                document(skill.files().get(index).content(), path, namespace, contents);
            }
        });
        var statement = resource.getSpec().statement();
        return links(
                namespace,
                "",
                statement,
                statement.map(Statement::adapter),
                CacheDefaults.NONE,
                scripts(resource.getSpec().script(), resource),
                access.of(resource).map(policy -> toolsets.bind(policy, resource)),
                Optional.empty(),
                Map.of(QueriesCompiler.PATH, queries(resource.getSpec().script())),
                contents);
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

    private Map<String, Checked<CompiledScript>> scripts(Optional<Script> script, HasMetadata leaf) {
        return script.map(it -> Map.of(
                        ScriptLink.PATH,
                        script(ScriptLink.PATH, it.language(), it.engine(), it.source(), leaf.getMetadata(), "")))
                .orElseGet(Map::of);
    }

    private Map<String, Checked<CompiledScript>> scriptsOf(Tool tool) {
        if (tool.getSpec().transforms().isEmpty()) {
            return scripts(tool.getSpec().script(), tool);
        }
        var scripts = new HashMap<>(scripts(tool.getSpec().script(), tool));
        var transforms = tool.getSpec().transforms().get();
        transforms.input().ifPresent(it -> scripts.put(TransformsCompiler.INPUT, transform(it, tool, "input")));
        transforms.output().ifPresent(it -> scripts.put(TransformsCompiler.OUTPUT, transform(it, tool, "output")));
        return Map.copyOf(scripts);
    }

    private Checked<CompiledScript> transform(Transforms.Transform transform, Tool tool, String which) {
        return script(
                "spec.transforms." + which,
                transform.language(),
                transform.engine(),
                transform.source(),
                tool.getMetadata(),
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
            Map<String, Checked<DocumentContent>> contents) {
        var queried = new HashMap<String, AdapterLink>();
        queries.forEach((path, list) -> {
            for (var index = 0; index < list.size(); index++) {
                var query = list.get(index);
                queried.put(query.adapter(), adapter(namespace, query.adapter()));
                document(query.text(), FieldPath.item(path, index) + ".text", namespace, contents);
            }
        });
        statement
                .flatMap(it -> Optional.ofNullable(it.text()))
                .ifPresent(text -> document(text, "spec.statement.text", namespace, contents));
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
                contents);
    }

    private void documents(
            PromptContent content, String path, String namespace, Map<String, Checked<DocumentContent>> contents) {
        content.text().ifPresent(it -> document(it, path + ".text", namespace, contents));
        content.image().ifPresent(it -> document(it.data(), path + ".image.data", namespace, contents));
        content.audio().ifPresent(it -> document(it.data(), path + ".audio.data", namespace, contents));
        content.resource().ifPresent(it -> {
            it.text().ifPresent(text -> document(text, path + ".resource.text", namespace, contents));
            it.blob().ifPresent(blob -> document(blob, path + ".resource.blob", namespace, contents));
        });
    }

    private void document(
            Document document, String path, String namespace, Map<String, Checked<DocumentContent>> contents) {
        if (document != null) {
            document.configMapKeyRef()
                    .ifPresent(it -> contents.put(path, content(namespace, it, path + ".configMapKeyRef")));
        }
    }

    private Checked<DocumentContent> content(String namespace, KeyRef reference, String path) {
        return neighbourhood(namespace).references().content(reference, path);
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
